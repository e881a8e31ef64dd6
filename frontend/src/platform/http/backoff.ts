const MAX_MS = 30_000;

/**
 * Exponential backoff with jitter: doubles with each failure, and half of it is random, so that the browsers of a ward
 * do not retry at the same moment.
 * @returns milliseconds, at most 30 s
 */
export const backoffMs = (failures: number, firstMs: number): number =>
  Math.min(MAX_MS, firstMs * 2 ** failures) * (0.5 + Math.random() / 2);
