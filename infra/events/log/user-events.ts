/**
 * The log as its users wrote it: the events of their streams and of these streams' metadata, in order, without what the
 * server keeps for itself.
 */
import { isTransient, Failure } from '../failures.ts';
import type { LogClient } from './log-client.ts';
import { Backoff } from './retry.ts';
import { isUserStream, nameOf, type StoredEvent } from './stored-event.ts';

/** A read that is lost is taken up again for so long, counted from the last event that came. */
const TRY_FOR_MS = 60_000;

/**
 * What is there, to the end; a connection that breaks is taken up again where it broke.
 * @param after an event of this very log: what follows on it
 * @throws Failure when that event is not at its place
 */
export async function* readUserEvents(
  log: LogClient,
  { after, signal }: { after?: StoredEvent | undefined; signal: AbortSignal },
): AsyncGenerator<StoredEvent> {
  const pauses = new Backoff();
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

/** The server begins with the event at the place that it is asked for, which has been had. */
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
