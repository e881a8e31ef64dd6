/**
 * One medication-error entry: new → saving → viewing, viewing ⇄ editing, with conflict and removal.
 * What a person has typed changes by `change` alone: whatever arrives from elsewhere stands beside it.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import type { DrugErr, Review } from 'command-api/contract/entities';
import { ApiError } from '../../platform/http/api.ts';
import { deciding, inConflict, onGone, onNotAnswered, type Refusal } from '../../editing/edit-states.ts';
import { differs, mergeDisjoint, over, undecided, yielding, type Groups } from '../../editing/conflict/merge.ts';
import { holds } from '../../editing/conflict/current-version.ts';
import { QueuedError } from '../../outbox/pending-command.ts';
import { blankEntry, changeDraft, draftOf, entryGroups, isComplete, type EntryDraft } from './entry-draft.ts';

/** A newer state of the entry than the one that is being edited, and whose. */
export interface Theirs {
  entry: DrugErr;
  by: string;
  at: string | undefined;
}

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
  /** How often the form was filled from outside: what is read once is read again. */
  round: number;
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
/** The entry itself, or the review that holds it. */
function entryIn(current: unknown, entryId: string): DrugErr | undefined {
  const candidates: readonly unknown[] = holds<Pick<Review, 'drugErrs'>>(current, ['drugErrs'])
    ? current.drugErrs
    : [current];
  return candidates
    .filter((one) => holds<DrugErr>(one, ['_id', 'errDrug', 'version']))
    .find(({ _id }) => _id === entryId);
}

const mergedDraft = ({ saved, draft }: EntryContext, theirs: Theirs | undefined): EntryDraft | undefined =>
  saved && theirs && mergeDisjoint(entryGroups, draftOf(saved), draft, draftOf(theirs.entry));

/** Undefined where it is not known what the draft was made of. */
const madeOf = ({ saved, theirs }: EntryContext): EntryDraft | undefined =>
  saved && theirs && saved.version < theirs.entry.version ? draftOf(saved) : undefined;
/** What the person has to decide before theirs and mine can be one. */
export const toDecide = (context: EntryContext): Groups<EntryDraft> =>
  context.theirs ? undecided(entryGroups, madeOf(context), context.draft, draftOf(context.theirs.entry)) : [];
const yielded = (context: EntryContext): EntryDraft =>
  context.theirs ? yielding(entryGroups, madeOf(context), context.draft, draftOf(context.theirs.entry)) : context.draft;
const based = (theirs: Theirs | undefined) => (theirs ? { saved: theirs.entry, theirs: undefined } : {});

export const entryMachine = setup({
  types: {
    /**
     * `draft`: what was typed before, to go on with; `theirs`: what has to be compared with it first; `error`: why it
     * came back.
     */
    input: {} as { reviewId: string; saved?: DrugErr; draft?: EntryDraft; theirs?: Theirs; error?: ApiError },
    context: {} as EntryContext,
    events: {} as EntryEvent,
    emitted: {} as EntryNews,
    tags: {} as 'busy' | 'open' | 'unsaved',
  },
  actors: {
    save: fromPromise<DrugErr, { reviewId: string; draft: EntryDraft; saved: DrugErr | undefined }>(() =>
      Promise.reject(new Error('provided by entry-calls.ts')),
    ),
    remove: fromPromise<void, { reviewId: string; entry: DrugErr | undefined }>(() =>
      Promise.reject(new Error('provided by entry-calls.ts')),
    ),
  },
  actions: {
    forgetError: assign({ error: undefined }),
    holdError: assign({ error: (_, { error }: Refusal) => ApiError.from(error) }),
    holdTheirs: assign(({ event }) => (event.type === 'remote' ? { theirs: event.theirs } : {})),
    holdConflict: assign(({ context }, { error }: Refusal) => ({
      error: ApiError.from(error),
      theirs: theirsIn(error, context.saved?._id),
    })),
    standOnTheirs: assign(({ context }) => ({ ...based(context.theirs), error: undefined, mergedWith: undefined })),
    merge: assign(({ context }, { error }: Refusal) => {
      const theirs = theirsIn(error, context.saved?._id);
      return {
        draft: mergedDraft(context, theirs) ?? context.draft,
        mergedWith: theirs?.by,
        round: context.round + 1,
        ...based(theirs),
      };
    }),
    keepOverTheirs: assign(({ context }) => {
      const { saved, draft, theirs } = context;
      return {
        ...(saved && theirs ? { draft: over(entryGroups, draftOf(saved), draft, draftOf(theirs.entry)) } : {}),
        round: context.round + 1,
        ...based(theirs),
        error: undefined,
        mergedWith: undefined,
      };
    }),
    yieldToTheirs: assign(({ context }) => ({
      draft: yielded(context),
      round: context.round + 1,
      ...based(context.theirs),
      error: undefined,
    })),
    orphan: assign({ saved: undefined, theirs: undefined, error: undefined, orphaned: true }),
  },
  guards: {
    isNew: ({ context }) => context.saved === undefined,
    incomplete: ({ context }) => !isComplete(context.draft),
    unchanged: ({ context }) =>
      context.saved !== undefined && !differs(entryGroups, draftOf(context.saved), context.draft),
    isNewer: ({ context, event }) =>
      event.type === 'remote' &&
      event.theirs.entry.version > Math.max(context.saved?.version ?? -1, context.theirs?.entry.version ?? -1),
    onlyRated: ({ context, event }) =>
      event.type === 'remote' &&
      context.theirs === undefined &&
      context.saved !== undefined &&
      event.theirs.entry.version > context.saved.version &&
      !differs(entryGroups, draftOf(context.saved), draftOf(event.theirs.entry)),
    isMergeable: ({ context }, { error }: Refusal) =>
      mergedDraft(context, theirsIn(error, context.saved?._id)) !== undefined,
    isConflict: ({ context }, { error }: Refusal) => theirsIn(error, context.saved?._id) !== undefined,
    isQueued: (_, { error }: Refusal) => error instanceof QueuedError,
    isGone: ({ context }, { error }: Refusal) => context.saved !== undefined && ApiError.from(error).status === 404,
    newerAndUntouched: ({ context, event }) =>
      event.type === 'remote' &&
      context.saved !== undefined &&
      event.theirs.entry.version > context.saved.version &&
      !differs(entryGroups, draftOf(context.saved), context.draft),
    leavesMine: ({ context }) =>
      context.theirs !== undefined && differs(entryGroups, yielded(context), draftOf(context.theirs.entry)),
    hasTheirs: ({ context }) => context.theirs !== undefined,
  },
}).createMachine({
  id: 'entry',
  context: ({ input }) => ({
    reviewId: input.reviewId,
    saved: input.saved,
    draft: { ...(input.saved ? draftOf(input.saved) : blankEntry), ...input.draft },
    theirs: input.theirs,
    error: input.error,
    showMissing: false,
    orphaned: false,
    next: false,
    mergedWith: undefined,
    round: 0,
  }),
  initial: 'deciding',
  states: {
    deciding,
    viewing: {
      entry: assign(({ context }) => (context.saved ? { draft: draftOf(context.saved), showMissing: false } : {})),
      on: {
        edit: { target: 'editing', actions: 'forgetError' },
        remove: 'removing',
        remote: {
          guard: 'isNewer',
          actions: assign(({ event }) => ({ saved: event.theirs.entry, draft: draftOf(event.theirs.entry) })),
        },
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
        cancel: [
          { guard: 'isNew', target: 'gone' },
          { target: 'viewing', actions: 'standOnTheirs' },
        ],
        remote: [
          // A rating given meanwhile is nothing that the person is editing: only what the draft is based on moves.
          { guard: 'onlyRated', actions: assign({ saved: ({ event }) => event.theirs.entry }) },
          // Opened and not touched: there is nothing to compare with.
          {
            guard: 'newerAndUntouched',
            actions: assign(({ context, event }) => ({
              saved: event.theirs.entry,
              draft: draftOf(event.theirs.entry),
              theirs: undefined,
              round: context.round + 1,
            })),
          },
          { guard: 'isNewer', actions: 'holdTheirs' },
        ],
        remoteRemoved: [{ guard: 'unchanged', target: 'gone' }, { actions: 'orphan' }],
        compare: { guard: 'hasTheirs', target: 'conflict' },
      },
    },
    saving: {
      // Not lost by leaving: the queue has it.
      tags: ['open', 'busy'],
      invoke: {
        src: 'save',
        input: ({ context }) => ({ reviewId: context.reviewId, draft: context.draft, saved: context.saved }),
        onDone: [
          {
            guard: 'isNew',
            target: 'viewing',
            actions: [
              assign({ saved: ({ event }) => event.output, theirs: undefined, error: undefined, orphaned: false }),
              emit(({ event }) => ({ type: 'added', id: event.output._id, label: event.output.errDrugLabel })),
            ],
          },
          {
            target: 'viewing',
            actions: [
              assign({ saved: ({ event }) => event.output, theirs: undefined, error: undefined }),
              emit(({ context, event }) => ({
                type: 'edited',
                id: event.output._id,
                label: event.output.errDrugLabel,
                mergedWith: context.mergedWith,
              })),
            ],
          },
        ],
        onError: [onGone, ...onNotAnswered],
      },
      on: { remote: { guard: 'isNewer', actions: 'holdTheirs' } },
    },
    conflict: { ...inConflict, on: { ...inConflict.on, remoteRemoved: { target: 'editing', actions: 'orphan' } } },
    removing: {
      tags: ['busy'],
      invoke: {
        src: 'remove',
        input: ({ context }) => ({ reviewId: context.reviewId, entry: context.saved }),
        onDone: {
          target: 'gone',
          actions: emit(({ context }) => ({ type: 'removed', label: context.saved?.errDrugLabel ?? '' })),
        },
        onError: { target: 'viewing', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
      },
    },
    gone: { type: 'final' },
  },
});
