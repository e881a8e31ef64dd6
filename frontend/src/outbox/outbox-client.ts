/** The part of the outbox that screens need before `outbox.ts` is loaded: its pending commands, and how to send one. */
import { useMemo } from 'react';
import { signedInUser } from '../platform/session/session.ts';
import { setUnsentCommands } from '../platform/storage/unsaved-changes.ts';
import { createStore, useStore } from '../platform/store.ts';
import { uuid } from '../platform/browser.ts';
import { isPlaceholderId, placeholderId, type PendingCommand } from './pending-command.ts';

interface OutboxState {
  items: readonly PendingCommand[];
  ids: Readonly<Record<string, string>>;
  user: string | undefined;
  sending: string | undefined;
}
const none: readonly PendingCommand[] = [];
const store = createStore<OutboxState>({ items: none, ids: {}, user: undefined, sending: undefined });

/** For `outbox.ts`: publishes its state. */
export function setPendingCommands({ items, ids, user, sending }: OutboxState): void {
  const owner = user ?? signedInUser()?._id;
  const own = items.filter((item) => item.user === owner && item.corrects === undefined);
  const before = store.get();
  const isSame = own.length === before.items.length && own.every((item, index) => item === before.items[index]);
  store.set({ items: isSame ? before.items : own, ids, user, sending });
  if (!isSame) setUnsentCommands(own.map(({ what }) => what));
}

/** The pending commands of this person in their order. `matches` must be a constant function. */
export function usePendingCommands(matches: (item: PendingCommand) => boolean = matchesAll): readonly PendingCommand[] {
  const items = useStore(store, (state) => state.items);
  return useMemo(() => (items.length === 0 ? none : items.filter(matches)), [items, matches]);
}
const matchesAll = (): boolean => true;

export const useIsSending = (key: string): boolean => useStore(store, ({ sending }) => sending === key);

/** The real id for a placeholder, if it is known; otherwise the id itself. */
export const resolveId = (id: string): string => (isPlaceholderId(id) ? (store.get().ids[id] ?? id) : id);

export type CommandOutcome =
  | { type: 'answered'; item: PendingCommand; answer: unknown; id: string | undefined }
  | { type: 'refused'; item: PendingCommand };
const listeners = new Set<(outcome: CommandOutcome) => void>();
/** For `outbox.ts`: the outcome of a command whose editor is closed. */
export const publishOutcome = (outcome: CommandOutcome): void => {
  for (const listener of listeners) listener(outcome);
};
/** @returns unsubscribes */
export function onOutcome(listener: (outcome: CommandOutcome) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export type NewCommand = Omit<PendingCommand, 'user' | 'at' | 'tried'> & { tried?: boolean };
/** A withdrawn command with which an editor was opened again. */
export type WithdrawnCommand = Pick<PendingCommand, 'key' | 'tried' | 'draft'>;
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
 * Sends the commands of one editor. The key stays the same until there is an answer, also for a changed text. A server
 * that has executed the earlier text repeats its answer and writes nothing, so `correction` sends the changed text.
 */
export function createCommandSender(withdrawn?: WithdrawnCommand): CommandSender {
  let key = withdrawn?.key ?? uuid();
  let earlier = withdrawn?.tried ? withdrawn : undefined;
  return {
    get id() {
      return placeholderId(key);
    },
    async send<Res>(
      command: Omit<NewCommand, 'key' | 'tried' | 'corrects'>,
      correction: (id: string) => PendingCommand['call'],
      signal: AbortSignal,
    ): Promise<Res> {
      const first: NewCommand = { ...command, key, tried: earlier !== undefined };
      const { makes: _, ...edit } = command;
      const isChanged = earlier !== undefined && JSON.stringify(earlier.draft) !== JSON.stringify(command.draft);
      const { enqueue } = await import('./outbox.ts');
      const answer = await enqueue<Res>(
        isChanged ? [first, { ...edit, key: uuid(), corrects: key, call: correction(placeholderId(key)) }] : [first],
        signal,
      );
      key = uuid();
      earlier = undefined;
      return answer;
    },
  };
}
