import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords, type Passwords } from '../../accounts/passwords.ts';
import { type CommandApi, startCommandApi } from '../../command-api.ts';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { settings } from '../../settings.ts';
import { RACE_COUNT } from '../../testing/second-process.ts';

/** Races under way at the same time. */
const LANES = 8;

let installation: Installation;
let pool: Pool;
let instances: CommandApi[];
let passwords: Passwords;
/** Each sign-up writes a mail to it. */
let dataDir: string;
beforeAll(async () => {
  installation = await freshInstallation();
  dataDir = await mkdtemp(join(tmpdir(), 'sign-up-race-'));
  const { databaseUrl, eventstoreUrl, masterKey } = installation;
  const read = settings.read({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventstoreUrl,
    MASTER_KEY: masterKey,
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    RATE_LIMIT: 'off',
  });
  // Two real servers. Only hashing is cheap: at its real cost it alone would take minutes, without any effect on the
  // race.
  passwords = await createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  instances = await Promise.all([1, 2].map(() => startCommandApi(read, pino({ level: 'silent' }), { passwords })));
  pool = new Pool({ connectionString: databaseUrl });
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await passwords.stop();
  await pool.end();
  await installation.stop();
  await rm(dataDir, { recursive: true });
});

const signUp = async (instance: CommandApi, email: string, password: string): Promise<number> => {
  const body = JSON.stringify({ firstName: 'Mona', lastName: 'Adel', email, phone: '', password });
  const answer = await fetch(`http://127.0.0.1:${instance.port}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await answer.body?.cancel();
  return answer.status;
};

test(`${RACE_COUNT} races of two sign-ups with one e-mail at two servers give exactly one account each`, async () => {
  const outcomes = new Map<string, number>();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let race = (next += 1); race <= RACE_COUNT; race = next += 1) {
      const spelt = [`race-${race}@example.org`, `Race-${race}@Example.org`];
      const statuses = await Promise.all(
        instances.map((instance, n) => signUp(instance, spelt[(race + n) % 2]!, `password-${n}`)),
      );
      const outcome = statuses.toSorted((a, b) => a - b).join(' and ');
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  process.stdout.write(
    `${RACE_COUNT} races of two sign-ups: ` +
      `${[...outcomes].map(([outcome, count]) => `${count} x ${outcome}`).join(', ')}\n`,
  );
  expect(Object.fromEntries(outcomes)).toEqual({ '201 and 409': RACE_COUNT });

  const { rows } = await pool.query<{ accounts: number; confirmed: number; sessions: number }>(
    `select count(*)::int as accounts, count(confirmed_at)::int as confirmed,
            (select count(*)::int from accounts.session) as sessions
     from accounts.credential`,
  );
  expect(rows).toEqual([{ accounts: RACE_COUNT, confirmed: RACE_COUNT, sessions: RACE_COUNT }]);
}, 180_000);
