/**
 * What a screen needs of the queue before that has been fetched: what waits, what stand-ins stand for, and the way in.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { signedInUser } from '../platform/session/session.ts';
import { setUnsentCommands } from '../platform/storage/unsaved-changes.ts';
import { uuid } from '../platform/browser/uuid.ts';
import { isPlaceholderId, placeholderId, type PendingCommand } from './pending-command.ts';

interface Shown {
  items: readonly PendingCommand[];
  ids: Readonly<Record<string, string>>;
  user: string | undefined;
  sending: string | undefined;
}
const none: readonly PendingCommand[] = [];
let shown: Shown = { items: none, ids: {}, user: undefined, sending: undefined };
const listeners = new Set<() => void>();

/** By the queue: what there is now. */
export function setPendingCommands({ items, ids, user, sending }: Shown): void {
  const owner = user ?? signedInUser()?._id;
  const mine = items.filter((item) => item.user === owner && item.corrects === undefined);
  const same = mine.length === shown.items.length && mine.every((item, at) => item === shown.items[at]);
  const moved = !same || sending !== shown.sending;
  shown = { items: same ? shown.items : mine, ids, user, sending };
  if (!moved) return;
  if (!same) setUnsentCommands(mine.map(({ what }) => what));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** What waits of this person, in its order; `matches` has to be the same function from one drawing to the next. */
export function usePendingCommands(matches: (item: PendingCommand) => boolean = everything): readonly PendingCommand[] {
  const items = useSyncExternalStore(subscribe, () => shown.items);
  return useMemo(() => (items.length === 0 ? none : items.filter(matches)), [items, matches]);
}
const everything = (): boolean => true;

/** Whether this one is under way right now. */
export const useIsSending = (key: string): boolean => useSyncExternalStore(subscribe, () => shown.sending === key);

/** What a stand-in has become; the id itself where it is none, or not known yet. */
export const resolveId = (id: string): string => (isPlaceholderId(id) ? (shown.ids[id] ?? id) : id);

export type CommandOutcome =
  | { type: 'answered'; item: PendingCommand; answer: unknown; id: string | undefined }
  | { type: 'refused'; item: PendingCommand };
const hearers = new Set<(news: CommandOutcome) => void>();
/** By the queue: what came of something that no editor waits for any more. */
export const publishOutcome = (news: CommandOutcome): void => {
  for (const hear of hearers) hear(news);
};
/** @returns what ends it */
export function onOutcome(hear: (news: CommandOutcome) => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

export type NewCommand = Omit<PendingCommand, 'user' | 'at' | 'tried'> & { tried?: boolean };
/** What an editor went on with that was taken back from the queue. */
export type WithdrawnCommand = Pick<PendingCommand, 'key' | 'tried' | 'draft'>;
export interface CommandSender {
  /** The id of what the command makes, until it is known. */
  readonly id: string;
  /** @throws ApiError when it was refused; Queued when it waits, and its editor may go */
  send<Res>(
    order: Omit<NewCommand, 'key' | 'tried' | 'corrects'>,
    correction: (id: string) => PendingCommand['call'],
    signal: AbortSignal,
  ): Promise<Res>;
}

/**
 * The way to the server of one editor. Its key stays the same until there is an answer, also of a changed text: a
 * server that has had the earlier one answers with that and writes nothing, and `correction` brings it to what was
 * typed later.
 */
export function createCommandSender(sent?: WithdrawnCommand): CommandSender {
  let key = sent?.key ?? uuid();
  let earlier = sent?.tried ? sent : undefined;
  return {
    get id() {
      return placeholderId(key);
    },
    async send<Res>(
      order: Omit<NewCommand, 'key' | 'tried' | 'corrects'>,
      correction: (id: string) => PendingCommand['call'],
      signal: AbortSignal,
    ): Promise<Res> {
      const first: NewCommand = { ...order, key, tried: earlier !== undefined };
      const { makes: _, ...edit } = order;
      const isChanged = earlier !== undefined && JSON.stringify(earlier.draft) !== JSON.stringify(order.draft);
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
