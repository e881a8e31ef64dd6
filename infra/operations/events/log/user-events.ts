/** The events of user streams and their metadata, in the order of the log, without the server's own streams. */
import { isTransient, Failure } from '../failures.ts';
import type { LogClient } from './log-client.ts';
import { Backoff } from 'service-kit/concurrency/backoff';
import { RETRY_BACKOFF } from './retry.ts';
import { isUserStream, nameOf, type StoredEvent } from './stored-event.ts';

/** How long a lost read is retried, counted from the last event. */
const TRY_FOR_MS = 60_000;

/**
 * Reads to the end of the log. After a lost connection it continues after the last event.
 * @param after an event of this log; the read begins behind it
 * @throws Failure when `after` is not at its position
 */
export async function* readUserEvents(
  log: LogClient,
  { after, signal }: { after?: StoredEvent | undefined; signal: AbortSignal },
): AsyncGenerator<StoredEvent> {
  const pauses = new Backoff(RETRY_BACKOFF);
  let last = after;
  let patience = Date.now() + TRY_FOR_MS;
  while (!signal.aborted) {
    try {
      const events = log.read({ from: last?.position ?? 'start', signal });
      if (last) await passOver(events, last, signal);
      for await (const event of events) {
        last = event;
        patience = Date.now() + TRY_FOR_MS;
        pauses.reset();
        if (isUserStream(event.stream)) yield event;
      }
      return;
    } catch (error) {
      if (!isTransient(error) || Date.now() > patience) throw error;
      await pauses.wait(signal);
    }
  }
}

/** The server begins with the event at the given position, which was read before. */
async function passOver(events: AsyncGenerator<StoredEvent>, had: StoredEvent, signal: AbortSignal): Promise<void> {
  const { value: first } = await events.next();
  if (
    signal.aborted ||
    (first && first.id === had.id && first.stream === had.stream && first.revision === had.revision)
  )
    return;
  await events.return(undefined);
  throw new Failure(
    `This is not the log that was read before: ${nameOf(had)} is not at position ${had.position.commit} of it.`,
  );
}
