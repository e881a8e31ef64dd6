/**
 * The trade labels, cached in the browser with the server's version (docs/product.md, "Trade-label cache"). The cached
 * list is shown at once. Each visit asks whether it is current, and gets the list only if it is not.
 */
import type { TradeLabelRow } from 'language/contract/entities';
import type { VersionedCache } from '../http/api.ts';

const KEY = 'tradeList';
interface CachedLabels {
  version: string;
  body: TradeLabelRow[];
}

const isRow = (row: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  ['_id', 'label', 'drugLabel'].every((field) => typeof (row as Record<string, unknown>)[field] === 'string') &&
  Array.isArray((row as Partial<TradeLabelRow>).drugTags);
const isCachedLabels = (value: unknown): value is CachedLabels =>
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
      return isCachedLabels(value) ? value : undefined;
    } catch {
      return undefined; // Storage is blocked, or the value is of an older build.
    }
  },
  set(version, body) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ version, body }));
    } catch {
      clearTradeLabels(); // Storage is full: an old list must not stay.
    }
  },
};

/** To be called on sign-out. */
export function clearTradeLabels(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked.
  }
}
