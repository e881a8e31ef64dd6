/** Waits of faults: with a limit, or until the edits end. */
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 50;

/** At most this time: `signal` ends it without an error. */
export const lasts = (seconds: number, signal: AbortSignal): Promise<void> =>
  pause(1_000 * seconds, undefined, { signal }).catch(() => undefined);

/** Asks until there is an answer. A question that throws is asked again. @returns undefined after the limit */
export async function within<Answer>(
  limitMs: number,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (const end = performance.now() + limitMs; performance.now() < end; await pause(LOOK_MS)) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/**
 * Asks until there is an answer, while the edits and faults go on and for this time after them.
 * @returns undefined after that
 */
export async function untilAfter<Answer>(
  stopping: AbortSignal,
  limitMs: number,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  while (!stopping.aborted) {
    const answer = await within(LOOK_MS, ask);
    if (answer !== undefined) return answer;
  }
  return within(limitMs, ask);
}
