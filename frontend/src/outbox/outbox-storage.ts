/**
 * What waits is kept for this tab only and for eight hours, as drafts are and under their name, so that whatever
 * forgets drafts forgets it: a shared ward computer must not hold a patient's text for longer. (IndexedDB would outlive
 * the tab and be every later person's.)
 */
import type { OutboxContext } from './outbox.machine.ts';
import type { PendingCommand } from './pending-command.ts';

const NAME = 'draft:waiting';
const LIFE_MS = 8 * 3_600_000;

export type StoredOutbox = Pick<OutboxContext, 'items' | 'ids'>;
const nothing: StoredOutbox = { items: [], ids: {} };

const isWaiting = (value: unknown): value is PendingCommand =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'user', 'what', 'where', 'of'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  ) &&
  'at' in value &&
  'call' in value &&
  'tried' in value;
const isKept = (value: unknown): value is StoredOutbox =>
  typeof value === 'object' &&
  value !== null &&
  'items' in value &&
  Array.isArray(value.items) &&
  value.items.every(isWaiting) &&
  'ids' in value &&
  typeof value.ids === 'object' &&
  value.ids !== null;

/** `storage` may be full or closed to us: then what waits lives as long as the page. */
export function createOutboxStorage(storage: () => Storage, now: () => number = Date.now) {
  return {
    read(): StoredOutbox {
      try {
        const kept: unknown = JSON.parse(storage().getItem(NAME) ?? 'null');
        return isKept(kept) ? { items: kept.items.filter(({ at }) => now() - at <= LIFE_MS), ids: kept.ids } : nothing;
      } catch {
        return nothing;
      }
    },
    write({ items, ids }: StoredOutbox): void {
      try {
        if (items.length === 0 && Object.keys(ids).length === 0) storage().removeItem(NAME);
        else storage().setItem(NAME, JSON.stringify({ items, ids }));
      } catch {
        // as above
      }
    },
  };
}

/** This tab's. */
export const outboxStorage = createOutboxStorage(() => sessionStorage);
