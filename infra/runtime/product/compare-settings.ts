/** The settings of the services of a shared process beside those of the start before, in the security log. */
import { Pool } from 'pg';
import { ignoreLosses } from 'service-kit/postgres/lost-connections';
import type { MasterKeys } from 'service-kit/security/key-ring';
import { openRootKey } from 'service-kit/security/master-keys';
import { recordSettings } from 'service-kit/security-log/settings';

type Values = Readonly<Record<string, unknown>>;

/**
 * command-api compares its own. Of the others, in this order, each compares what none before it has: they read the same
 * variables.
 */
export async function compareSettings(
  { databaseUrl, masterKeys }: { readonly databaseUrl: string; readonly masterKeys: MasterKeys },
  ofCommandApi: Values,
  others: Readonly<Record<string, Values>>,
): Promise<void> {
  const pool = ignoreLosses(new Pool({ connectionString: databaseUrl, max: 1, application_name: 'product' }));
  try {
    const rootKey = await openRootKey(pool, masterKeys);
    const compared = new Set(Object.keys(ofCommandApi));
    for (const [service, values] of Object.entries(others)) {
      const own = Object.entries(values).filter(([name]) => !compared.has(name));
      await recordSettings(pool, rootKey, service, Object.fromEntries(own));
      for (const [name] of own) compared.add(name);
    }
  } finally {
    await pool.end();
  }
}
