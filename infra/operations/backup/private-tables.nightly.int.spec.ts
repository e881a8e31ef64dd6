import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { expect, test } from 'vitest';
import { ownDatabase } from '../../runtime/event-log/own-database.ts';
import { ACCOUNT_TABLES, IMAGE_TABLE, KEY_TABLES, LEFT_OUT, SEAL_TABLES } from './private-tables.ts';

test('each private table is in a backup, or is left out on purpose', async () => {
  const database = await ownDatabase();
  const pool = new Pool({ connectionString: database.url });
  try {
    await migratePrivateSchema(pool);
    const { rows } = await pool.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('accounts', 'images')`,
    );
    const decided = [...SEAL_TABLES, ...KEY_TABLES, ...ACCOUNT_TABLES, IMAGE_TABLE, ...LEFT_OUT];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(decided.toSorted());
  } finally {
    await pool.end();
    await database.stop();
  }
});
