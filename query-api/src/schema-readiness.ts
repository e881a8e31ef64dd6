/**
 * Tells if the schema exists: projections and command-api create the tables that this service reads at their start.
 */
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import { readModelsAreMigrated } from 'projections/schema/migrate';

/** Checks Postgres until the schema exists, and not after that. */
export function createSchemaCheck(db: Pool): () => Promise<boolean> {
  let isReady = false;
  return async () => {
    isReady ||= (await hasAccountsSchema(db)) && (await readModelsAreMigrated(db));
    return isReady;
  };
}

/** Looks for the last table that command-api's migration creates of those that this service reads. */
async function hasAccountsSchema(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(
    `select to_regclass('accounts.anchored_head') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

/** Answers 503 until the schema exists. */
export const requireSchema =
  (isSchemaReady: () => Promise<boolean>): Middleware =>
  async (_ctx, next) => {
    if (!(await isSchemaReady())) throw new HttpProblem(refusal('server-starting'));
    await next();
  };
