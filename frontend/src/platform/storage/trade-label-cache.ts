/**
 * The trade labels as this browser keeps them from visit to visit (specification §4), with the version that the server
 * gave them. They are shown at once and never trusted: each visit asks whether they are still the newest, and is
 * answered without the list when they are.
 */
import type { TradeLabelRow } from 'command-api/contract/entities';
import type { VersionedCache } from '../http/api.ts';

const KEY = 'tradeList';
interface Held {
  version: string;
  body: TradeLabelRow[];
}

const isRow = (row: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  ['_id', 'label', 'drugLabel'].every((field) => typeof (row as Record<string, unknown>)[field] === 'string') &&
  Array.isArray((row as Partial<TradeLabelRow>).drugTags);
const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  typeof value.version === 'string' &&
  'body' in value &&
  Array.isArray(value.body) &&
  value.body.every(isRow);

export const tradeLabelCache: VersionedCache<TradeLabelRow[]> = {
  get() {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
      return isHeld(value) ? value : undefined;
    } catch {
      return undefined; // storage is closed to us, or holds what an older build wrote
    }
  },
  set(version, body) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ version, body }));
    } catch {
      forgetTradeLabels(); // it has outgrown the storage: an old list must not stay in its place
    }
  },
};

/** Signing out leaves nothing behind. */
export function forgetTradeLabels(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // as above
  }
}
