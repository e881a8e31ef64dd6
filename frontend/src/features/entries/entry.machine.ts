/**
 * One medication-error entry: new → saving → viewing, viewing ⇄ editing, with conflict and removal.
 * What a person has typed changes by `change` alone: whatever arrives from elsewhere stands beside it.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import type { DrugErr } from 'command-api/contract/entities';
import { ApiError } from '../../lib/api.ts';
import { deciding, inConflict, onRefused, type Refusal } from '../../lib/edit-states.ts';
import { differs, mergeDisjoint } from '../../lib/merge.ts';
import { blankEntry, changeDraft, draftOf, entryGroups, isComplete, type EntryDraft } from './entry-draft.ts';

/** A newer state of the entry than the one that is being edited, and whose. */
export interface Theirs { entry: DrugErr; by: string; at: string | undefined }

export interface EntryContext {
  reviewId: string;
  /** The entry as it was when editing began: what the draft is based on. Undefined: not saved yet. */
  saved: DrugErr | undefined;
  draft: EntryDraft;
  theirs: Theirs | undefined;
  error: ApiError | undefined;
  /** Saving was asked for while something was missing. */
  showMissing: boolean;
  /** The entry was deleted elsewhere while it was edited: saving adds it again. */
  orphaned: boolean;
  /** The person has gone on to the next entry: this one is saved beside it. */
  next: boolean;
  /** Whose change has been put together with this one on its way. */
  mergedWith: string | undefined;
}
export type EntryEvent =
  | { type: 'edit' }
  | { type: 'change'; patch: Partial<EntryDraft> }
  | { type: 'save'; next?: boolean }
  | { type: 'cancel' }
  | { type: 'remove' }
  | { type: 'remote'; theirs: Theirs }
  | { type: 'remoteRemoved' }
  | { type: 'compare' }
  | { type: 'keepMine' }
  | { type: 'takeTheirs' }
  | { type: 'goOn' };
export type EntryNews =
  | { type: 'added'; id: string; label: string }
  | { type: 'edited'; id: string; label: string; mergedWith: string | undefined }
  | { type: 'removed'; label: string };

/** What the server said of a refused edit; `current` is absent when it could not be told. */
function theirsIn(error: unknown, entryId: string | undefined): Theirs | undefined {
  const conflict = error instanceof ApiError ? error.conflict : undefined;
  if (!conflict || entryId === undefined) return undefined;
  const entry = entryIn(conflict.current, entryId);
  return entry && { entry, by: conflict.changedBy?.name ?? '', at: conflict.changedAt };
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isEntry = (value: unknown): value is DrugErr => isRecord(value) && typeof value['errDrug'] === 'string' && typeof value['version'] === 'number';
/** The entry itself, or the review that holds it. */
function entryIn(current: unknown, entryId: string): DrugErr | undefined {
  if (!isRecord(current)) return undefined;
  const candidates: unknown[] = Array.isArray(current['drugErrs']) ? current['drugErrs'] : [current];
  return candidates.filter(isEntry).find(({ _id }) => _id === entryId);
}

const mergedDraft = ({ saved, draft }: EntryContext, theirs: Theirs | undefined): EntryDraft | undefined =>
  saved && theirs && mergeDisjoint(entryGroups, draftOf(saved), draft, draftOf(theirs.entry));

const based = (theirs: Theirs | undefined) => (theirs ? { saved: theirs.entry, theirs: undefined } : {});

export const entryMachine = setup({
  types: {
    /** `draft`: what was typed before, to go on with; `theirs`: what has to be compared with it first. */
    input: {} as { reviewId: string; saved?: DrugErr; draft?: EntryDraft; theirs?: Theirs },
    context: {} as EntryContext,
    events: {} as EntryEvent,
    emitted: {} as EntryNews,
    tags: {} as 'busy' | 'open' | 'unsaved',
  },
  actors: {
    save: fromPromise<DrugErr, { reviewId: string; draft: EntryDraft; saved: DrugErr | undefined }>(() => Promise.reject(new Error('provided by entry-calls.ts'))),
    remove: fromPromise<void, { reviewId: string; entry: DrugErr | undefined }>(() => Promise.reject(new Error('provided by entry-calls.ts'))),
  },
  actions: {
    forgetError: assign({ error: undefined }),
    holdError: assign({ error: (_, { error }: Refusal) => ApiError.from(error) }),
    holdTheirs: assign(({ event }) => (event.type === 'remote' ? { theirs: event.theirs } : {})),
    holdConflict: assign(({ context }, { error }: Refusal) => ({ error: ApiError.from(error), theirs: theirsIn(error, context.saved?._id) })),
    standOnTheirs: assign(({ context }) => ({ ...based(context.theirs), error: undefined, mergedWith: undefined })),
    merge: assign(({ context }, { error }: Refusal) => {
      const theirs = theirsIn(error, context.saved?._id);
      return { draft: mergedDraft(context, theirs) ?? context.draft, mergedWith: theirs?.by, ...based(theirs) };
    }),
  },
  guards: {
    isNew: ({ context }) => context.saved === undefined,
    incomplete: ({ context }) => !isComplete(context.draft),
    unchanged: ({ context }) => context.saved !== undefined && !differs(entryGroups, draftOf(context.saved), context.draft),
    isNewer: ({ context, event }) => event.type === 'remote' && event.theirs.entry.version > Math.max(context.saved?.version ?? -1, context.theirs?.entry.version ?? -1),
    onlyRated: ({ context, event }) =>
      event.type === 'remote' && context.theirs === undefined && context.saved !== undefined && event.theirs.entry.version > context.saved.version && !differs(entryGroups, draftOf(context.saved), draftOf(event.theirs.entry)),
    isMergeable: ({ context }, { error }: Refusal) => mergedDraft(context, theirsIn(error, context.saved?._id)) !== undefined,
    isConflict: ({ context }, { error }: Refusal) => theirsIn(error, context.saved?._id) !== undefined,
    hasTheirs: ({ context }) => context.theirs !== undefined,
  },
}).createMachine({
  id: 'entry',
  context: ({ input }) => ({
    reviewId: input.reviewId,
    saved: input.saved,
    draft: { ...(input.saved ? draftOf(input.saved) : blankEntry), ...input.draft },
    theirs: input.theirs, error: undefined, showMissing: false, orphaned: false, next: false, mergedWith: undefined,
  }),
  initial: 'deciding',
  states: {
    deciding,
    viewing: {
      entry: assign(({ context }) => (context.saved ? { draft: draftOf(context.saved), showMissing: false } : {})),
      on: {
        edit: { target: 'editing', actions: 'forgetError' },
        remove: 'removing',
        remote: { guard: 'isNewer', actions: assign(({ event }) => ({ saved: event.theirs.entry, draft: draftOf(event.theirs.entry) })) },
        remoteRemoved: 'gone',
      },
    },
    editing: {
      tags: ['open', 'unsaved'],
      on: {
        change: { actions: assign({ draft: ({ context, event }) => changeDraft(context.draft, event.patch) }) },
        save: [
          { guard: 'incomplete', actions: assign({ showMissing: true }) },
          { guard: 'unchanged', target: 'viewing', actions: 'forgetError' },
          { target: 'saving', actions: assign({ next: ({ event }) => event.next ?? false, mergedWith: undefined }) },
        ],
        cancel: [{ guard: 'isNew', target: 'gone' }, { target: 'viewing', actions: 'standOnTheirs' }],
        remote: [
          // A rating given meanwhile is nothing that the person is editing: only what the draft is based on moves.
          { guard: 'onlyRated', actions: assign({ saved: ({ event }) => event.theirs.entry }) },
          { guard: 'isNewer', actions: 'holdTheirs' },
        ],
        remoteRemoved: { actions: assign({ saved: undefined, theirs: undefined, orphaned: true }) },
        compare: { guard: 'hasTheirs', target: 'conflict' },
      },
    },
    saving: {
      tags: ['open', 'busy', 'unsaved'],
      invoke: {
        src: 'save',
        input: ({ context }) => ({ reviewId: context.reviewId, draft: context.draft, saved: context.saved }),
        onDone: [
          {
            guard: 'isNew',
            target: 'viewing',
            actions: [assign({ saved: ({ event }) => event.output, theirs: undefined, error: undefined, orphaned: false }), emit(({ event }) => ({ type: 'added', id: event.output._id, label: event.output.errDrugLabel }))],
          },
          {
            target: 'viewing',
            actions: [assign({ saved: ({ event }) => event.output, theirs: undefined, error: undefined }), emit(({ context, event }) => ({ type: 'edited', id: event.output._id, label: event.output.errDrugLabel, mergedWith: context.mergedWith }))],
          },
        ],
        onError: onRefused,
      },
      on: { remote: { guard: 'isNewer', actions: 'holdTheirs' } },
    },
    conflict: inConflict,
    removing: {
      tags: ['busy'],
      invoke: {
        src: 'remove',
        input: ({ context }) => ({ reviewId: context.reviewId, entry: context.saved }),
        onDone: { target: 'gone', actions: emit(({ context }) => ({ type: 'removed', label: context.saved?.errDrugLabel ?? '' })) },
        onError: { target: 'viewing', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
      },
    },
    gone: { type: 'final' },
  },
});
