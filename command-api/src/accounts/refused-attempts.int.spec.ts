import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { createRefusedAttempts, type RefusedAttempt, type RefusedAttempts } from './refused-attempts.ts';

let installation: Installation;
let pool: Pool;
let refused: RefusedAttempts;
let clock = Date.parse('2026-03-02T10:00:00Z');
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});
let seen = 0;
beforeEach(async () => {
  seen = (await lines(0)).length;
  clock += 3_600_000;
  refused = createRefusedAttempts(pool, {
    markOf: (email) => `mark-of-${email.length}`,
    logger: pino({ level: 'silent' }),
    now: () => clock,
  });
});
const lines = async (from = seen) =>
  (
    await pool.query<{ address: string | null; email_mark: string | null; data: { reason: string; attempts: number } }>(
      'select address, email_mark, data from accounts.security_line order by number',
    )
  ).rows.slice(from);
const attempt = (address: string, reason: RefusedAttempt['reason'] = 'too-many-attempts'): RefusedAttempt => ({
  kind: 'SignInRefused',
  reason,
  origin: { address },
  email: 'mona@hospital.test',
});

test('a flood from one address is two lines a minute', async () => {
  for (let minute = 0; minute < 3; minute += 1) {
    for (let tries = 0; tries < 12_000; tries += 1) refused.note(attempt('10.0.0.1'));
    clock += 61_000;
  }
  await refused.stop();
  const written = await lines();
  expect(written.length).toBe(6);
  expect(written.reduce((sum, { data }) => sum + data.attempts, 0)).toBe(36_000);
});

test('attempts from very many addresses do not have a line each', async () => {
  for (let n = 0; n < 5_000; n += 1) refused.note(attempt(`10.1.${Math.floor(n / 250)}.${n % 250}`));
  await refused.stop();
  const written = await lines();
  expect(written.length).toBe(61);
  const rest = written.find(({ data }) => data.reason === 'many-addresses');
  expect(rest).toMatchObject({ address: null, email_mark: null, data: { attempts: 4_940 } });
});

test('the accounts of one address are told apart, except where a limit has refused', async () => {
  for (const reason of ['wrong-login', 'too-many-attempts'] as const)
    for (const email of ['a@hospital.test', 'bb@hospital.test', 'a@hospital.test'])
      refused.note({ ...attempt('10.2.0.1', reason), email });
  await refused.stop();
  expect(
    (await lines()).map(({ email_mark: mark, data }) => `${data.reason} ${mark} ${data.attempts}`).toSorted(),
  ).toEqual([
    'too-many-attempts null 1',
    'too-many-attempts null 2',
    'wrong-login mark-of-15 1',
    'wrong-login mark-of-15 1',
    'wrong-login mark-of-16 1',
  ]);
});

test('the addresses of one IPv6 network are one', async () => {
  for (let n = 1; n < 50; n += 1) refused.note(attempt(`2001:db8:1:1::${n}`));
  await refused.stop();
  expect((await lines()).map(({ data }) => data.attempts).toSorted((a, b) => a - b)).toEqual([1, 48]);
});
