/** Runs `work` when the page is idle. @returns cancels it */
export function runWhenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 10_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 3_000);
  return () => clearTimeout(timer);
}

/**
 * Loads parts ahead that are needed when the network is lost or a session ends: they cannot be loaded at that moment.
 * A failure is ignored, because the part is loaded again when it is used.
 * @returns cancels it
 */
export const prefetchWhenIdle = (...parts: (() => Promise<unknown>)[]): (() => void) =>
  runWhenIdle(() => {
    for (const part of parts) part().catch(() => undefined);
  });
