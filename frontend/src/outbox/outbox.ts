/** The outbox of this tab. All clinical commands go through it, online and offline (docs/product.md, "Outbox"). */
import type { Call as ContractCall, Method } from 'language/contract/calls/call';
import { useMemo } from 'react';
import { createActor, fromPromise } from 'xstate';
import { signedInUser, session, sessionKey } from '../platform/session/session.ts';
import { setUnsentCommands } from '../platform/storage/unsaved-changes.ts';
import { createStore, useStore } from 'zustand';
import { uuid } from '../platform/browser.ts';
import {
  type Call,
  isPlaceholderId,
  placeholderId,
  type PendingCommand,
  QueuedError,
  replacePlaceholders,
} from './pending-command.ts';
import { ApiError } from '../platform/http/api.ts';
import { eventLogId, versionIn } from '../platform/http/event-log.ts';
import { fetchWithProgress } from '../platform/http/progress-deadline.ts';
import { cacheCommandAnswer } from '../sync/reads/admission-lists.ts';
import { api } from '../sync/client.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { live } from '../sync/live/live-connection.ts';
import { deviceStorage, onTextsOfOtherTabs, refreshTexts } from '../platform/storage/device-storage.ts';
// Loads the key of what is stored.
import '../platform/session/device-key.ts';
import { outboxMachine, type OutboxContext } from './outbox.machine.ts';
import { asLeader, followOutboxes } from './outbox-pages.ts';
import { outboxStorage } from './outbox-storage.ts';

interface OutboxState {
  items: readonly PendingCommand[];
  ids: Readonly<Record<string, string>>;
  user: string | undefined;
  sending: string | undefined;
}
const none: readonly PendingCommand[] = [];
const store = createStore<OutboxState>(() => ({ items: none, ids: {}, user: undefined, sending: undefined }));

function setPendingCommands({ items, ids, user, sending }: OutboxState): void {
  const owner = user ?? signedInUser()?._id;
  const isShown = ({ corrects }: PendingCommand): boolean =>
    corrects === undefined || !items.some(({ key }) => key === corrects);
  const own = items.filter((item) => item.user === owner && isShown(item));
  const before = store.getState();
  const isUnchanged = isSame(own, before.items);
  store.setState({ items: isUnchanged ? before.items : own, ids, user, sending }, true);
  if (!isUnchanged) setUnsentCommands(own.map(({ what }) => what));
}

/** The pending commands of this person in their order. `matches` must be a constant function. */
export function usePendingCommands(matches: (item: PendingCommand) => boolean = matchesAll): readonly PendingCommand[] {
  const items = useStore(store, (state) => state.items);
  return useMemo(() => (items.length === 0 ? none : items.filter(matches)), [items, matches]);
}
const matchesAll = (): boolean => true;

export const useIsSending = (key: string): boolean => useStore(store, ({ sending }) => sending === key);

/** The real id for a placeholder, if it is known; otherwise the id itself. */
export const resolveId = (id: string): string => (isPlaceholderId(id) ? (store.getState().ids[id] ?? id) : id);

export type CommandOutcome =
  | { type: 'answered'; item: PendingCommand; answer: unknown; id: string | undefined }
  | { type: 'refused'; item: PendingCommand };
const listeners = new Set<(outcome: CommandOutcome) => void>();
/**
 * Calls the listener with the outcome of each command whose editor is closed.
 * @returns unsubscribes
 */
export function onOutcome(listener: (outcome: CommandOutcome) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export type NewCommand = Omit<PendingCommand, 'user' | 'at' | 'tried'> & { tried?: boolean };
/** A withdrawn command with which an editor was opened again. */
export type WithdrawnCommand = Pick<PendingCommand, 'key' | 'tried' | 'call' | 'sendAs'>;
export interface CommandSender {
  /** The placeholder for the id of the thing that the command creates. */
  readonly id: string;
  /** @throws ApiError if it was refused; QueuedError if it waits for the network and its editor may close */
  send<Res>(
    command: Omit<NewCommand, 'key' | 'tried' | 'corrects'>,
    correction: (id: string) => PendingCommand['call'],
    signal: AbortSignal,
  ): Promise<Res>;
}

/**
 * Sends the commands of one editor. The key stays the same until there is an answer. It is for one text: where an earlier
 * text was sent and its outcome is unknown, that text is sent again, and `correction` sends the changed one. If the earlier
 * text is refused, nothing was written, and the changed one takes its place.
 */
export function createCommandSender(withdrawn?: WithdrawnCommand): CommandSender {
  let key = withdrawn?.key ?? uuid();
  let sendAs = withdrawn?.sendAs;
  let earlier = withdrawn?.tried ? withdrawn.call : undefined;
  return {
    get id() {
      return placeholderId(key);
    },
    async send<Res>(
      command: Omit<NewCommand, 'key' | 'tried' | 'corrects'>,
      correction: (id: string) => PendingCommand['call'],
      signal: AbortSignal,
    ): Promise<Res> {
      const first = { ...command, key, tried: earlier !== undefined, ...(sendAs === undefined ? {} : { sendAs }) };
      const sendBoth = async (call: Call): Promise<Res> => {
        const { makes: _, ...edit } = command;
        try {
          return await enqueue<Res>(
            [
              { ...first, call },
              { ...edit, key: uuid(), corrects: key, call: correction(placeholderId(key)) },
            ],
            signal,
          );
        } catch (error) {
          const isCorrectionRefused = resolveId(placeholderId(key)) !== placeholderId(key);
          if (!(error instanceof ApiError) || isCorrectionRefused) throw error;
          earlier = undefined;
          return enqueue<Res>([{ ...first, tried: false }], signal);
        }
      };
      const isChanged = earlier !== undefined && !isSameRequest(earlier, command.call);
      try {
        const answer = await (earlier && isChanged ? sendBoth(earlier) : enqueue<Res>([first], signal));
        key = uuid();
        earlier = undefined;
        sendAs = undefined;
        return answer;
      } catch (error) {
        if (error instanceof ApiError && !isChanged) earlier = undefined;
        throw error;
      }
    },
  };
}

/** True if the server takes one for a repeat of the other. */
function isSameRequest(one: Call, other: Call): boolean {
  const requestOf = ({ params, body }: Call) =>
    JSON.stringify(replacePlaceholders([params, body], store.getState().ids));
  return requestOf(one) === requestOf(other);
}

async function sendPending(item: PendingCommand, signal: AbortSignal): Promise<unknown> {
  const {
    key,
    sendAs,
    log,
    call: { method, path, params, body, ifVersion },
  } = item;
  const sent: ContractCall<Method, `/${string}:${string}`> = {
    method,
    path: path as `/${string}:${string}`,
  };
  try {
    const answer = await api(sent, {
      params,
      body,
      idempotencyKey: sendAs ?? key,
      signal,
      fetch: fetchWithProgress,
      ...(ifVersion === undefined ? {} : { ifVersion: versionIn(log, ifVersion) }),
    });
    await cacheCommandAnswer(answer);
    return answer;
  } catch (error) {
    throw ApiError.from(error);
  }
}

const actor = createActor(
  outboxMachine.provide({
    actors: {
      send: fromPromise<unknown, { item: PendingCommand | undefined }>(({ input: { item }, signal }) =>
        item ? asLeader(item.user, signal, () => sendPending(item, signal)) : Promise.resolve(undefined),
      ),
    },
    guards: { hasNetwork: () => navigator.onLine },
  }),
  { input: { items: none, ids: {} } },
);
let stored = actor.getSnapshot().context;
/** The commands whose editor is closed: their outcome is published instead. */
const keysWithoutEditor = new Set<string>();
/** The people whose stored commands this page has read. From then on what it holds is newer than what is stored. */
const restored = new Set<string>();
/** People whose commands have changed while their key was away: an answer came after the page was locked. */
const unwritten = new Set<string>();
const isSame = (some: readonly PendingCommand[], others: readonly PendingCommand[]): boolean =>
  some.length === others.length && some.every((item, index) => item === others[index]);
function storeCommands(before: OutboxContext, now: OutboxContext): void {
  for (const user of restored) {
    const ownIn = ({ items }: OutboxContext) => items.filter((item) => item.user === user);
    const hasNewIds = now.ids !== before.ids && user === signedInUser()?._id;
    if (!hasNewIds && isSame(ownIn(before), ownIn(now))) continue;
    if (deviceStorage.isOpen(user)) outboxStorage.write(user, now);
    else unwritten.add(user);
  }
}
/** Takes over what a page that is gone has left. */
async function takeOver(user: string, name: string): Promise<void> {
  await refreshTexts();
  // The next key of the person tries again.
  if (!deviceStorage.isOpen(user) || !restored.has(user)) return;
  const { items, ids } = outboxStorage.readOther(user, name);
  const fresh = items.filter(({ key }) => !stored.items.some((item) => item.key === key));
  for (const { key } of fresh) keysWithoutEditor.add(key);
  // Stored here and removed there in one task, which is one transaction.
  actor.send({ type: 'restore', items: fresh, ids });
  outboxStorage.removeOther(user, name);
}
const followPages = (user: string): void =>
  followOutboxes(outboxStorage.others(user), (name) => takeOver(user, name).catch(() => undefined));
function restoreCommands(user: string): void {
  if (restored.has(user)) {
    if (unwritten.delete(user)) outboxStorage.write(user, stored);
    followPages(user);
    return;
  }
  const { items, ids } = outboxStorage.read(user);
  restored.add(user);
  const hasEarlier = stored.items.some((item) => item.user === user);
  for (const { key } of items) keysWithoutEditor.add(key);
  actor.send({ type: 'restore', items, ids });
  // Saved before the key was there.
  if (hasEarlier) outboxStorage.write(user, stored);
  followPages(user);
}
// Another page has begun an outbox.
onTextsOfOtherTabs(() => {
  const user = signedInUser()?._id;
  if (user !== undefined && restored.has(user)) followPages(user);
});
actor.on('delayed', ({ keys }) => {
  for (const key of keys) keysWithoutEditor.add(key);
});
actor.subscribe(({ context }) => {
  const before = stored;
  stored = context;
  if (context.items !== before.items || context.ids !== before.ids) storeCommands(before, context);
  setPendingCommands(context);
});
const publish = (outcome: CommandOutcome): void => {
  const { item } = outcome;
  const isOwnNews = item.corrects === undefined || outcome.type === 'refused';
  if (keysWithoutEditor.has(item.key) && isOwnNews && item.user === signedInUser()?._id)
    for (const listener of listeners) listener(outcome);
};
actor.on('answered', (outcome) => {
  // Drafts within the new thing have its placeholder in their keys.
  if (outcome.id !== undefined) drafts.rename(outcome.item.user, placeholderId(outcome.item.key), outcome.id);
  publish(outcome);
});
actor.on('refused', publish);
actor.start();
deviceStorage.onOpened(restoreCommands);
const reader = signedInUser();
if (reader && deviceStorage.isOpen(reader._id)) restoreCommands(reader._id);

const followSession = (): void =>
  actor.send({ type: 'user', user: sessionKey() === undefined ? undefined : signedInUser()?._id });
session.subscribe(followSession);
followSession();
drafts.onCleared((user) => {
  actor.send({ type: 'clear', user });
  outboxStorage.clear(user);
  unwritten.delete(user);
});
const onNetworkRestored = (): void => actor.send({ type: 'networkRestored' });
window.addEventListener('online', onNetworkRestored);
let wasLive = false;
live.subscribe((state) => {
  const isLive = state.matches({ on: 'live' });
  if (isLive && !wasLive) onNetworkRestored();
  wasLive = isLive;
});

/**
 * Enqueues commands in this order. `signal`: the editor is closed.
 * @returns the answer of the last command
 * @throws ApiError if one was refused, after all of them are removed; QueuedError if they wait for the network
 */
export function enqueue<Res>(commands: readonly NewCommand[], signal: AbortSignal): Promise<Res> {
  const user = signedInUser()?._id ?? '';
  const keys = commands.map(({ key }) => key);
  return new Promise<Res>((resolve, reject) => {
    const subscriptions = [
      actor.on('answered', ({ item, answer }) => {
        if (item.key !== keys.at(-1)) return;
        end();
        resolve(answer as Res);
      }),
      actor.on('refused', ({ item, error }) => {
        if (!keys.includes(item.key)) return;
        end();
        actor.send({ type: 'withdraw', keys });
        reject(error);
      }),
      actor.on('delayed', (delayed) => {
        if (!keys.some((key) => delayed.keys.includes(key))) return;
        end();
        reject(new QueuedError());
      }),
    ];
    function end(): void {
      for (const subscription of subscriptions) subscription.unsubscribe();
    }
    // A command that is refused after its editor is closed stays in the outbox for its author.
    const onEditorClosed = (): void => {
      end();
      for (const key of keys) keysWithoutEditor.add(key);
    };
    if (signal.aborted) onEditorClosed();
    else signal.addEventListener('abort', onEditorClosed);
    actor.send({
      type: 'enqueue',
      items: commands.map((command) => ({ tried: false, log: eventLogId(), ...command, user, at: Date.now() })),
    });
  });
}

/**
 * Removes a command and its corrections from the outbox.
 * @returns the command; undefined if it is being sent or is not there any more
 */
export function withdraw(key: string): PendingCommand | undefined {
  const { items, sending } = actor.getSnapshot().context;
  const item = items.find((one) => one.key === key);
  if (!item || sending === key) return undefined;
  const corrections = items.filter(({ corrects }) => corrects === key);
  actor.send({ type: 'withdraw', keys: [key, ...corrections.map((one) => one.key)] });
  // The author continues with the last text.
  return { ...item, draft: corrections.at(-1)?.draft ?? item.draft };
}
