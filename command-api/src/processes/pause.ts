import { setTimeout as delay } from 'node:timers/promises';

/** Ends early when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
};
