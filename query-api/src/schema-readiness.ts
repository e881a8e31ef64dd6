/**
 * The tables that this service reads are made by projections and command-api when they start; until then there is
 * nothing to read.
 */
import { refusal } from 'command-api/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import { readModelsAreMigrated } from 'projections/schema/migrate';

/** Asked anew until they are there, and never again after that. */
export function createTablesThere(db: Pool): () => Promise<boolean> {
  let there = false;
  return async () => {
    there ||= (await accountsAreThere(db)) && (await readModelsAreMigrated(db));
    return there;
  };
}

/** Of those that are read here, the one that command-api's migration makes last. */
async function accountsAreThere(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(
    `select to_regclass('accounts.anchored_head') is not null as there`,
  );
  return rows[0]?.there === true;
}

/** While there is nothing to read yet, 503 rather than a failure. */
export const onceThere =
  (tablesAreThere: () => Promise<boolean>): Middleware =>
  async (_ctx, next) => {
    if (!(await tablesAreThere())) throw new HttpProblem(refusal('server-starting'));
    await next();
  };
