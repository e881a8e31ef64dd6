/**
 * The editor of one saved thing: a clinical text, an entry, a drug. It keeps the draft and the version that the draft
 * is based on, sends it once, and settles a conflict. `EditorFields` and `EditorCalls` say how the kinds differ. The
 * draft changes only by the person's own events and by a merge of other fields. A newer version of the same fields
 * stays beside it.
 */
import { type Actor, type AnyEventObject, assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { QueuedError } from '../outbox/pending-command.ts';
import { ApiError } from '../platform/http/api.ts';
import { FORGOTTEN_VERSION, onAnotherLog } from '../platform/http/event-log.ts';
import { differs } from './merge.ts';
import {
  isDirty,
  keepMine,
  mergeWith,
  takeTheirs,
  type EditorContext,
  type EditorFields,
  type Theirs,
  type Versioned,
} from './editor-fields.ts';

export interface EditorInput<Saved, Draft> {
  saved?: Saved;
  /** The draft that the form begins with. */
  draft: Draft;
  /** The state that the draft has to be compared with first. */
  theirs?: Theirs<Saved>;
  /** The reason why the draft came back from the outbox. */
  error?: ApiError;
  parentId?: string;
}
export type EditorEvent<Saved, Draft> =
  | { type: 'edit' }
  | { type: 'change'; patch: Partial<Draft> }
  /** A stored draft; `isMoved`: it is based on another version than the saved one. */
  | { type: 'restore'; draft: Draft; isMoved: boolean }
  | { type: 'save'; isInBackground?: boolean }
  | { type: 'cancel' }
  | { type: 'remove' }
  | { type: 'remote'; theirs: Theirs<Saved> }
  | { type: 'remoteRemoved' }
  | { type: 'compare' }
  /** The versions are of the event log before. */
  | { type: 'anotherLog' }
  | { type: 'keepMine' }
  | { type: 'takeTheirs' }
  | { type: 'goOn' };
export type EditorNews<Saved> =
  | { type: 'added'; saved: Saved }
  | { type: 'edited'; saved: Saved; mergedWith: string | undefined }
  | { type: 'unchanged' }
  | { type: 'removed'; saved: Saved };

export interface Sending<Saved, Draft> {
  draft: Draft;
  /** The version to change; undefined: to add. */
  saved: Saved | undefined;
}
export interface EditorCalls<Saved, Draft> {
  /** @throws ApiError when it is refused; QueuedError when it waits in the outbox, which has it from then on */
  save: (sending: Sending<Saved, Draft>, signal: AbortSignal) => Promise<Saved>;
  remove?: (saved: Saved) => Promise<void>;
}

/** Tags: `open` shows the form, `busy` waits for an answer, `unsaved` loses the draft when the person leaves. */
export function createEditorMachine<Saved extends Versioned, Draft extends object, Content extends object>(
  fields: EditorFields<Saved, Draft, Content>,
  calls: EditorCalls<Saved, Draft>,
) {
  type Context = EditorContext<Saved, Draft>;
  const draftOf = (saved: Saved): Draft => fields.toDraft(fields.savedContent(saved));
  const change = fields.change ?? ((draft: Draft, patch: Partial<Draft>): Draft => ({ ...draft, ...patch }));
  const baseOn = (theirs: Theirs<Saved> | undefined): Partial<Context> =>
    theirs ? { saved: theirs.current, theirs: undefined } : {};
  const theirsIn = (error: unknown, saved: Saved | undefined): Theirs<Saved> | undefined => {
    const conflict = error instanceof ApiError ? error.conflict : undefined;
    const current = conflict && fields.read(conflict.current, saved);
    return current && { current, by: conflict.changedBy?.name ?? '', at: conflict.changedAt };
  };
  const mergedAfter = (context: Context, error: unknown): { draft: Draft; theirs: Theirs<Saved> } | undefined => {
    const theirs = theirsIn(error, context.saved);
    const draft = theirs && mergeWith(fields, context, theirs.current);
    return draft && { draft, theirs };
  };

  return setup({
    types: {
      input: {} as EditorInput<Saved, Draft>,
      context: {} as Context,
      events: {} as EditorEvent<Saved, Draft>,
      emitted: {} as EditorNews<Saved>,
      tags: {} as 'busy' | 'open' | 'unsaved',
    },
    actors: {
      watchLog: fromCallback<AnyEventObject>(({ sendBack }) => onAnotherLog(() => sendBack({ type: 'anotherLog' }))),
      save: fromPromise<Saved, Sending<Saved, Draft>>(({ input, signal }) => calls.save(input, signal)),
      remove: fromPromise<Saved, Sending<Saved, Draft>>(async ({ input: { saved } }) => {
        if (!saved || !calls.remove) throw new Error('There is nothing to delete');
        await calls.remove(saved);
        return saved;
      }),
    },
    actions: {
      clearError: assign({ error: undefined }),
      forgetVersions: assign(({ context: { saved, theirs } }) => ({
        saved: saved && { ...saved, version: FORGOTTEN_VERSION },
        theirs: theirs && { ...theirs, current: { ...theirs.current, version: FORGOTTEN_VERSION } },
      })),
      holdTheirs: assign(({ event }) => (event.type === 'remote' ? { theirs: event.theirs } : {})),
      moveBase: assign(({ event }) => (event.type === 'remote' ? { saved: event.theirs.current } : {})),
      followTheirs: assign(({ context, event }) =>
        event.type === 'remote'
          ? {
              saved: event.theirs.current,
              draft: draftOf(event.theirs.current),
              theirs: undefined,
              isMissingShown: false,
              round: context.round + 1,
            }
          : {},
      ),
      rebase: assign(({ context }) => ({ ...baseOn(context.theirs), error: undefined, mergedWith: undefined })),
      becomeNew: assign({ saved: undefined, theirs: undefined, error: undefined, isRemovedElsewhere: true }),
    },
    guards: {
      isNew: ({ context }) => context.saved === undefined,
      isNewAndCloses: ({ context }) => context.saved === undefined && fields.isKeptOpen !== true,
      isIncomplete: ({ context }) => !fields.isComplete(context.draft),
      isUnchanged: ({ context }) => context.saved !== undefined && !isDirty(fields, context),
      hasTheirs: ({ context }) => context.theirs !== undefined,
      isNewer: ({ context: { saved, theirs }, event }) =>
        event.type === 'remote' &&
        event.theirs.current.version > Math.max(saved?.version ?? -1, theirs?.current.version ?? -1),
      /** Such as an entry that was rated: nothing that the form shows. */
      isSameContent: ({ context: { saved, theirs }, event }) =>
        event.type === 'remote' &&
        theirs === undefined &&
        saved !== undefined &&
        event.theirs.current.version > saved.version &&
        !differs(fields.groups, fields.savedContent(saved), fields.savedContent(event.theirs.current)),
      isNewerAndUntouched: ({ context, event }) =>
        event.type === 'remote' &&
        context.saved !== undefined &&
        event.theirs.current.version > context.saved.version &&
        !isDirty(fields, context),
    },
  }).createMachine({
    id: 'editor',
    context: ({ input }) => ({
      saved: input.saved,
      draft: input.draft,
      start: input.draft,
      theirs: input.theirs,
      error: input.error,
      isMissingShown: false,
      isRemovedElsewhere: false,
      isInBackground: false,
      mergedWith: undefined,
      round: 0,
      parentId: input.parentId ?? '',
    }),
    invoke: { src: 'watchLog' },
    on: { anotherLog: { actions: 'forgetVersions' } },
    initial: 'opening',
    states: {
      opening: {
        always: [
          { guard: 'hasTheirs', target: 'conflict' },
          { guard: 'isNew', target: 'editing' },
          { guard: 'isUnchanged', target: 'viewing' },
          { target: 'editing' },
        ],
      },
      viewing: {
        entry: assign(({ context: { saved, start } }) => ({
          draft: saved ? draftOf(saved) : start,
          theirs: undefined,
          isMissingShown: false,
        })),
        always: {
          guard: () => fields.isKeptOpen === true,
          target: 'editing',
          actions: assign({ round: ({ context }) => context.round + 1 }),
        },
        on: {
          edit: { target: 'editing', actions: 'clearError' },
          remove: 'removing',
          remote: { guard: 'isNewer', target: 'viewing', reenter: true, actions: 'moveBase' },
          remoteRemoved: 'closed',
        },
      },
      editing: {
        tags: ['open', 'unsaved'],
        on: {
          change: { actions: assign({ draft: ({ context, event }) => change(context.draft, event.patch) }) },
          restore: [
            {
              guard: ({ context, event }) => event.isMoved && context.saved !== undefined,
              target: 'conflict',
              actions: assign(({ context: { saved, round }, event }) => ({
                draft: event.draft,
                round: round + 1,
                theirs: saved && { current: saved, by: '', at: undefined },
              })),
            },
            { actions: assign(({ context, event }) => ({ draft: event.draft, round: context.round + 1 })) },
          ],
          save: [
            { guard: 'isIncomplete', actions: assign({ isMissingShown: true }) },
            { guard: 'isUnchanged', target: 'viewing', actions: ['clearError', emit({ type: 'unchanged' })] },
            {
              target: 'saving',
              actions: assign({
                isInBackground: ({ event }) => event.isInBackground ?? false,
                mergedWith: undefined,
              }),
            },
          ],
          cancel: [
            { guard: 'isNewAndCloses', target: 'closed' },
            { target: 'viewing', actions: 'rebase' },
          ],
          remote: [
            { guard: 'isSameContent', actions: 'moveBase' },
            { guard: 'isNewerAndUntouched', actions: 'followTheirs' },
            { guard: 'isNewer', actions: 'holdTheirs' },
          ],
          remoteRemoved: [{ guard: 'isUnchanged', target: 'closed' }, { actions: 'becomeNew' }],
          compare: { guard: 'hasTheirs', target: 'conflict' },
        },
      },
      // A second save is ignored here: each draft is sent once.
      saving: {
        tags: ['open', 'busy'],
        invoke: {
          src: 'save',
          input: ({ context: { draft, saved } }) => ({ draft, saved }),
          onDone: [
            {
              guard: 'isNew',
              target: 'added',
              actions: [
                assign({ saved: ({ event }) => event.output, error: undefined }),
                emit(({ event }) => ({ type: 'added', saved: event.output })),
              ],
            },
            {
              target: 'viewing',
              actions: [
                assign({ saved: ({ event }) => event.output, error: undefined }),
                emit(({ context, event }) => ({
                  type: 'edited',
                  saved: event.output,
                  mergedWith: context.mergedWith,
                })),
              ],
            },
          ],
          onError: [
            { guard: ({ event }) => event.error instanceof QueuedError, target: 'closed' },
            {
              guard: ({ context, event }) =>
                fields.canBeAddedAgain === true &&
                context.saved !== undefined &&
                ApiError.from(event.error).status === 404,
              target: 'editing',
              actions: 'becomeNew',
            },
            {
              guard: ({ context, event }) => mergedAfter(context, event.error) !== undefined,
              target: 'saving',
              reenter: true,
              actions: assign(({ context, event }) => {
                const merged = mergedAfter(context, event.error);
                return {
                  draft: merged?.draft ?? context.draft,
                  mergedWith: merged?.theirs.by,
                  round: context.round + 1,
                  ...baseOn(merged?.theirs),
                };
              }),
            },
            {
              guard: ({ context, event }) => theirsIn(event.error, context.saved) !== undefined,
              target: 'conflict',
              actions: assign(({ context, event }) => ({
                error: ApiError.from(event.error),
                theirs: theirsIn(event.error, context.saved),
              })),
            },
            { target: 'editing', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
          ],
        },
        on: { remote: { guard: 'isNewer', actions: 'holdTheirs' } },
      },
      conflict: {
        tags: ['open', 'unsaved'],
        on: {
          keepMine: {
            target: 'saving',
            actions: assign(({ context }) => ({
              draft: keepMine(fields, context),
              round: context.round + 1,
              ...baseOn(context.theirs),
              error: undefined,
              mergedWith: undefined,
            })),
          },
          takeTheirs: [
            // The fields that only this person changed stay in the form.
            {
              guard: ({ context }) => takeTheirs(fields, context).hasMineLeft,
              target: 'editing',
              actions: assign(({ context }) => ({
                draft: takeTheirs(fields, context).draft,
                round: context.round + 1,
                ...baseOn(context.theirs),
                error: undefined,
              })),
            },
            { target: 'viewing', actions: 'rebase' },
          ],
          goOn: { target: 'editing', actions: 'clearError' },
          remote: { guard: 'isNewer', actions: 'holdTheirs' },
          remoteRemoved: { target: 'editing', actions: 'becomeNew' },
        },
      },
      removing: {
        tags: ['busy'],
        invoke: {
          src: 'remove',
          input: ({ context: { draft, saved } }) => ({ draft, saved }),
          onDone: {
            target: 'closed',
            actions: emit(({ event }) => ({ type: 'removed', saved: event.output })),
          },
          onError: { target: 'viewing', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
        },
      },
      /** The server has the new one. */
      added: { type: 'final' },
      /** Cancelled, deleted, or waiting in the outbox. */
      closed: { type: 'final' },
    },
  });
}
export type Editor<Saved extends Versioned, Draft extends object, Content extends object = Draft> = Actor<
  ReturnType<typeof createEditorMachine<Saved, Draft, Content>>
>;
