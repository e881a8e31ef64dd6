/**
 * The queue's connections to Postgres. They report an unavailable Postgres with an error code that BullMQ knows, and a
 * listening connection that has fallen silent.
 */
import type { EventEmitter } from 'node:events';
import { isDatabaseAway, POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { noticeLossInStatements } from 'service-kit/postgres/lost-connections';
import { probeConnection } from 'service-kit/postgres/probe-connection';
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig } from 'pg';

/**
 * BullMQ pauses before a retry only after ECONNREFUSED. A Postgres that is starting, or full, refuses with other codes:
 * BullMQ retried some hundred times a second, each time with a line in the log.
 */
export class QueueClient extends Client {
  constructor(config?: ClientConfig | string) {
    super(config);
    // BullMQ listens to its pool, which does not listen to a client that is in use.
    noticeLossInStatements(this);
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: Client) => void),
  ): Promise<Client> | undefined {
    const connected = super.connect().catch((error: unknown) => {
      throw isDatabaseAway(error)
        ? Object.assign(new Error('Postgres is away', { cause: error }), { code: 'ECONNREFUSED' })
        : error;
    });
    if (!callback) return connected;
    const done = callback as (error: Error | null, client?: Client) => void;
    connected.then((client) => done(null, client), done);
    return undefined;
  }
}

/** How often a listening connection is probed, and how long an answer may take, in milliseconds. */
export interface Patience {
  readonly everyMs?: number;
  readonly answerMs?: number;
}

/**
 * A pool for BullMQ, which takes one connection of it to listen. BullMQ itself finds a dead connection by TCP alone. Of
 * one that is open here and closed there it learns nothing, and jobs then wait for the end of its `drainDelay`, each time.
 */
export function openQueuePool(
  config: PoolConfig,
  { everyMs, answerMs = POSTGRES_TIMEOUTS.query_timeout }: Patience = {},
): Pool {
  const pool = new Pool({ ...config, Client: QueueClient });
  const probes = new WeakMap<ClientBase, () => void>();
  const probe = (client: ClientBase): (() => void) =>
    probeConnection(
      () =>
        withTimeout(
          answerMs,
          client.query('select 1'),
          () => new Error('The listening connection of the queue is silent'),
        ),
      // BullMQ takes another connection then. It has removed its listener from one that it closes.
      (error) => client.listenerCount('error') > 0 && client.emit('error', error),
      everyMs,
    );
  pool.on('connect', (client) => {
    const emitter: EventEmitter = client;
    emitter.on('newListener', (event) => {
      if (event === 'notification' && !probes.has(client)) probes.set(client, probe(client));
    });
  });
  pool.on('release', (_, client) => {
    probes.get(client)?.();
    probes.delete(client);
  });
  return pool;
}
