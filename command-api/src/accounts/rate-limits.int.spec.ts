import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ASK_AGAIN_MS } from 'service-kit/concurrency/remembered-refusals';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { type AttemptOrigin, createRateLimits, type RateLimits } from './rate-limits.ts';

const rootKey = randomBytes(32);
const MINUTE = 60_000;

let installation: Installation;
let pool: Pool;
/** Statements since the last look. */
let statements = 0;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  pool.on('acquire', () => void (statements += 1));
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});
/** The limiters' clock is this process's. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

let limits: RateLimits;
let hash = 'first';
beforeEach(() => {
  limits = createRateLimits(pool, rootKey);
  hash = 'first';
});
const login = async (origin: AttemptOrigin, by = limits): Promise<number | 'counted'> => {
  try {
    await by.count('login', { at: async () => hash, ...origin });
    return 'counted';
  } catch (error) {
    return (error as { retryAfterSeconds: number }).retryAfterSeconds;
  }
};
const times = async (count: number, attempt: (n: number) => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < count; n += 1) await attempt(n);
};

test('an e-mail that is refused at an address is refused again without a statement, and without its password', async () => {
  const origin = { address: '10.0.0.1', email: 'there@hospital.test' };
  await times(10, () => login(origin));
  expect(await login(origin)).toBe(900);
  statements = 0;
  const at = vi.fn(async () => hash);
  vi.setSystemTime(Date.now() + 5_000);
  expect(await login({ ...origin, at })).toBe(895);
  expect({ statements, reads: at.mock.calls.length }).toEqual({ statements: 0, reads: 0 });
});

test('an address that is refused costs no statement for any e-mail', async () => {
  await times(100, (n) => login({ address: '10.0.0.2', email: `spray-${n}@hospital.test` }));
  expect(await login({ address: '10.0.0.2', email: 'next@hospital.test' })).toBe(900);
  statements = 0;
  await times(50, (n) => login({ address: '10.0.0.2', email: `unseen-${n}@hospital.test` }));
  expect(statements).toBe(0);
});

test('an e-mail that is refused everywhere is let in where it is known, and costs one look elsewhere', async () => {
  const email = 'everywhere@hospital.test';
  await limits.remember({ address: '10.1.0.1', email });
  await times(30, (n) => login({ address: `10.1.1.${n}`, email }));
  expect(await login({ address: '10.1.2.1', email })).toBe(3_600);
  expect(await login({ address: '10.1.0.1', email })).toBe('counted');
  expect(await login({ address: '10.1.2.2', email })).toBe(3_600);
  statements = 0;
  expect(await login({ address: '10.1.2.2', email })).toBe(3_600);
  expect(statements).toBe(0);
});

test('refused attempts are not counted: they neither use up the address nor last longer', async () => {
  const address = '10.2.0.1';
  await times(10, () => login({ address, email: 'one@hospital.test' }));
  const other = createRateLimits(pool, rootKey);
  // Each asks Postgres again.
  await times(200, async () => {
    vi.setSystemTime(Date.now() + ASK_AGAIN_MS / 100);
    await login({ address, email: 'one@hospital.test' }, createRateLimits(pool, rootKey));
  });
  expect(await login({ address, email: 'two@hospital.test' }, other)).toBe('counted');
  vi.setSystemTime(Date.now() + 15 * MINUTE);
  expect(await login({ address, email: 'one@hospital.test' }, other)).toBe('counted');
});

test('a new password lifts the refusal at once here, and after seconds in another process', async () => {
  const origin = { address: '10.3.0.1', email: 'reset@hospital.test' };
  const elsewhere = createRateLimits(pool, rootKey);
  await times(11, () => login(origin));
  expect(await login(origin, elsewhere)).toBe(900);
  hash = 'second';
  limits.passwordChanged(origin.email);
  expect(await login(origin)).toBe('counted');
  expect(await login(origin, elsewhere)).toBeGreaterThan(800);
  vi.setSystemTime(Date.now() + ASK_AGAIN_MS);
  expect(await login(origin, elsewhere)).toBe('counted');
  expect(await login(origin, elsewhere)).toBe('counted');
});

test('an attempt that is taken back makes room for another one', async () => {
  const origin = { address: '10.4.0.1', email: 'undone@hospital.test' };
  await times(9, () => login(origin));
  const attempt = await limits.count('login', { ...origin, at: async () => hash });
  await attempt.undo();
  expect([await login(origin), await login(origin)]).toEqual(['counted', 900]);
});
