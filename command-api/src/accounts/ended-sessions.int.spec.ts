import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createSessionCache } from 'service-kit/security/session-cache';
import { createSessions, type Sessions } from 'service-kit/security/sessions';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { createCredentials, type Credentials } from './credentials.ts';
import { createOneTimeLinks } from './one-time-links.ts';

let installation: Installation;
let pool: Pool;
/** The pool of a process that keeps the session in memory. */
let reader: Pool;
let cache: ReturnType<typeof createSessionCache>;
let sessions: Sessions;
let credentials: Credentials;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  reader = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  cache = createSessionCache(installation.databaseUrl, pino({ level: 'silent' }), { keptMs: 60_000 });
  sessions = createSessions(reader, { idleMinutes: 60, absoluteHours: 12 }, cache);
  credentials = createCredentials(pool);
});
afterAll(async () => {
  await cache.stop();
  await reader.end();
  await pool.end();
  await installation.stop();
});

test.each<[string, (userId: string, kept: string) => Promise<unknown>]>([
  [
    'a change of the password',
    (userId, kept) => credentials.changePassword(userId, { was: 'first', now: 'next' }, kept),
  ],
  [
    'a mailed link',
    async (userId) => {
      const token = await createOneTimeLinks(pool).make(userId);
      return credentials.resetByLink(token, 'next', randomUUID());
    },
  ],
  ['the operator', (userId) => credentials.setByOperator(userId, 'next')],
])('%s ends sessions that a process keeps in memory', async (_way, endSessions) => {
  const userId = randomUUID();
  await credentials.reserve({
    userId,
    email: `${userId}@hospital.test`,
    passwordHash: 'first',
    commandId: randomUUID(),
  });
  const token = await sessions.open(userId);
  let reads = 0;
  const count = (): void => {
    reads += 1;
  };
  reader.on('acquire', count);
  await vi.waitFor(
    async () => {
      await sessions.find(token);
      reads = 0;
      expect(await sessions.find(token)).toBeDefined();
      expect(reads).toBe(0);
    },
    { timeout: 30_000, interval: 5 },
  );
  reader.off('acquire', count);
  await endSessions(userId, randomUUID());
  expect(await sessions.find(token)).toBeUndefined();
});
