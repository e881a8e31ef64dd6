/**
 * Idempotency keys for the commands of one form. The same content has the same key while the outcome is unknown (a
 * double click, a retry after a lost connection), so the server executes it once
 * (docs/product.md, "Idempotency-Key").
 */
import type { ApiError } from './api.ts';
import { uuid } from '../browser.ts';

export interface IdempotencyKeys {
  keyFor(content: unknown): string;
  /** To be called with the outcome. The next command gets a new key, unless `error` leaves the outcome unknown. */
  settled(error?: ApiError): void;
}

export function createIdempotencyKeys(newKey: () => string = uuid): IdempotencyKeys {
  let current: { content: string; key: string } | undefined;
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      if (current?.content !== text) current = { content: text, key: newKey() };
      return current.key;
    },
    settled(error) {
      if (!error?.isTransient) current = undefined;
    },
  };
}
