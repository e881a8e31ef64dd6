/**
 * A text with a date of care: the head of a review, a physician note. viewing → editing → saving → viewing, with
 * conflict; a new one begins in editing and is `done` when the server has it. While saving, a second save is ignored:
 * it is sent once.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { deciding, inConflict, onNotAnswered, type Refusal } from '../edit-states.ts';
import { differs, mergeDisjoint, over, undecided, yielding, type Groups } from '../conflict/merge.ts';
import { QueuedError } from '../../outbox/pending-command.ts';

export interface ClinicalTextDraft {
  /** YYYY-MM-DD. */
  date: string;
  html: string;
}
export interface ClinicalTextContent extends ClinicalTextDraft {
  id: string;
  version: number;
}
export interface TheirText {
  text: ClinicalTextContent;
  by: string;
  at: string | undefined;
}

export interface ClinicalTextContext {
  /** The text as it was when editing began. Undefined: not saved yet. */
  saved: ClinicalTextContent | undefined;
  draft: ClinicalTextDraft;
  theirs: TheirText | undefined;
  error: ApiError | undefined;
  showMissing: boolean;
  mergedWith: string | undefined;
  /** How often the form was filled from outside: texts that are read once are read again. */
  round: number;
  /** Reads the entity that a 409 carries; undefined when it is none. */
  read: (current: unknown) => ClinicalTextContent | undefined;
}
export type ClinicalTextEvent =
  | { type: 'edit' }
  | { type: 'change'; patch: Partial<ClinicalTextDraft> }
  | { type: 'save' }
  | { type: 'cancel' }
  | { type: 'remote'; theirs: TheirText }
  | { type: 'compare' }
  | { type: 'keepMine' }
  | { type: 'takeTheirs' }
  | { type: 'goOn' };
export type ClinicalTextNews =
  | { type: 'added'; id: string }
  | { type: 'edited'; id: string; mergedWith: string | undefined };

export const clinicalTextGroups: Groups<ClinicalTextDraft> = [['date'], ['html']];
const draftOf = ({ date, html }: ClinicalTextContent): ClinicalTextDraft => ({ date, html });
export const isClinicalTextDraft = (value: unknown): value is ClinicalTextDraft =>
  typeof value === 'object' &&
  value !== null &&
  'date' in value &&
  typeof value.date === 'string' &&
  'html' in value &&
  typeof value.html === 'string';

function theirsIn(error: unknown, read: ClinicalTextContext['read']): TheirText | undefined {
  const conflict = error instanceof ApiError ? error.conflict : undefined;
  const text = conflict && read(conflict.current);
  return text && { text, by: conflict.changedBy?.name ?? '', at: conflict.changedAt };
}
const mergedDraft = (
  { saved, draft }: ClinicalTextContext,
  theirs: TheirText | undefined,
): ClinicalTextDraft | undefined =>
  saved && theirs && mergeDisjoint(clinicalTextGroups, draftOf(saved), draft, draftOf(theirs.text));
/** Undefined where it is not known what the draft was made of. */
const madeOf = ({ saved, theirs }: ClinicalTextContext): ClinicalTextDraft | undefined =>
  saved && theirs && saved.version < theirs.text.version ? draftOf(saved) : undefined;
/** What the person has to decide before theirs and mine can be one. */
export const toDecide = (context: ClinicalTextContext): Groups<ClinicalTextDraft> =>
  context.theirs ? undecided(clinicalTextGroups, madeOf(context), context.draft, draftOf(context.theirs.text)) : [];
const yielded = (context: ClinicalTextContext): ClinicalTextDraft =>
  context.theirs
    ? yielding(clinicalTextGroups, madeOf(context), context.draft, draftOf(context.theirs.text))
    : context.draft;
const based = (theirs: TheirText | undefined) => (theirs ? { saved: theirs.text, theirs: undefined } : {});

export const clinicalTextMachine = setup({
  types: {
    /**
     * `draft` is what the form begins with; `theirs`: what has to be compared with it first; `error`: why it came back.
     */
    input: {} as {
      saved?: ClinicalTextContent;
      draft: ClinicalTextDraft;
      theirs?: TheirText;
      error?: ApiError;
      read: ClinicalTextContext['read'];
    },
    context: {} as ClinicalTextContext,
    events: {} as ClinicalTextEvent,
    emitted: {} as ClinicalTextNews,
    tags: {} as 'busy' | 'open' | 'unsaved',
  },
  actors: {
    save: fromPromise<ClinicalTextContent, { draft: ClinicalTextDraft; saved: ClinicalTextContent | undefined }>(() =>
      Promise.reject(new Error('provided where it is used')),
    ),
  },
  actions: {
    forgetError: assign({ error: undefined }),
    holdError: assign({ error: (_, { error }: Refusal) => ApiError.from(error) }),
    holdTheirs: assign(({ event }) => (event.type === 'remote' ? { theirs: event.theirs } : {})),
    holdConflict: assign(({ context }, { error }: Refusal) => ({
      error: ApiError.from(error),
      theirs: theirsIn(error, context.read),
    })),
    standOnTheirs: assign(({ context }) => ({ ...based(context.theirs), error: undefined, mergedWith: undefined })),
    merge: assign(({ context }, { error }: Refusal) => {
      const theirs = theirsIn(error, context.read);
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
        ...(saved && theirs ? { draft: over(clinicalTextGroups, draftOf(saved), draft, draftOf(theirs.text)) } : {}),
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
  },
  guards: {
    isNew: ({ context }) => context.saved === undefined,
    undated: ({ context }) => context.draft.date === '',
    unchanged: ({ context }) =>
      context.saved !== undefined && !differs(clinicalTextGroups, draftOf(context.saved), context.draft),
    isNewer: ({ context, event }) =>
      event.type === 'remote' &&
      event.theirs.text.version > Math.max(context.saved?.version ?? -1, context.theirs?.text.version ?? -1),
    isMergeable: ({ context }, { error }: Refusal) => mergedDraft(context, theirsIn(error, context.read)) !== undefined,
    isConflict: ({ context }, { error }: Refusal) => theirsIn(error, context.read) !== undefined,
    isQueued: (_, { error }: Refusal) => error instanceof QueuedError,
    newerAndUntouched: ({ context, event }) =>
      event.type === 'remote' &&
      context.saved !== undefined &&
      event.theirs.text.version > context.saved.version &&
      !differs(clinicalTextGroups, draftOf(context.saved), context.draft),
    leavesMine: ({ context }) =>
      context.theirs !== undefined && differs(clinicalTextGroups, yielded(context), draftOf(context.theirs.text)),
    hasTheirs: ({ context }) => context.theirs !== undefined,
  },
}).createMachine({
  id: 'dated text',
  context: ({ input }) => ({
    saved: input.saved,
    draft: input.draft,
    theirs: input.theirs,
    error: input.error,
    showMissing: false,
    mergedWith: undefined,
    round: 0,
    read: input.read,
  }),
  initial: 'deciding',
  states: {
    deciding,
    viewing: {
      entry: assign(({ context }) => (context.saved ? { draft: draftOf(context.saved), showMissing: false } : {})),
      on: {
        edit: { target: 'editing', actions: 'forgetError' },
        remote: {
          guard: 'isNewer',
          actions: assign(({ event }) => ({ saved: event.theirs.text, draft: draftOf(event.theirs.text) })),
        },
      },
    },
    editing: {
      tags: ['open', 'unsaved'],
      on: {
        change: { actions: assign({ draft: ({ context, event }) => ({ ...context.draft, ...event.patch }) }) },
        save: [
          { guard: 'undated', actions: assign({ showMissing: true }) },
          { guard: 'unchanged', target: 'viewing', actions: 'forgetError' },
          { target: 'saving', actions: assign({ mergedWith: undefined }) },
        ],
        cancel: [
          { guard: 'isNew', target: 'gone' },
          { target: 'viewing', actions: 'standOnTheirs' },
        ],
        remote: [
          // Opened and not touched: there is nothing to compare with.
          {
            guard: 'newerAndUntouched',
            actions: assign(({ context, event }) => ({
              saved: event.theirs.text,
              draft: draftOf(event.theirs.text),
              theirs: undefined,
              round: context.round + 1,
            })),
          },
          { guard: 'isNewer', actions: 'holdTheirs' },
        ],
        compare: { guard: 'hasTheirs', target: 'conflict' },
      },
    },
    saving: {
      // Not lost by leaving: the queue has it.
      tags: ['open', 'busy'],
      invoke: {
        src: 'save',
        input: ({ context }) => ({ draft: context.draft, saved: context.saved }),
        onDone: [
          {
            guard: 'isNew',
            target: 'done',
            actions: [
              assign({ saved: ({ event }) => event.output, error: undefined }),
              emit(({ event }) => ({ type: 'added', id: event.output.id })),
            ],
          },
          {
            target: 'viewing',
            actions: [
              assign({ saved: ({ event }) => event.output, theirs: undefined, error: undefined }),
              emit(({ context, event }) => ({ type: 'edited', id: event.output.id, mergedWith: context.mergedWith })),
            ],
          },
        ],
        onError: onNotAnswered,
      },
      on: { remote: { guard: 'isNewer', actions: 'holdTheirs' } },
    },
    conflict: inConflict,
    done: { type: 'final' },
    gone: { type: 'final' },
  },
});
