import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { inTransaction } from './in-transaction.ts';

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl, max: 2 });
  await pool.query('create table written (text text)');
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

/** Postgres ends the connection, which is between two statements. */
async function lose(tx: PoolClient): Promise<void> {
  const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = new Promise<void>((resolve) => void tx.once('end', resolve));
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
}

test('a transaction whose connection is lost between two statements fails, and nothing of it is written', async () => {
  const work = inTransaction(pool, async (tx) => {
    await tx.query(`insert into written values ('half')`);
    await lose(tx);
    await tx.query(`insert into written values ('whole')`);
  });
  await expect(work).rejects.toThrow('not queryable');
  expect((await pool.query('select text from written')).rows).toEqual([]);
});
test('a transaction that fails is not written, and one that ends is', async () => {
  const failing = inTransaction(pool, async (tx) => {
    await tx.query(`insert into written values ('failed')`);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await inTransaction(pool, (tx) => tx.query(`insert into written values ('done')`));
  expect((await pool.query('select text from written')).rows).toEqual([{ text: 'done' }]);
});
