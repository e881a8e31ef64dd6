/** The service's connections to Postgres. What strangers ask for takes none from the commands of people at work. */
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { BoundedPool } from 'service-kit/postgres/bounded-pool';
import type { Logger } from 'service-kit/process/logger';
import { watchPool } from 'service-kit/telemetry/pools';

export interface Pools {
  readonly commands: BoundedPool;
  /** For callers who are not signed in: sign-in, sign-up, mailed links. */
  readonly anonymous: BoundedPool;
  /**
   * For their counted attempts. Their commits do not wait for the disk: a crash of Postgres forgets the attempts of its
   * last second.
   */
  readonly attempts: BoundedPool;
  end(): Promise<void>;
}

export function openPools(databaseUrl: string, logger: Logger): Pools {
  const open = (name: string, size: { max: number; waitingMax: number }, options = ''): BoundedPool => {
    const pool = new BoundedPool({
      connectionString: databaseUrl,
      application_name: name,
      ...size,
      ...POSTGRES_TIMEOUTS,
      ...(options && { options }),
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', (error) => logger.warn({ error }, 'lost a database connection'));
    return watchPool(pool, name);
  };
  const commands = open('command-api', { max: 12, waitingMax: 1_000 });
  const anonymous = open('command-api anonymous', { max: 3, waitingMax: 100 });
  const attempts = open('command-api attempts', { max: 2, waitingMax: 100 }, '-c synchronous_commit=off');
  return {
    commands,
    anonymous,
    attempts,
    async end() {
      await Promise.all([commands.end(), anonymous.end(), attempts.end()]);
    },
  };
}
