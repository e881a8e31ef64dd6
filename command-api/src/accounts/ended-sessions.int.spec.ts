import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createSessions, type Sessions } from 'service-kit/security/sessions';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { createCredentials, type Credentials } from './credentials.ts';
import { createOneTimeLinks } from './one-time-links.ts';

let installation: Installation;
let pool: Pool;
let sessions: Sessions;
let credentials: Credentials;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  sessions = createSessions(pool, { idleMinutes: 60, absoluteHours: 12 });
  credentials = createCredentials(pool);
});
afterAll(async () => {
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
])('%s ends sessions for the next call', async (_way, endSessions) => {
  const userId = randomUUID();
  await credentials.reserve({
    userId,
    email: `${userId}@hospital.test`,
    passwordHash: 'first',
    commandId: randomUUID(),
  });
  const token = await sessions.open(userId);
  expect(await sessions.find(token)).toBeDefined();
  await endSessions(userId, randomUUID());
  expect(await sessions.find(token)).toBeUndefined();
});
