/**
 * How long to wait after a failure: doubled with each one, half of it by chance, so that a ward does not come back as
 * one.
 */
const MAX_MS = 30_000;

/** @returns milliseconds, at most 30 s */
export const backoffMs = (failures: number, firstMs: number): number =>
  Math.min(MAX_MS, firstMs * 2 ** failures) * (0.5 + Math.random() / 2);
