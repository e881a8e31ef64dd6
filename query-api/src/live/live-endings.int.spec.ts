/** Rights and sessions that end between two steps of the live side, which no notice tells of. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { createLogger } from 'service-kit/process/logger';
import { createSessions, type Sessions } from 'service-kit/security/sessions';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readPool } from '../database.ts';
import { createRights, type Rights } from '../http/rights.ts';
import { connectListener, createListeners } from '../testing/listener.ts';
import { startTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import { type Live, startLive } from './live.ts';

const logger = createLogger('query-api', 'silent');
let environment: TestEnvironment;
let pool: Pool;
let server: Server;
let live: Live;
/** The actions after a session was looked up, and after rights were asked. Set by a test. */
let afterSession: ((sessionId: string) => Promise<unknown>) | undefined;
let afterRights: ((userId: string) => Promise<unknown>) | undefined;

beforeAll(async () => {
  environment = await startTestEnvironment();
  pool = readPool(environment.databaseUrl, logger);
  const sessions = createSessions(environment.rows, { idleMinutes: 60, absoluteHours: 12 });
  const rights = createRights(pool, false);
  server = createServer();
  live = startLive({
    logIdentity: { current: () => undefined },
    onForeignPage: () => undefined,
    http: server,
    databaseUrl: environment.databaseUrl,
    db: pool,
    rights: { ...rights, admission: endingAfter(rights.admission) },
    requiresSecondFactor: false,
    writes: environment.rows,
    sessions: { ...sessions, find: (token) => findAndEnd(sessions, token) },
    // The repair at the start is off: it checks sessions and rights again as well.
    isSchemaReady: async () => false,
    browserSessions: { mode: 'token', publicOrigin: undefined },
    logger,
    heartbeatMs: 3_600_000,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
const { connect, closeAll } = createListeners(addressOfServer);
afterEach(() => {
  closeAll();
  [afterSession, afterRights] = [undefined, undefined];
});
afterAll(async () => {
  await live.stop();
  await pool.end();
  await environment.stop();
});

function addressOfServer(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function findAndEnd(sessions: Sessions, token: string): ReturnType<Sessions['find']> {
  const session = await sessions.find(token);
  if (session) await afterSession?.(session.sessionId);
  return session;
}

const endingAfter =
  (ask: Rights['admission']): Rights['admission'] =>
  async (id, userId) => {
    const readable = await ask(id, userId);
    await afterRights?.(userId);
    return readable;
  };

const admission = { admission: 'adm-1' };
const disableKarim = (disabled: boolean) =>
  environment.rows.query(`update team_member set disabled = $1 where user_id = 'karim'`, [disabled]);

test('a session that ends during its handshake closes the connection', async () => {
  afterSession = (sessionId) =>
    environment.rows.query('delete from accounts.session where session_id = $1', [sessionId]);
  const karim = await connectListener(addressOfServer(), { token: await environment.signIn('karim') });
  await Promise.all([karim.receives('signedOut'), karim.disconnected()]);
});

test('a right that ends while the room is joined refuses the watch', async () => {
  const karim = await connect(await environment.signIn('karim'));
  afterRights = () => disableKarim(true);
  expect(await karim.watch(admission)).toMatchObject({ ok: false, reason: 'not-found' });
  await disableKarim(false);
});

test('a stranger is in the room at no time, not even while rights are asked', async () => {
  const [sami, mona] = [await connect(await environment.signIn('sami')), await connect(environment.tokens.mona)];
  await mona.watch(admission);
  let revision = 10;
  // As often as they are asked, the admission changes then, and its watcher hears of it.
  afterRights = async () => {
    revision += 1;
    await environment.notice({ stream: 'admission-adm-1', revision: String(revision), teamId: 'icu' });
    await mona.receives('changed', (change) => change.revision === revision);
  };
  expect(await sami.watch(admission)).toMatchObject({ ok: false, reason: 'not-found' });
  await sami.unwatch({ admission: 'nothing' });
  expect([mona.received.changed.length > 0, sami.received.changed]).toEqual([true, []]);
});
