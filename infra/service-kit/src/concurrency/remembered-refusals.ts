/**
 * Keys whose attempts are refused, in this process's memory: an attempt is refused again without a question to the
 * database. From time to time one attempt asks, because another process may have lifted the refusal.
 */
import { LRUCache } from 'lru-cache';

/** A key that is forgotten early costs one question more. */
const MAX_KEYS = 20_000;
/** How long a refusal holds without a question. */
export const ASK_AGAIN_MS = 10_000;

interface Refused {
  readonly until: number;
  readonly group: string;
  askAt: number;
}

export interface RememberedRefusals {
  /**
   * How many milliseconds the key is refused for; undefined where it is not, and for the one attempt that asks. The
   * others of that moment stay refused.
   */
  leftMs(key: string): number | undefined;
  /** Like `leftMs`, and no attempt: nothing is asked. */
  isRefused(key: string): boolean;
  /** @param group of keys that are lifted together */
  refuse(key: string, leftMs: number, group?: string): void;
  lift(key: string): void;
  liftGroup(group: string): void;
}

export function createRememberedRefusals(now: () => number = Date.now): RememberedRefusals {
  const refused = new LRUCache<string, Refused>({ max: MAX_KEYS });
  const found = (key: string): Refused | undefined => {
    const refusal = refused.get(key);
    if (refusal && now() >= refusal.until) refused.delete(key);
    else return refusal;
    return undefined;
  };
  return {
    leftMs(key) {
      const refusal = found(key);
      if (!refusal) return undefined;
      if (now() < refusal.askAt) return refusal.until - now();
      refusal.askAt = now() + ASK_AGAIN_MS;
      return undefined;
    },
    isRefused: (key) => found(key) !== undefined,
    refuse(key, leftMs, group = '') {
      refused.set(key, { until: now() + leftMs, askAt: now() + ASK_AGAIN_MS, group });
    },
    lift: (key) => void refused.delete(key),
    liftGroup(group) {
      for (const [key, refusal] of refused.entries()) if (refusal.group === group) refused.delete(key);
    },
  };
}
