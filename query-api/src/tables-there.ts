/** The tables that this service reads are made by projections and command-api when they start; until then there is nothing to read. */
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

async function accountsAreThere(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(`select to_regclass('accounts.session') is not null as there`);
  return rows[0]?.there === true;
}
