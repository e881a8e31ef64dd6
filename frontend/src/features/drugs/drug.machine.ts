/**
 * The drug form: editing → saving → editing on what is saved now, with conflict; a new drug is `done` when the server
 * has it. What a person has typed changes by `change` alone: whatever arrives from elsewhere stands beside it.
 */
import type { Drug } from 'command-api/contract/entities';
import { assign, emit, fromPromise, setup } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { deciding, inConflict, onRefused, type Refusal } from '../../editing/edit-states.ts';
import { differs, mergeDisjoint, over, undecided, yielding, type Groups } from '../../editing/conflict/merge.ts';
import { holds } from '../../editing/conflict/current-version.ts';
import {
  blankDrug,
  contentOf,
  contentOfDrug,
  draftOf,
  drugGroups,
  isComplete,
  type DrugContent,
  type DrugDraft,
} from './drug-draft.ts';

/** A newer state of the drug than the one that is being edited, and whose. */
export interface TheirDrug {
  drug: Drug;
  by: string;
  at: string | undefined;
}

export interface DrugContext {
  /** The drug as it was when editing began: what the draft is based on. Undefined: not saved yet. */
  saved: Drug | undefined;
  draft: DrugDraft;
  theirs: TheirDrug | undefined;
  error: ApiError | undefined;
  showMissing: boolean;
  /** Whose change has been put together with this one on its way. */
  mergedWith: string | undefined;
  /** How often the form was filled anew: texts that are read once are read again. */
  round: number;
}
export type DrugFormEvent =
  | { type: 'change'; patch: Partial<DrugDraft> }
  | { type: 'restore'; draft: DrugDraft; moved: boolean }
  | { type: 'save' }
  | { type: 'discard' }
  | { type: 'remote'; theirs: TheirDrug }
  | { type: 'compare' }
  | { type: 'keepMine' }
  | { type: 'takeTheirs' }
  | { type: 'goOn' };
export type DrugNews =
  | { type: 'added'; drug: Drug }
  | { type: 'updated'; mergedWith: string | undefined }
  | { type: 'unchanged' };

function theirsIn(error: unknown): TheirDrug | undefined {
  const conflict = error instanceof ApiError ? error.conflict : undefined;
  return conflict && holds<Drug>(conflict.current, ['_id', 'label', 'tradeLabels', 'version'])
    ? { drug: conflict.current, by: conflict.changedBy?.name ?? '', at: conflict.changedAt }
    : undefined;
}
const merged = ({ saved, draft }: DrugContext, theirs: TheirDrug | undefined): DrugContent | undefined =>
  saved && theirs && mergeDisjoint(drugGroups, contentOfDrug(saved), contentOf(draft), contentOfDrug(theirs.drug));
/** Undefined where it is not known what the draft was made of. */
const madeOf = ({ saved, theirs }: DrugContext): DrugContent | undefined =>
  saved && theirs && saved.version < theirs.drug.version ? contentOfDrug(saved) : undefined;
/** What the person has to decide before theirs and mine can be one. */
export const toDecide = (context: DrugContext): Groups<DrugContent> =>
  context.theirs
    ? undecided(drugGroups, madeOf(context), contentOf(context.draft), contentOfDrug(context.theirs.drug))
    : [];
const yielded = (context: DrugContext): DrugContent =>
  context.theirs
    ? yielding(drugGroups, madeOf(context), contentOf(context.draft), contentOfDrug(context.theirs.drug))
    : contentOf(context.draft);
const based = (theirs: TheirDrug | undefined) => (theirs ? { saved: theirs.drug, theirs: undefined } : {});

/** Something was typed that is not saved. */
export const isDirty = ({ saved, draft }: Pick<DrugContext, 'saved' | 'draft'>): boolean =>
  differs(drugGroups, contentOf(saved ? contentOfDrug(saved) : blankDrug()), contentOf(draft));

export const drugMachine = setup({
  types: {
    input: {} as { saved: Drug | undefined },
    context: {} as DrugContext,
    events: {} as DrugFormEvent,
    emitted: {} as DrugNews,
    tags: {} as 'busy' | 'open' | 'unsaved',
  },
  actors: {
    save: fromPromise<Drug, { draft: DrugDraft; saved: Drug | undefined }>(() =>
      Promise.reject(new Error('provided by drug-editor.ts')),
    ),
  },
  actions: {
    forgetError: assign({ error: undefined }),
    holdError: assign({ error: (_, { error }: Refusal) => ApiError.from(error) }),
    holdTheirs: assign(({ event }) => (event.type === 'remote' ? { theirs: event.theirs } : {})),
    holdConflict: assign((_, { error }: Refusal) => ({ error: ApiError.from(error), theirs: theirsIn(error) })),
    standOnTheirs: assign(({ context }) => ({ ...based(context.theirs), error: undefined, mergedWith: undefined })),
    merge: assign(({ context }, { error }: Refusal) => {
      const theirs = theirsIn(error);
      const content = merged(context, theirs);
      return { ...(content ? { draft: draftOf(content) } : {}), mergedWith: theirs?.by, ...based(theirs) };
    }),
    keepOverTheirs: assign(({ context: { saved, draft, theirs } }) => ({
      ...(saved && theirs
        ? { draft: draftOf(over(drugGroups, contentOfDrug(saved), contentOf(draft), contentOfDrug(theirs.drug))) }
        : {}),
      ...based(theirs),
      error: undefined,
      mergedWith: undefined,
    })),
    yieldToTheirs: assign(({ context }) => ({
      draft: draftOf(yielded(context)),
      round: context.round + 1,
      ...based(context.theirs),
      error: undefined,
    })),
  },
  guards: {
    isNew: ({ context }) => context.saved === undefined,
    incomplete: ({ context }) => !isComplete(context.draft),
    unchanged: ({ context }) => context.saved !== undefined && !isDirty(context),
    isNewer: ({ context, event }) =>
      event.type === 'remote' &&
      event.theirs.drug.version > Math.max(context.saved?.version ?? -1, context.theirs?.drug.version ?? -1),
    newerAndUntouched: ({ context, event }) =>
      event.type === 'remote' &&
      context.saved !== undefined &&
      event.theirs.drug.version > context.saved.version &&
      !isDirty(context),
    isMergeable: ({ context }, { error }: Refusal) => merged(context, theirsIn(error)) !== undefined,
    isConflict: (_, { error }: Refusal) => theirsIn(error) !== undefined,
    leavesMine: ({ context }) =>
      context.theirs !== undefined && differs(drugGroups, yielded(context), contentOfDrug(context.theirs.drug)),
    hasTheirs: ({ context }) => context.theirs !== undefined,
    hasMoved: ({ context, event }) => event.type === 'restore' && event.moved && context.saved !== undefined,
  },
}).createMachine({
  id: 'drug',
  context: ({ input: { saved } }) => ({
    saved,
    draft: saved ? draftOf(contentOfDrug(saved)) : blankDrug(),
    theirs: undefined,
    error: undefined,
    showMissing: false,
    mergedWith: undefined,
    round: 0,
  }),
  initial: 'deciding',
  states: {
    deciding,
    /** The form is always open: it begins again on what is saved. */
    viewing: {
      entry: assign(({ context: { saved, round } }) => ({
        draft: saved ? draftOf(contentOfDrug(saved)) : blankDrug(),
        theirs: undefined,
        showMissing: false,
        round: round + 1,
      })),
      always: 'editing',
    },
    editing: {
      tags: ['open', 'unsaved'],
      on: {
        change: { actions: assign(({ context, event }) => ({ draft: { ...context.draft, ...event.patch } })) },
        restore: [
          {
            guard: 'hasMoved',
            target: 'conflict',
            actions: assign(({ context: { saved, round }, event }) => ({
              draft: event.draft,
              round: round + 1,
              ...(saved ? { theirs: { drug: saved, by: '', at: undefined } } : {}),
            })),
          },
          { actions: assign(({ context, event }) => ({ draft: event.draft, round: context.round + 1 })) },
        ],
        save: [
          { guard: 'incomplete', actions: assign({ showMissing: true }) },
          { guard: 'unchanged', target: 'viewing', actions: ['forgetError', emit({ type: 'unchanged' })] },
          { target: 'saving', actions: assign({ mergedWith: undefined }) },
        ],
        discard: { target: 'viewing', actions: 'standOnTheirs' },
        remote: [
          {
            guard: 'newerAndUntouched',
            target: 'viewing',
            actions: assign({ saved: ({ event }) => event.theirs.drug }),
          },
          { guard: 'isNewer', actions: 'holdTheirs' },
        ],
        compare: { guard: 'hasTheirs', target: 'conflict' },
      },
    },
    saving: {
      tags: ['open', 'busy', 'unsaved'],
      invoke: {
        src: 'save',
        input: ({ context }) => ({ draft: context.draft, saved: context.saved }),
        onDone: [
          {
            guard: 'isNew',
            target: 'done',
            actions: [
              assign({ saved: ({ event }) => event.output, error: undefined }),
              emit(({ event }) => ({ type: 'added', drug: event.output })),
            ],
          },
          {
            target: 'viewing',
            actions: [
              assign({ saved: ({ event }) => event.output, error: undefined }),
              emit(({ context }) => ({ type: 'updated', mergedWith: context.mergedWith })),
            ],
          },
        ],
        onError: onRefused,
      },
      on: { remote: { guard: 'isNewer', actions: 'holdTheirs' } },
    },
    conflict: inConflict,
    done: { type: 'final' },
  },
});
