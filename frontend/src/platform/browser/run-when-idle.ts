/** Does `work` once the page has come to rest. @returns what takes the wish back until then */
export function runWhenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const wish = requestIdleCallback(work, { timeout: 10_000 });
    return () => cancelIdleCallback(wish);
  }
  const timer = setTimeout(work, 3_000);
  return () => clearTimeout(timer);
}

/**
 * What a lost network or a session that ends asks for cannot be fetched any more by then: it is fetched ahead. A part
 * that could not be is loaded again when it is wanted. @returns what takes the wish back while nothing has been fetched
 */
export const prefetchWhenIdle = (...parts: (() => Promise<unknown>)[]): (() => void) =>
  runWhenIdle(() => {
    for (const part of parts) part().catch(() => undefined);
  });
