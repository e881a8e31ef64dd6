/**
 * Stores the outbox of each person for this tab, until each command is answered or its person withdraws it: no clock
 * removes it. It lies beside the drafts of its person and is encrypted as they are: a shared ward computer must not show a
 * patient's text to others. IndexedDB would outlive the tab.
 */
import { type DeviceStorage, deviceStorage } from '../platform/storage/device-storage.ts';
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
 * @param shared holds what earlier versions of the product stored, for all people together and in clear
 */
export function createOutboxStorage(device: DeviceStorage, shared: () => Storage) {
  const write = (user: string, { items, ids }: StoredOutbox): void => {
    const own = items.filter((item) => item.user === user);
    if (own.length === 0 && Object.keys(ids).length === 0) device.remove(user, NAME);
    else device.write(user, NAME, JSON.stringify({ items: own, ids }));
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
        return withShared(user, parsed(device.read(user, NAME)));
      } catch {
        return emptyOutbox;
      }
    },
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
        device.remove(user, NAME);
      } catch {
        // Storage is full or blocked.
      }
    },
  };
}

/** The storage of this tab. */
export const outboxStorage = createOutboxStorage(deviceStorage, () => sessionStorage);
