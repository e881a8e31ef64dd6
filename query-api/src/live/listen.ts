/**
 * A LISTEN connection that finds a dead server and reconnects by itself. Notifications during a gap are lost; the
 * caller repairs them in `onConnected`.
 */
import type { Logger } from 'service-kit/process/logger';
import { setTimeout as wait } from 'node:timers/promises';
import { Backoff } from 'service-kit/concurrency/backoff';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { probeConnection, closeConnection } from 'service-kit/postgres/probe-connection';
import { Client } from 'pg';

const BACKOFF = { firstMs: 100, mostMs: 5_000 };

export interface Listening {
  readonly isConnected: () => boolean;
  stop(): Promise<void>;
}

/**
 * @param onNotice called for each notification in order
 * @param onConnected called each time that listening has begun; earlier notifications may be lost
 * @param patience how often the connection is probed, and how long an answer may take, in milliseconds
 */
export function listen(options: {
  databaseUrl: string;
  channels: readonly string[];
  onNotice: (channel: string, payload: string) => void;
  onConnected: () => void;
  logger: Logger;
  patience?: { everyMs?: number; answerMs?: number };
}): Listening {
  const stopped = new AbortController();
  let isConnected = false;
  let current: Client | undefined;

  const once = async (): Promise<void> => {
    const { everyMs, answerMs = POSTGRES_TIMEOUTS.query_timeout } = options.patience ?? {};
    const client = new Client({
      connectionString: options.databaseUrl,
      application_name: 'query-api listen',
      ...POSTGRES_TIMEOUTS,
      query_timeout: answerMs,
    });
    current = client;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const lost = (error: Error): void => {
      options.logger.warn({ error }, 'lost the listening connection');
      end();
    };
    client.on('end', end).on('error', lost);
    let endAsking: (() => void) | undefined;
    client.on('notification', ({ channel, payload }) => options.onNotice(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of options.channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      isConnected = true;
      options.onConnected();
      endAsking = probeConnection(() => client.query('select 1'), lost, everyMs);
      await ended;
    } finally {
      isConnected = false;
      endAsking?.();
      await closeConnection(client).catch(() => undefined);
    }
  };

  const loop = (async () => {
    const backoff = new Backoff(BACKOFF);
    while (!stopped.signal.aborted) {
      const began = Date.now();
      await once().catch((error: unknown) => options.logger.warn({ error }, 'could not listen for changes'));
      if (Date.now() - began > BACKOFF.mostMs) backoff.reset();
      // Random, so that several services do not reconnect at the same moment.
      const waitMs = backoff.nextMs() * (0.5 + Math.random());
      await wait(waitMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();

  return {
    isConnected: () => isConnected,
    async stop() {
      stopped.abort();
      if (current) await closeConnection(current).catch(() => undefined);
      await loop;
    },
  };
}
