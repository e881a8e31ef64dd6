/** The numbers that alerts of an installation ask for. Each is read from what the product itself keeps. */
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordBackupRun } from '../operations/backup-runs.ts';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import type { Reading } from './gauges.ts';
import { installationReadings } from './installation.ts';

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const read = async (statementsTo: readonly string[] = []): Promise<readonly Reading[]> =>
  installationReadings(pool, {
    SESSION_IDLE_MINUTES: 60,
    SESSION_MAX_HOURS: 12,
    DATA_DIR: installation.dataDir,
    EVENTSTORE_URL: installation.eventstoreUrl,
    statementsTo,
  });
const valueOf = (readings: readonly Reading[], name: string, labels?: object): number | undefined =>
  readings.find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))?.value;
const now = (): number => Date.now() / 1_000;

test('no backup is 1970, and a good one is its time', async () => {
  expect(valueOf(await read(), 'pharmacy_backup_timestamp_seconds')).toBe(0);
  await recordBackupRun(pool, { number: 1, position: '1', events: 1, bytes: 1, place: 'here:/backup' });
  const at = valueOf(await read(), 'pharmacy_backup_timestamp_seconds') ?? 0;
  expect(Math.abs(now() - at)).toBeLessThan(60);
});

test('a mail that is not sent is as old as its request', async () => {
  expect(valueOf(await read(), 'pharmacy_mails_waiting_seconds')).toBe(0);
  await pool.query(
    `insert into accounts.mail_outbox (mail_id, kind, email, asked_at)
     values ($1, 'newPassword', 'mona@hospital.test', now() - interval '1 hour')`,
    [randomUUID()],
  );
  expect(valueOf(await read(), 'pharmacy_mails_waiting_seconds')).toBeGreaterThan(3_599);
});

test('a destination that lacks the newest anchor statement is seen, also one that never had any', async () => {
  const waits = async (to: string[]) => valueOf(await read(to), 'pharmacy_anchor_statement_waiting_seconds');
  expect(await waits(['mailto:a@b.test'])).toBe(0);
  await pool.query(
    `insert into accounts.anchor_statement values
       (1, '{}', 'h1', 's', now() - interval '2 days'), (2, '{}', 'h2', 's', now() - interval '1 hour')`,
  );
  await pool.query(`insert into accounts.anchor_statement_delivery values ('mailto:a@b.test', 2, now())`);
  expect(await waits(['mailto:a@b.test'])).toBe(0);
  expect(await waits(['mailto:a@b.test', 'https://notary.test/'])).toBeGreaterThan(3_599);
  await pool.query(`update accounts.anchor_statement_delivery set number = 1`);
  expect(await waits(['mailto:a@b.test'])).toBeGreaterThan(3_599);
  expect(await waits([])).toBe(0);
});

test('the engines say when they began, and the event log when its certificate ends', async () => {
  const readings = await read();
  for (const engine of ['postgres', 'event-log'])
    expect(valueOf(readings, 'pharmacy_engine_start_timestamp_seconds', { engine })).toBeLessThan(now());
  expect(valueOf(readings, 'pharmacy_certificate_end_timestamp_seconds', { certificate: 'event-log' })).toBeGreaterThan(
    now() + 86_400,
  );
});
