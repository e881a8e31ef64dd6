/**
 * The outbox: idle → sending → idle, or waiting until the network is back (docs/decisions/browser/outbox.md). It holds
 * commands that a person has saved and the server has not answered, in the order of saving. One command is sent at a
 * time, so that none overtakes a command on which it depends; a short one goes past a long one. A refused command stays for its author. Commands that
 * depend on it wait; the others are sent. An entry of a review that is still in the outbox has a placeholder for the
 * review's id.
 */
import { and, assign, emit, enqueueActions, fromPromise, not, setup } from 'xstate';
import { ApiError } from '../platform/http/api.ts';
import { eventLogId } from '../platform/http/event-log.ts';
import { uuid } from '../platform/browser.ts';
import { backoffMs } from '../platform/http/retry.ts';
import {
  answeredVersion,
  createdId,
  isLong,
  placeholderId,
  replacePlaceholders,
  requiredIds,
  withKnownIds,
  type PendingCommand,
} from './pending-command.ts';

/** The outcome is unknown or the server did not accept the call: it is sent again with the same key. */
const isUnanswered = (error: ApiError): boolean =>
  error.isTransient || error.status === 429 || error.endsSession || error.isSessionLocked;
/** Another tab, of which this one is a copy, has sent another text with the same key. */
const isKeyTaken = (error: ApiError): boolean => error.reason === 'idempotency-key-reused';
/** After this number of failures in a row the editor closes and its command waits. */
const QUIET_FAILURES = 3;

export interface OutboxContext {
  /** The signed-in person, whose commands are sent; undefined: none are sent. */
  user: string | undefined;
  items: readonly PendingCommand[];
  /** The known ids by placeholder. */
  ids: Readonly<Record<string, string>>;
  /** Unanswered attempts since the last answer. */
  failures: number;
  /** The key of the command that is being sent. */
  sending: string | undefined;
}
export type OutboxEvent =
  | { type: 'user'; user: string | undefined }
  /** The commands that an earlier page of the person has stored. */
  | { type: 'restore'; items: readonly PendingCommand[]; ids: Readonly<Record<string, string>> }
  | { type: 'enqueue'; items: readonly PendingCommand[] }
  /** Removes commands, but not the one that is being sent. */
  | { type: 'withdraw'; keys: readonly string[] }
  /** The network is probably back. */
  | { type: 'networkRestored' }
  /** This person, who is signed in, has logged out. */
  | { type: 'clear'; user: string };
export type OutboxEmitted =
  | { type: 'answered'; item: PendingCommand; answer: unknown; id: string | undefined }
  | { type: 'refused'; item: PendingCommand; error: ApiError }
  /** The commands wait for the network, so their editors close. */
  | { type: 'delayed'; keys: readonly string[] };

/** The first command that can be sent. A short one goes past a long one, on which it does not depend. */
export function nextCommand({
  user,
  items,
  ids,
}: Pick<OutboxContext, 'user' | 'items' | 'ids'>): PendingCommand | undefined {
  const sendable = items.filter(
    (item) =>
      item.user === user && item.refused === undefined && requiredIds(item).every((name) => ids[name] !== undefined),
  );
  const [first] = sendable;
  if (first === undefined || !isLong(first)) return first;
  return sendable.find((item) => !isLong(item) && sendable.find(({ of }) => of === item.of) === item) ?? first;
}

/** A correction is refused, and shown, where another tab has changed the thing since. */
function basedOnAnswer(item: PendingCommand, corrected: PendingCommand, answer: unknown): PendingCommand {
  const version = answeredVersion(corrected, answer);
  if (item.corrects !== corrected.key || version === undefined) return item;
  return { ...item, log: eventLogId(), call: { ...item.call, ifVersion: version } };
}

export const outboxMachine = setup({
  types: {
    input: {} as { items: readonly PendingCommand[]; ids: Readonly<Record<string, string>> },
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    emitted: {} as OutboxEmitted,
  },
  actors: {
    send: fromPromise<unknown, { item: PendingCommand | undefined }>(() =>
      Promise.reject(new Error('provided by outbox.ts')),
    ),
  },
  actions: {
    enqueue: assign({
      items: ({ context, event }) =>
        event.type === 'enqueue'
          ? [...context.items, ...event.items.map((item) => withKnownIds(item, context.ids))]
          : context.items,
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1, sending: undefined }),
    emitDelayed: emit(({ context }) => ({ type: 'delayed', keys: context.items.map(({ key }) => key) })),
  },
  guards: {
    /** False if the browser knows that it is offline. */
    hasNetwork: () => true,
    hasNext: ({ context }) => nextCommand(context) !== undefined,
    isDelayed: ({ context }) => context.failures >= QUIET_FAILURES,
    isUnanswered: (_, { error }: { error: unknown }) => isUnanswered(ApiError.from(error)),
    isKeyTaken: (_, { error }: { error: unknown }) => isKeyTaken(ApiError.from(error)),
    /** A new short command need not wait until a long one has gone through a slow line. */
    goesPast: ({ context, event }) => {
      if (event.type !== 'enqueue') return false;
      const next = nextCommand({ ...context, items: [...context.items, ...event.items] });
      const current = context.items.find(({ key }) => key === context.sending);
      return current !== undefined && isLong(current) && next !== undefined && !isLong(next);
    },
  },
  delays: {
    backoff: ({ context }) => backoffMs(context.failures, 200),
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({ user: undefined, ...input, failures: 0, sending: undefined }),
  initial: 'idle',
  on: {
    user: { actions: assign({ user: ({ event }) => event.user }) },
    restore: {
      actions: assign({
        items: ({ context, event }) => [...event.items, ...context.items],
        ids: ({ context, event }) => ({ ...event.ids, ...context.ids }),
      }),
    },
    enqueue: { actions: 'enqueue' },
    withdraw: {
      actions: assign({
        items: ({ context, event }) =>
          context.items.filter(({ key }) => key === context.sending || !event.keys.includes(key)),
      }),
    },
    clear: {
      target: '.idle',
      // The ids stay: commands of another person may need theirs.
      actions: assign({
        items: ({ context, event }) => context.items.filter(({ user }) => user !== event.user),
        failures: 0,
        sending: undefined,
      }),
    },
  },
  states: {
    idle: {
      always: [
        { guard: and(['hasNext', 'hasNetwork']), target: 'sending' },
        { guard: 'hasNext', target: 'waiting' },
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
      on: {
        // The long one is sent again afterwards, with its key: a server that has it by then repeats its answer.
        enqueue: [
          { guard: 'goesPast', target: 'idle', actions: ['enqueue', assign({ sending: undefined })] },
          { actions: 'enqueue' },
        ],
      },
      invoke: {
        src: 'send',
        input: ({ context }) => {
          const item = context.items.find(({ key }) => key === context.sending);
          return { item: item && { ...item, call: replacePlaceholders(item.call, context.ids) } };
        },
        onDone: {
          target: 'idle',
          actions: enqueueActions(({ context, event, enqueue }) => {
            const item = context.items.find(({ key }) => key === context.sending);
            if (!item) return;
            const id = createdId(item, event.output);
            const ids = id === undefined ? context.ids : { ...context.ids, [placeholderId(item.key)]: id };
            enqueue.assign({
              ids,
              failures: 0,
              sending: undefined,
              items: context.items
                .filter((one) => one !== item)
                .map((one) => withKnownIds(basedOnAnswer(one, item, event.output), ids)),
            });
            enqueue.emit({ type: 'answered', item, answer: event.output, id });
          }),
        },
        onError: [
          {
            guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
            target: 'waiting',
            actions: 'countFailure',
          },
          {
            guard: { type: 'isKeyTaken', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: assign({
              sending: undefined,
              items: ({ context }) =>
                context.items.map((one) =>
                  one.key === context.sending ? { ...one, sendAs: uuid(), tried: false } : one,
                ),
            }),
          },
          {
            target: 'idle',
            actions: enqueueActions(({ context, event, enqueue }) => {
              const error = ApiError.from(event.error);
              const { status, message, body } = error;
              const item = context.items.find(({ key }) => key === context.sending);
              // A refused command has written nothing, in earlier attempts either: the server would have repeated
              // their answer.
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
    waiting: {
      always: { guard: not('hasNext'), target: 'idle' },
      entry: enqueueActions(({ enqueue, check }) => {
        if (check('isDelayed') || !check('hasNetwork')) enqueue('emitDelayed');
      }),
      after: { backoff: 'idle' },
      on: {
        networkRestored: 'idle',
        user: { target: 'idle', actions: assign({ user: ({ event }) => event.user }) },
        enqueue: {
          actions: [
            'enqueue',
            enqueueActions(({ enqueue, check }) => {
              if (check('isDelayed') || !check('hasNetwork')) enqueue('emitDelayed');
            }),
          ],
        },
      },
    },
  },
});
