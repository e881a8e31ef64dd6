/**
 * A connection that only listens, or only holds a lock, sends nothing: that the server or the network has fallen silent
 * would show after many minutes, if ever. So it is asked something every ten seconds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

const EVERY_MS = 10_000;
const FAREWELL_MS = 2_000;

/**
 * @param ask any query, on a connection with a `query_timeout` (`PATIENCE`): what is not answered within it counts as
 * lost
 * @param onSilent called once
 * @returns ends the asking
 */
export function probeConnection(
  ask: () => Promise<unknown>,
  onSilent: (error: Error) => void,
  everyMs = EVERY_MS,
): () => void {
  let asking: NodeJS.Timeout | undefined;
  const askLater = (): void => {
    asking = setTimeout(() => void ask().then(() => asking && askLater(), onSilent), everyMs);
  };
  askLater();
  return () => {
    clearTimeout(asking);
    asking = undefined;
  };
}

/** Ends the connection. Of a server that has fallen silent no farewell is waited for. */
export async function closeConnection(client: Client): Promise<void> {
  await Promise.race([client.end(), delay(FAREWELL_MS, undefined, { ref: false })]);
}
