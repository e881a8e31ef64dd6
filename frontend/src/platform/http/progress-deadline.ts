/**
 * A deadline without progress, for calls that may be long on a slow line: a total would cut them off at the same byte each
 * time, and they would never arrive. A browser says nothing of the progress of a sent body, and the buffers below it hide
 * it, so the time until the answer begins grows with the body. From then on each part of the answer begins the time anew.
 */
const SILENCE_MS = 10_000;
/** Slower lines drop the connection themselves. */
const SLOWEST_BYTES_PER_MS = 1;

/** @throws the error of an aborted `fetch` after the deadline */
export const fetchWithProgress: typeof fetch = async (input, init) => {
  const abort = new AbortController();
  const onAborted = (): void => abort.abort(init?.signal?.reason);
  if (init?.signal?.aborted) onAborted();
  init?.signal?.addEventListener('abort', onAborted);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const progressed = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(new DOMException('No progress', 'TimeoutError')), ms);
  };
  const length = typeof init?.body === 'string' ? new TextEncoder().encode(init.body).length : 0;
  try {
    progressed(SILENCE_MS + length / SLOWEST_BYTES_PER_MS);
    const response = await fetch(input, { ...init, signal: abort.signal });
    if (!response.body) return response;
    const parts: Uint8Array[] = [];
    const reader = response.body.getReader();
    for (;;) {
      progressed(SILENCE_MS);
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
    }
    const { status, statusText, headers } = response;
    return new Response(joined(parts), { status, statusText, headers });
  } finally {
    clearTimeout(timer);
    init?.signal?.removeEventListener('abort', onAborted);
  }
};

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
