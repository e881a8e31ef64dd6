/**
 * Stores the outbox for this tab and for eight hours: a shared ward computer must not hold a patient's text for longer.
 * The name begins with the prefix of drafts, so clearing the drafts clears it, too. IndexedDB would outlive the tab and
 * be readable for later people.
 */
import type { OutboxContext } from './outbox.machine.ts';
import type { PendingCommand } from './pending-command.ts';

const NAME = 'draft:waiting';
const LIFE_MS = 8 * 3_600_000;

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

/** If `storage` is full or blocked, the outbox lasts as long as the page. */
export function createOutboxStorage(storage: () => Storage, now: () => number = Date.now) {
  return {
    read(): StoredOutbox {
      try {
        const stored: unknown = JSON.parse(storage().getItem(NAME) ?? 'null');
        return isStoredOutbox(stored)
          ? { items: stored.items.filter(({ at }) => now() - at <= LIFE_MS), ids: stored.ids }
          : emptyOutbox;
      } catch {
        return emptyOutbox;
      }
    },
    write({ items, ids }: StoredOutbox): void {
      try {
        if (items.length === 0 && Object.keys(ids).length === 0) storage().removeItem(NAME);
        else storage().setItem(NAME, JSON.stringify({ items, ids }));
      } catch {
        // Storage is full or blocked.
      }
    },
  };
}

/** The storage of this tab. */
export const outboxStorage = createOutboxStorage(() => sessionStorage);
