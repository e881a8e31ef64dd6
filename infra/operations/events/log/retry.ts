/** Retries while the server is down or starting. */
import { Backoff } from 'service-kit/concurrency/backoff';
import { isTransient } from '../failures.ts';

export const RETRY_BACKOFF = { firstMs: 100, mostMs: 5_000 };
/** A restarted server is ready within a minute, recovery included. */
const TRY_FOR_MS = 60_000;

/** Repeats an idempotent call for up to a minute. @throws the last error */
export async function retry<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const pauses = new Backoff(RETRY_BACKOFF);
  const deadline = Date.now() + TRY_FOR_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || signal.aborted || Date.now() > deadline) throw error;
      await pauses.wait(signal);
    }
  }
}
