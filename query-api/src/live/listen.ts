/** One connection of its own that LISTENs, and comes back by itself. What was notified while it was away is lost: the owner repairs. */
import type { Logger } from 'command-api/service/log';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

export interface Listening {
  readonly isConnected: () => boolean;
  stop(): Promise<void>;
}

/**
 * @param onNotice called for each notification in order
 * @param onConnected called each time that listening has begun; everything before may have been missed
 */
export function listen(options: {
  databaseUrl: string;
  channels: readonly string[];
  onNotice: (channel: string, payload: string) => void;
  onConnected: () => void;
  log: Logger;
}): Listening {
  const stopped = new AbortController();
  let connected = false;
  let current: Client | undefined;

  const once = async (): Promise<void> => {
    const client = new Client({ connectionString: options.databaseUrl, application_name: 'query-api listen', keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 5_000 });
    current = client;
    const ended = new Promise<void>((resolve) => {
      client.on('end', resolve);
      client.on('error', (error) => {
        options.log.warn({ error }, 'lost the listening connection');
        resolve();
      });
    });
    client.on('notification', ({ channel, payload }) => options.onNotice(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of options.channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      connected = true;
      options.onConnected();
      await ended;
    } finally {
      connected = false;
      await client.end().catch(() => undefined);
    }
  };

  const loop = (async () => {
    let retry = FIRST_RETRY_MS;
    while (!stopped.signal.aborted) {
      const began = Date.now();
      await once().catch((error: unknown) => options.log.warn({ error }, 'could not listen for changes'));
      if (Date.now() - began > LONGEST_RETRY_MS) retry = FIRST_RETRY_MS;
      await wait(retry * (0.5 + Math.random()), undefined, { signal: stopped.signal }).catch(() => undefined);
      retry = Math.min(retry * 2, LONGEST_RETRY_MS);
    }
  })();

  return {
    isConnected: () => connected,
    async stop() {
      stopped.abort();
      await current?.end().catch(() => undefined);
      await loop;
    },
  };
}
