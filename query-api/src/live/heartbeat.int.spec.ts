import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { io as connect } from 'socket.io-client';
import { READ_SCHEMA } from 'projections/schema/version';
import { createLogger } from 'service-kit/process/logger';
import { openTcpProxy } from 'service-kit/testing/tcp-proxy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../testing/test-environment.ts';
import { connectListener, type Listener } from '../testing/listener.ts';
import { createHeartbeat } from './heartbeat.ts';
import { listen } from './listen.ts';
import { createLiveServer } from './live-server.ts';

let environment: TestEnvironment;
let mona: Listener;
beforeAll(async () => {
  environment = await startTestEnvironment({ heartbeatMs: 50 });
  mona = await connectListener(environment.url, { token: environment.tokens.mona });
});
afterAll(async () => {
  mona.close();
  await environment.stop();
});

test('without a socket only the first beat asks the database', async () => {
  const io = createLiveServer(createServer(), undefined);
  const db = new Pool({ connectionString: environment.databaseUrl, options: `-c search_path=${READ_SCHEMA}` });
  const heartbeat = createHeartbeat({ io, db, tellLog: () => undefined });
  await heartbeat.beat();
  await db.end();
  await expect(heartbeat.beat()).resolves.toBeUndefined();
  await io.close();
});

test('who watched before the first beat is told to enter again, because changes before it are unknown', async () => {
  const http = createServer();
  const io = createLiveServer(http, undefined);
  const room = { room: 'team:icu', what: { team: 'icu' }, stream: 'team-icu', teamId: 'icu' };
  const entered = new Promise<void>((resolve) => {
    io.on('connection', ({ data }) => {
      Object.assign(data, { userId: 'mona', watched: new Map([[room.room, room]]) });
      resolve();
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const db = new Pool({ connectionString: environment.databaseUrl, options: `-c search_path=${READ_SCHEMA}` });
  const heartbeat = createHeartbeat({ io, db, tellLog: () => undefined });
  const socket = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'] });
  const beats: unknown[] = [];
  socket.on('revisions', (current: unknown) => beats.push(current));
  await entered;
  await heartbeat.beat();
  await heartbeat.beat();
  await expect.poll(() => beats).toEqual([{}, { 'team-icu': 4 }]);
  socket.close();
  await io.close();
  await db.end();
});

test('the next heartbeat repairs a lost notice', async () => {
  expect(await mona.watch({ admission: 'adm-1' })).toMatchObject({ ok: true, revision: 9 });
  expect(await mona.receives('revisions', (current) => 'admission-adm-1' in current)).toEqual({ 'admission-adm-1': 9 });
  await environment.project('admission-adm-1', 10);
  await mona.receives('revisions', (current) => current['admission-adm-1'] === 10);
});

test('a socket that watches nothing gets an empty list, or a changed catalogue', async () => {
  const sami = await connectListener(environment.url, { token: environment.tokens.sami });
  expect(await sami.receives('revisions')).toEqual({});
  await environment.rows.query(/* sql */ `
    insert into change (stream, revision, touched, actor_id, at)
    values ('catalogue', 7, '{}', 'sami', now()), ('drug-a', 2, '{}', 'sami', now())`);
  expect(await sami.receives('revisions', (all) => 'catalogue' in all)).toEqual({ catalogue: 7, 'drug-a': 2 });
  sami.close();
});

test("a team's watcher gets its recently changed streams, and none of a team that others watch", async () => {
  const sami = await connectListener(environment.url, { token: environment.tokens.sami });
  await sami.watch({ team: 'ccu' });
  await mona.watch({ team: 'icu' });
  await environment.rows.query(/* sql */ `
    insert into change (stream, revision, touched, actor_id, team_id, at)
    values ('patient-pat-9', 3, '{}', 'karim', 'icu', now()), ('patient-far', 4, '{}', 'sami', 'ccu', now()),
           ('user-karim', 3, '{}', 'karim', null, now()), ('user-sami', 2, '{}', 'sami', null, now())`);
  const current = await mona.receives('revisions', (all) => all['patient-pat-9'] === 3 && 'user-karim' in all);
  // Karim is a member, so the team's lists show his name.
  expect(current).toMatchObject({ 'team-icu': 4, 'user-karim': 3 });
  expect(
    mona.received.revisions.every((all) => all['patient-far'] === undefined && all['user-sami'] === undefined),
  ).toBe(true);
  await sami.receives('revisions', (all) => all['patient-far'] === 4);
  expect(sami.received.revisions.every((all) => all['patient-pat-9'] === undefined)).toBe(true);
  sami.close();
  // Only recent changes: a team may have thousands of patients.
  const before = mona.received.revisions.length;
  await mona.receives(
    'revisions',
    (all) => mona.received.revisions.indexOf(all) >= before && all['patient-pat-9'] === undefined,
  );
});

test('rights that ended without a notice end at the next heartbeat', async () => {
  const karim = await connectListener(environment.url, { token: environment.tokens.karim });
  await karim.watch({ team: 'icu' });
  await karim.receives('revisions', (all) => 'team-icu' in all);
  await environment.rows.query(`delete from team_member where user_id = 'karim'`);
  await mona.receives('revisions', (all) => all['team-icu'] === 4);
  const before = mona.received.revisions.length;
  await mona.receives('revisions', (all) => mona.received.revisions.indexOf(all) > before + 1);
  await environment.notice({ stream: 'patient-pat-1', revision: '2', teamId: 'icu' });
  await mona.receives('changed');
  await karim.unwatch({ admission: 'nothing' });
  expect(karim.received.changed).toEqual([]);
  karim.close();
});

test('an expired session is signed out at the next heartbeat', async () => {
  const token = await environment.signIn('sami');
  const sami = await connectListener(environment.url, { token });
  await environment.rows.query(
    `update accounts.session set used_at = now() - interval '61 minutes' where user_id = 'sami'`,
  );
  await sami.receives('signedOut');
  await sami.disconnected();
});

test('a silent connection to the database is detected, and listening starts again', async () => {
  const line = await openTcpProxy(environment.databaseUrl);
  const heard: string[] = [];
  let began = 0;
  const listening = listen({
    databaseUrl: line.databaseUrl,
    channels: ['spec'],
    onNotice: (_channel, payload) => heard.push(payload),
    onConnected: () => {
      began += 1;
    },
    logger: createLogger('listen', 'silent'),
    patience: { everyMs: 20, answerMs: 200 },
  });
  await expect.poll(() => began).toBe(1);
  line.fallSilent();
  await expect.poll(() => began).toBe(2);
  expect(listening.isConnected()).toBe(true);
  await environment.rows.query(`notify spec, 'after it'`);
  await expect.poll(() => heard).toEqual(['after it']);
  await listening.stop();
  await line.close();
});
