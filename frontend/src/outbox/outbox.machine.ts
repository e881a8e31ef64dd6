/**
 * What a person has saved and the server has not answered yet, in the order of saving: resting → sending → resting, or
 * held until the network is back. One thing is under way at a time, so nothing overtakes what it may stand on. A
 * refused one is set aside for its author and those behind it go on, but for what needs it: an entry of a review that
 * is itself still waiting names it by a stand-in for its id.
 */
import { and, assign, emit, enqueueActions, fromPromise, not, setup } from 'xstate';
import { ApiError } from '../platform/http/api.ts';
import { backoffMs } from '../platform/http/backoff.ts';
import {
  createdId,
  requiredIds,
  withKnownIds,
  placeholderId,
  replacePlaceholders,
  type PendingCommand,
} from './pending-command.ts';

/** No word on it: it is asked again, under the same key. */
const isUnanswered = (error: ApiError): boolean => error.isTransient || error.status === 429 || error.endsSession;
/** So often a lost connection is nothing that a person has to hear of. */
const QUIET_FAILURES = 3;

export interface OutboxContext {
  /** Whose turn it is; nothing is sent while nobody is signed in. */
  user: string | undefined;
  items: readonly PendingCommand[];
  /** What the stand-ins stand for, as far as it is known. */
  ids: Readonly<Record<string, string>>;
  /** Attempts without an answer, since the last answer. */
  failures: number;
  /** The key of what is under way. */
  sending: string | undefined;
}
export type OutboxEvent =
  | { type: 'user'; user: string | undefined }
  | { type: 'put'; items: readonly PendingCommand[] }
  /** Back to its author: it is not sent any more. What is under way right now cannot be had back. */
  | { type: 'take'; keys: readonly string[] }
  /** Back, or worth an attempt. */
  | { type: 'network' }
  /** Somebody has logged out. */
  | { type: 'empty' };
export type OutboxEmitted =
  | { type: 'answered'; item: PendingCommand; answer: unknown; id: string | undefined }
  | { type: 'refused'; item: PendingCommand; error: ApiError }
  /** It takes longer than a person should look at a closed form for. */
  | { type: 'waits'; keys: readonly string[] };

/** The first that may be sent. */
export const nextCommand = ({
  user,
  items,
  ids,
}: Pick<OutboxContext, 'user' | 'items' | 'ids'>): PendingCommand | undefined =>
  items.find(
    (item) =>
      item.user === user && item.refused === undefined && requiredIds(item).every((name) => ids[name] !== undefined),
  );

export const outboxMachine = setup({
  types: {
    input: {} as { items: readonly PendingCommand[]; ids: Readonly<Record<string, string>> },
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    emitted: {} as OutboxEmitted,
  },
  actors: {
    send: fromPromise<unknown, { item: PendingCommand | undefined }>(() =>
      Promise.reject(new Error('provided by queue.ts')),
    ),
  },
  actions: {
    append: assign({
      items: ({ context, event }) =>
        event.type === 'put'
          ? [...context.items, ...event.items.map((item) => withKnownIds(item, context.ids))]
          : context.items,
    }),
    count: assign({ failures: ({ context }) => context.failures + 1, sending: undefined }),
    sayWaiting: emit(({ context }) => ({ type: 'waits', keys: context.items.map(({ key }) => key) })),
  },
  guards: {
    /** As far as the browser knows. */
    hasNetwork: () => true,
    hasNext: ({ context }) => nextCommand(context) !== undefined,
    isLong: ({ context }) => context.failures >= QUIET_FAILURES,
    isUnanswered: (_, { error }: { error: unknown }) => isUnanswered(ApiError.from(error)),
  },
  delays: {
    backoff: ({ context }) => backoffMs(context.failures, 200),
  },
}).createMachine({
  id: 'queue',
  context: ({ input }) => ({ user: undefined, ...input, failures: 0, sending: undefined }),
  initial: 'resting',
  on: {
    user: { actions: assign({ user: ({ event }) => event.user }) },
    put: { actions: 'append' },
    take: {
      actions: assign({
        items: ({ context, event }) =>
          context.items.filter(({ key }) => key === context.sending || !event.keys.includes(key)),
      }),
    },
    empty: { target: '.resting', actions: assign({ items: [], ids: {}, failures: 0, sending: undefined }) },
  },
  states: {
    resting: {
      always: [
        { guard: and(['hasNext', 'hasNetwork']), target: 'sending' },
        { guard: 'hasNext', target: 'held' },
      ],
    },
    sending: {
      entry: assign(({ context }) => {
        const next = nextCommand(context);
        return {
          sending: next?.key,
          items: context.items.map((item) => (item === next ? { ...item, tried: true } : item)),
        };
      }),
      invoke: {
        src: 'send',
        input: ({ context }) => {
          const item = context.items.find(({ key }) => key === context.sending);
          return { item: item && { ...item, call: replacePlaceholders(item.call, context.ids) } };
        },
        onDone: {
          target: 'resting',
          actions: enqueueActions(({ context, event, enqueue }) => {
            const item = context.items.find(({ key }) => key === context.sending);
            if (!item) return;
            const id = createdId(item, event.output);
            const ids = id === undefined ? context.ids : { ...context.ids, [placeholderId(item.key)]: id };
            enqueue.assign({
              ids,
              failures: 0,
              sending: undefined,
              items: context.items.filter((one) => one !== item).map((one) => withKnownIds(one, ids)),
            });
            enqueue.emit({ type: 'answered', item, answer: event.output, id });
          }),
        },
        onError: [
          {
            guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
            target: 'held',
            actions: 'count',
          },
          {
            target: 'resting',
            actions: enqueueActions(({ context, event, enqueue }) => {
              const error = ApiError.from(event.error);
              const { status, message, body } = error;
              const item = context.items.find(({ key }) => key === context.sending);
              // A refused command wrote nothing, whatever became of earlier attempts: those would have been answered
              // with what they wrote.
              enqueue.assign({
                failures: 0,
                sending: undefined,
                items: context.items.map((one) =>
                  one === item ? { ...one, tried: false, refused: { status, message, body } } : one,
                ),
              });
              if (item) enqueue.emit({ type: 'refused', item, error });
            }),
          },
        ],
      },
    },
    held: {
      always: { guard: not('hasNext'), target: 'resting' },
      entry: enqueueActions(({ enqueue, check }) => {
        if (check('isLong') || !check('hasNetwork')) enqueue('sayWaiting');
      }),
      after: { backoff: 'resting' },
      on: {
        network: 'resting',
        user: { target: 'resting', actions: assign({ user: ({ event }) => event.user }) },
        put: {
          actions: [
            'append',
            enqueueActions(({ enqueue, check }) => {
              if (check('isLong') || !check('hasNetwork')) enqueue('sayWaiting');
            }),
          ],
        },
      },
    },
  },
});
