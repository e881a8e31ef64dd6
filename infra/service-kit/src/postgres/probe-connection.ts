/**
 * Probes of idle connections. A connection that only listens or only holds a lock sends nothing, so a silent server or
 * network would show after many minutes, if ever. A query every ten seconds shows it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

const EVERY_MS = 10_000;
const CLOSE_MS = 2_000;

/**
 * @param ask any query on a connection with a `query_timeout`; without an answer in that time the connection is lost
 * @param onSilent called once
 * @returns ends the probes
 */
export function probeConnection(
  ask: () => Promise<unknown>,
  onSilent: (error: Error) => void,
  everyMs = EVERY_MS,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const askLater = (): void => {
    timer = setTimeout(() => void ask().then(() => timer && askLater(), onSilent), everyMs);
  };
  askLater();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

/** Ends the connection. The wait for a silent server is short. */
export async function closeConnection(client: Client): Promise<void> {
  await Promise.race([client.end(), delay(CLOSE_MS, undefined, { ref: false })]);
}
