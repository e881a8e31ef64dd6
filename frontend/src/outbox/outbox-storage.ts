/**
 * Stores the outbox of each person for this tab, until each command is answered or its person withdraws it: no clock
 * removes it. It lies beside the drafts of its person and is encrypted as they are: a shared ward computer must not show a
 * patient's text to others. With `OFFLINE=on` each page has an outbox of its own in the device's database
 * (`outbox-pages.ts`).
 */
import { type DeviceStorage, deviceStorage } from '../platform/storage/device-storage.ts';
import { offlineBounds } from '../platform/offline/offline-setting.ts';
import { pageOutbox } from './outbox-pages.ts';
import type { OutboxContext } from './outbox.machine.ts';
import type { PendingCommand } from './pending-command.ts';

const NAME = 'outbox';
const SHARED = 'draft:waiting';

export type StoredOutbox = Pick<OutboxContext, 'items' | 'ids'>;
const emptyOutbox: StoredOutbox = { items: [], ids: {} };

const isPendingCommand = (value: unknown): value is PendingCommand =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'user', 'what', 'where', 'of'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  ) &&
  'at' in value &&
  'call' in value &&
  'tried' in value;
const isStoredOutbox = (value: unknown): value is StoredOutbox =>
  typeof value === 'object' &&
  value !== null &&
  'items' in value &&
  Array.isArray(value.items) &&
  value.items.every(isPendingCommand) &&
  'ids' in value &&
  typeof value.ids === 'object' &&
  value.ids !== null;

const parsed = (text: string | null | undefined): StoredOutbox => {
  const stored: unknown = JSON.parse(text ?? 'null');
  return isStoredOutbox(stored) ? stored : emptyOutbox;
};

/**
 * If the storage is full or blocked, the outbox lasts as long as the page.
 * @param own the name of the outbox of this page
 * @param shared holds what earlier versions of the product stored, for all people together and in clear
 */
export function createOutboxStorage(device: DeviceStorage, shared: () => Storage, own = (): string => NAME) {
  const write = (user: string, { items, ids }: StoredOutbox): void => {
    const ofUser = items.filter((item) => item.user === user);
    // An outbox of a page is taken over by another one, which needs no ids of what was sent.
    if (ofUser.length === 0 && (own() !== NAME || Object.keys(ids).length === 0)) device.remove(user, own());
    else device.write(user, own(), JSON.stringify({ items: ofUser, ids }));
  };
  const withShared = (user: string, stored: StoredOutbox): StoredOutbox => {
    const { items, ids } = parsed(shared().getItem(SHARED));
    const [own, others] = [items.filter((item) => item.user === user), items.filter((item) => item.user !== user)];
    if (own.length === 0) return stored;
    const all = { items: [...own, ...stored.items], ids: { ...ids, ...stored.ids } };
    write(user, all);
    if (others.length === 0) shared().removeItem(SHARED);
    else shared().setItem(SHARED, JSON.stringify({ items: others, ids }));
    return all;
  };
  return {
    read(user: string): StoredOutbox {
      try {
        return withShared(user, parsed(device.read(user, own())));
      } catch {
        return emptyOutbox;
      }
    },
    /** The names of the outboxes of other pages: they may be gone. */
    others: (user: string): string[] =>
      device
        .list(user, NAME)
        .map((rest) => NAME + rest)
        .filter((name) => name !== own() && /^outbox(\/|$)/.test(name)),
    readOther: (user: string, name: string): StoredOutbox => parsed(device.read(user, name)),
    removeOther: (user: string, name: string): void => device.remove(user, name),
    /** @param outbox of this person and others: what is of others is left out */
    write(user: string, outbox: StoredOutbox): void {
      try {
        write(user, outbox);
      } catch {
        // Storage is full or blocked.
      }
    },
    /** On sign-out: removes the commands of this person. */
    clear(user: string): void {
      try {
        withShared(user, emptyOutbox);
        device.remove(user, own());
      } catch {
        // Storage is full or blocked.
      }
    },
  };
}

/** The storage of this tab. */
export const outboxStorage = createOutboxStorage(
  deviceStorage,
  () => sessionStorage,
  () => (offlineBounds() ? pageOutbox : NAME),
);
