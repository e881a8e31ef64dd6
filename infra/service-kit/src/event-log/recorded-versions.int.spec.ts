import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { createLogger } from '../process/logger.ts';
import { productVersion } from '../telemetry/product-version.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { connectEventLog } from './eventstoredb.ts';
import type { EventLog } from './port.ts';
import { recordEventVersions } from './recorded-versions.ts';
import { newEvent, noKeys } from './testing.ts';
import { schemaVersionOf } from './upcast.ts';

let installation: Installation;
let pool: Pool;
let bare: EventLog;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  bare = connectEventLog({ url: installation.eventstoreUrl, keys: noKeys, logger: createLogger('spec', 'silent') });
});
afterAll(async () => {
  await bare.close();
  await pool.end();
  await installation.stop();
});

test('a type and its version are recorded before the first such event is written', async () => {
  const recorded = async (): Promise<unknown[]> =>
    (await pool.query('select type, version, program from accounts.event_version order by type')).rows;
  const row = (type: string) => ({ type, version: schemaVersionOf(type), program: productVersion() });
  const before: unknown[] = [];
  const log = recordEventVersions(
    {
      ...bare,
      async append(...call) {
        before.push(await recorded());
        return bare.append(...call);
      },
    },
    pool,
  );
  const tag = () => newEvent('TagAdded', { tagId: randomUUID(), label: 'l' });
  const errorType = newEvent('ErrorTypeAdded', { errTypeId: randomUUID(), label: 'l' });
  await log.append(`catalogue-${randomUUID()}`, 'no_stream', [tag()]);
  await log.append(`catalogue-${randomUUID()}`, 'no_stream', [tag(), errorType]);
  expect(before).toEqual([[row('TagAdded')], [row('ErrorTypeAdded'), row('TagAdded')]]);
});
