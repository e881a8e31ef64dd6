/** What a lost network or a session that ends asks for cannot be fetched any more by then: it is fetched once the page has come to rest. */
function whenAtRest(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const wish = requestIdleCallback(work, { timeout: 10_000 });
    return () => cancelIdleCallback(wish);
  }
  const timer = setTimeout(work, 3_000);
  return () => clearTimeout(timer);
}

/** A part that could not be fetched is tried again by whoever wants it. @returns what takes the wish back while nothing has been fetched */
export const fetchAhead = (...parts: (() => Promise<unknown>)[]): (() => void) =>
  whenAtRest(() => {
    for (const part of parts) part().catch(() => undefined);
  });
