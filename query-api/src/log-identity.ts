/** The id of the event log that the rows are made from (docs/decisions/write-side/restored-logs.md). */
import type { Logger } from 'service-kit/process/logger';
import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import { EVENT_LOG_HEADER } from 'language/contract/live';

const READ_EVERY_MS = 5_000;

export interface LogIdentity {
  /** Undefined before it is known, and while rows may be of another log. */
  current(): string | undefined;
  stop(): Promise<void>;
}

/**
 * A page reads all again when it sees a new id, so no row may be of the log before by then. A parked stream is not waited
 * for.
 */
const settledIdentity = /* sql */ `
select id
from accounts.event_log_identity
where not exists (
  select from projection_checkpoint doubtful
  where in_doubt and not exists (
    select from parked_stream parked
    where parked.projection = doubtful.projection and parked.stream = doubtful.stream
  )
)`;

/** Every process reads the one row of the database, so all answer the same id. */
export function createLogIdentity({
  db,
  isSchemaReady,
  logger,
  readEveryMs = READ_EVERY_MS,
}: {
  db: Pool;
  isSchemaReady: () => Promise<boolean>;
  logger: Logger;
  readEveryMs?: number | undefined;
}): LogIdentity {
  let current: string | undefined;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    if (!(await isSchemaReady())) return;
    current = (await db.query<{ id: string }>({ name: 'log-identity', text: settledIdentity })).rows[0]?.id;
  };
  const readAgain = (): void => {
    reading ??= read()
      .catch((error: unknown) => logger.warn({ error }, 'could not read the id of the event log'))
      .finally(() => {
        reading = undefined;
      });
  };
  readAgain();
  const timer = setInterval(readAgain, readEveryMs);
  return {
    current: () => current,
    async stop() {
      clearInterval(timer);
      await reading;
    },
  };
}

/** Each answer names the log. */
export const nameLog =
  ({ current }: Pick<LogIdentity, 'current'>): Middleware =>
  async (ctx, next) => {
    const id = current();
    if (id !== undefined) ctx.set(EVENT_LOG_HEADER, id);
    await next();
  };
