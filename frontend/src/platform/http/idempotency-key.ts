/**
 * One idempotency key a person's intention. Sending the same content again while the outcome of the first is unknown
 * (a double click, a retry after a lost connection) uses the same key, so the server does it once.
 */
import type { ApiError } from './api.ts';
import { uuid } from '../browser/uuid.ts';

export interface IdempotencyKeys {
  keyFor(content: unknown): string;
  /** Answered: the next sending is a new intention, unless the outcome is not known. */
  settled(error?: ApiError): void;
}

export function createIdempotencyKeys(newKey: () => string = uuid): IdempotencyKeys {
  let open: { content: string; key: string } | undefined;
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      if (open?.content !== text) open = { content: text, key: newKey() };
      return open.key;
    },
    settled(error) {
      if (!error?.isTransient) open = undefined;
    },
  };
}
