/**
 * Loads a file of the product again and again until it is there: a short break of the network costs no reload of the
 * page.
 */
import { backoffMs } from './backoff.ts';

const FIRST_MS = 500;

export interface Loading {
  /** Does not wait any longer for the next attempt. */
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
 * For a file with styles of its own. Vite asks for styles once a page: where they failed, its next attempt takes them
 * for loaded and the part is drawn without them. They are loaded here first.
 */
export function withStyles<T>(load: () => Promise<T>): () => Promise<T> {
  let missing: string | undefined;
  return async () => {
    if (missing) await loadStyles(missing);
    missing = undefined;
    try {
      return await load();
    } catch (error) {
      missing = error instanceof Error ? /^Unable to preload CSS for (\S+)/.exec(error.message)?.[1] : undefined;
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
 * Calls `load` until it resolves: exponential backoff with jitter, and at once when the browser is online again or the
 * tab comes into view.
 */
export function loadWithRetry<T>(load: () => Promise<T>, { onLoaded, onFailed }: LoadingHooks<T>): Loading {
  const ended = new AbortController();
  const { signal } = ended;
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
    ended.abort();
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
