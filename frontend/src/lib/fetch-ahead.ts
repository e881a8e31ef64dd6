/** What a lost network or a session that ends asks for cannot be fetched any more by then: it is fetched once the page has come to rest. */
const whenAtRest = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 10_000 });
  else setTimeout(work, 3_000);
};

/** A part that could not be fetched is tried again by whoever wants it. */
export function fetchAhead(...parts: (() => Promise<unknown>)[]): void {
  whenAtRest(() => {
    for (const part of parts) part().catch(() => undefined);
  });
}
