/**
 * Retries with backoff. `loadWithRetry` loads a part of the product until it succeeds, so that a short network failure
 * needs no reload of the page.
 */

const MAX_MS = 30_000;

/**
 * Exponential backoff with jitter: doubles with each failure, and half of it is random, so that the browsers of a ward
 * do not retry at the same moment. A state machine, the query client and a timer take it, so it is a delay and no loop.
 * @returns milliseconds, at most 30 s
 */
export const backoffMs = (failures: number, firstMs: number): number =>
  Math.min(MAX_MS, firstMs * 2 ** failures) * (0.5 + Math.random() / 2);

const FIRST_MS = 500;

export interface Loading {
  /** Starts the next attempt without waiting. */
  retryNow: () => void;
  stop: () => void;
}

async function loadStyles(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${href}`));
    });
    document.head.append(link);
  });
}

/**
 * For a part with its own styles. Vite requests styles once a page: after a failure its next attempt treats them as
 * loaded, and the part renders without them. So failed styles are loaded here first.
 */
export function withStyles<T>(load: () => Promise<T>): () => Promise<T> {
  let missingStyles: string | undefined;
  return async () => {
    if (missingStyles) await loadStyles(missingStyles);
    missingStyles = undefined;
    try {
      return await load();
    } catch (error) {
      missingStyles = error instanceof Error ? /^Unable to preload CSS for (\S+)/.exec(error.message)?.[1] : undefined;
      throw error;
    }
  };
}

export interface LoadingHooks<T> {
  /** Called once. */
  onLoaded: (value: T) => void;
  /** Called after each failure. */
  onFailed?: () => void;
}

/**
 * Calls `load` until it resolves: with exponential backoff, and immediately when the browser comes online or the tab
 * becomes visible.
 */
export function loadWithRetry<T>(load: () => Promise<T>, { onLoaded, onFailed }: LoadingHooks<T>): Loading {
  const stopped = new AbortController();
  const { signal } = stopped;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoading = false;
  const retryNow = (): void => {
    if (isLoading || signal.aborted) return;
    isLoading = true;
    clearTimeout(timer);
    load().then(
      (value) => {
        if (signal.aborted) return;
        stop();
        onLoaded(value);
      },
      () => {
        isLoading = false;
        if (signal.aborted) return;
        timer = setTimeout(retryNow, backoffMs(failures, FIRST_MS));
        failures += 1;
        onFailed?.();
      },
    );
  };
  const stop = (): void => {
    clearTimeout(timer);
    stopped.abort();
  };
  window.addEventListener('online', retryNow, { signal });
  window.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden) retryNow();
    },
    { signal },
  );
  retryNow();
  return { retryNow, stop };
}
