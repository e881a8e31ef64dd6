/** The reads that were answered by a read model that lags behind (`X-Stale: true`). The frame shows one notice. */
import { createStore, useStore } from '../../platform/store.ts';

const stalePaths = createStore<ReadonlySet<string>>(new Set());

/** A later answer of the same read replaces the earlier one. */
export function recordReadStaleness(path: string, isStale: boolean): void {
  const paths = stalePaths.get();
  if (paths.has(path) === isStale) return;
  stalePaths.set(isStale ? new Set([...paths, path]) : new Set([...paths].filter((other) => other !== path)));
}

/** To be called on a navigation: the new screen does not show the reads of the last one. */
export const clearStaleReads = (): void => {
  if (stalePaths.get().size > 0) stalePaths.set(new Set());
};

export const useHasStaleReads = (): boolean => useStore(stalePaths, ({ size }) => size > 0);
