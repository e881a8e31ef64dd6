import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { markTeamWrites } from '../aggregates/team-writes.ts';
import { connectEventLog } from '../event-log/eventstoredb.ts';
import type { EventLog } from '../event-log/port.ts';
import { noKeys, teamCreated } from '../event-log/testing.ts';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { openTcpProxy } from '../testing/tcp-proxy.ts';
import { createSessionCache, type SessionCacheTimes } from './session-cache.ts';
import { announceSessionChange } from './session-changes.ts';
import { createSessions } from './sessions.ts';

const LIFE = { idleMinutes: 60, absoluteHours: 12 };
const PATIENCE = { timeout: 30_000, interval: 5 };
/** Longer than any test: only a change ends what is kept. */
const LONG = { keptMs: 60_000 };
const logger = pino({ level: 'silent' });

const END_SESSION = `
  import { Client } from 'pg';
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query('delete from accounts.session where session_id = $1', [process.env.SESSION]);
  await client.end();
`;

let installation: Installation;
/** The pool of a program that keeps nothing. */
let pool: Pool;
let log: EventLog;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  log = connectEventLog({ url: installation.eventstoreUrl, keys: noKeys, logger });
});
const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(async () => {
  await log.close();
  await pool.end();
  await installation.stop();
});

/** As of a process of its own. `readCount` counts the statements of its sessions. */
function openProcess(times: SessionCacheTimes = LONG, cacheUrl = installation.databaseUrl) {
  const own = new Pool({ connectionString: installation.databaseUrl });
  const cache = createSessionCache(cacheUrl, logger, times);
  ending.push(
    () => own.end(),
    () => cache.stop(),
  );
  let reads = 0;
  own.on('acquire', () => (reads += 1));
  const sessions = createSessions(own, LIFE, cache);
  return {
    pool: own,
    cache,
    sessions,
    readCount: () => reads,
    /** Resolves when this session is in its memory. */
    keeps: (token: string) =>
      vi.waitFor(async () => {
        await sessions.find(token);
        expect(cache.get(keyOf(token))).toBeDefined();
      }, PATIENCE),
  };
}
const keyOf = (token: string): string => createHash('sha256').update(token).digest().toString('latin1');
const idOf = async (token: string): Promise<string> => {
  const session = await createSessions(pool, LIFE).find(token);
  return session!.sessionId;
};
const connections = async (): Promise<number[]> => {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'session cache' and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
};

test('a kept session is found without a statement, in several processes', async () => {
  const [a, b] = [openProcess(), openProcess()];
  const token = await a.sessions.open('mona');
  await Promise.all([a.keeps(token), b.keeps(token)]);
  const before = [a.readCount(), b.readCount()];
  for (let call = 0; call < 1_000; call += 1)
    expect([await a.sessions.find(token), await b.sessions.find(token)]).toMatchObject([
      { userId: 'mona' },
      { userId: 'mona' },
    ]);
  expect([a.readCount(), b.readCount()]).toEqual(before);
});

test('a closed session is unknown to the next call in each process, also in one that has just started', async () => {
  const [a, b] = [openProcess(), openProcess()];
  const token = await a.sessions.open('mona');
  await Promise.all([a.keeps(token), b.keeps(token)]);
  const started = openProcess();
  expect(await started.sessions.find(token)).toBeDefined();
  await started.sessions.close(await idOf(token));
  expect(await Promise.all([a, b, started].map(({ sessions }) => sessions.find(token)))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('sessions end for every process while all of them are asked for', async () => {
  const times = { ...LONG, retakeMs: 20, confirmMs: 50 };
  const processes = [openProcess(times), openProcess(times)];
  const tokens = await Promise.all(Array.from({ length: 30 }, () => processes[0]!.sessions.open('mona')));
  const ids = await Promise.all(tokens.map(idOf));
  let isOver = false;
  const asking = processes.map(async ({ sessions }) => {
    while (!isOver) {
      await Promise.all(tokens.map((token) => sessions.find(token)));
      await nextTurn();
    }
  });
  for (const [n, token] of tokens.entries()) {
    await processes[n % 2]!.keeps(token);
    await processes[(n + 1) % 2]!.sessions.close(ids[n]!);
    expect(await Promise.all(processes.map(({ sessions }) => sessions.find(token)))).toEqual([undefined, undefined]);
  }
  isOver = true;
  await Promise.all(asking);
});

test('a read that was under way during a change keeps nothing', async () => {
  const { cache, sessions, keeps } = openProcess();
  const [ended, other] = [await sessions.open('mona'), await sessions.open('omar')];
  await keeps(ended);
  const session = (await sessions.find(ended))!;
  const key = keyOf(ended);
  const keep = cache.beginRead();
  await sessions.close(session.sessionId);
  keep(key, session, 60_000);
  expect(cache.get(key)).toBeUndefined();
  await keeps(other);
  keep(key, session, 60_000);
  expect(cache.get(key)).toBeUndefined();
});

test('the mark of teams is gone before an append to a team begins, and new after it', async () => {
  const { sessions, keeps } = openProcess();
  const token = await sessions.open('mona');
  await keeps(token);
  const before = (await sessions.find(token))!.teamMark;
  const marks: (bigint | undefined)[] = [];
  const ask = async (): Promise<void> => {
    marks.push((await sessions.find(token))!.teamMark);
  };
  const marked = markTeamWrites(
    {
      ...log,
      async append(...call) {
        await ask();
        const revision = await log.append(...call);
        await ask();
        return revision;
      },
    },
    pool,
  );
  await marked.append(`team-${randomUUID()}`, 'no_stream', [teamCreated()]);
  await ask();
  expect(marks.slice(0, 2)).toEqual([undefined, undefined]);
  expect(marks[2]).toBeGreaterThan(before!);
  await keeps(token);
  expect((await sessions.find(token))!.teamMark).toBe(marks[2]);
});

test.each([
  ['deleted', 'delete from accounts.session where session_id = $1'],
  ['aged', `update accounts.session set used_at = now() - interval '2 hours' where session_id = $1`],
])('a session that is %s by SQL alone is unknown to the next call', async (_how, sql) => {
  const { sessions, keeps } = openProcess({ ...LONG, confirmMs: 100 });
  const token = await sessions.open('mona');
  await keeps(token);
  await pool.query(sql, [await idOf(token)]);
  expect(await sessions.find(token)).toBeUndefined();
});

test('a session is locked, and unlocked, for the next call in each process', async () => {
  const [one, other] = [openProcess(), openProcess()];
  const token = await one.sessions.open('mona');
  const id = await idOf(token);
  for (const change of ['lock', 'unlock'] as const) {
    await Promise.all([one.keeps(token), other.keeps(token)]);
    await (change === 'lock' ? one.sessions.lock(id) : one.sessions.unlock(id, 'pin'));
    const found = await Promise.all([one.sessions.find(token), other.sessions.find(token)]);
    expect(found.map((session) => session?.isLocked)).toEqual([change === 'lock', change === 'lock']);
  }
});

test('the use of a session does not wait for those who keep it', async () => {
  const { sessions, keeps } = openProcess({ ...LONG, confirmMs: 60_000 });
  const token = await sessions.open('mona');
  await pool.query(`update accounts.session set used_at = now() - interval '40 seconds'`);
  await keeps(await sessions.open('omar'));
  expect(await sessions.find(token)).toBeDefined();
  const { rows } = await pool.query(
    `select from accounts.session where session_id = $1 and used_at > now() - interval '30 seconds'`,
    [await idOf(token)],
  );
  expect(rows).toHaveLength(1);
});

test('what is no use of a session is not stored, and keeps it for no later use', async () => {
  const { sessions, keeps } = openProcess(LONG);
  const token = await sessions.open('mona');
  const id = await idOf(token);
  await pool.query(`update accounts.session set used_at = now() - interval '40 minutes'`);
  await keeps(await sessions.open('omar'));
  const minutes = async () => {
    const { rows } = await pool.query<{ idle: number }>(
      `select round(extract(epoch from now() - used_at) / 60)::int as idle from accounts.session where session_id = $1`,
      [id],
    );
    return rows[0]?.idle;
  };
  for (let call = 0; call < 3; call += 1) expect(await sessions.find(token, false)).toMatchObject({ userId: 'mona' });
  expect(await minutes()).toBe(40);
  expect(await sessions.find(token)).toMatchObject({ userId: 'mona' });
  expect(await minutes()).toBe(0);
});

test('a session is kept for its time, and not beyond its end', async () => {
  const short = openProcess({ keptMs: 100 });
  const token = await short.sessions.open('mona');
  await short.keeps(token);
  const before = short.readCount();
  await vi.waitFor(async () => {
    expect(await short.sessions.find(token)).toBeDefined();
    expect(short.readCount()).toBeGreaterThan(before);
  }, PATIENCE);

  const long = openProcess();
  await long.keeps(token);
  const ending = await long.sessions.open('omar');
  await announceSessionChange(pool);
  await pool.query(
    `update accounts.session set created_at = now() - interval '12 hours' + interval '700 milliseconds'
     where session_id = $1`,
    [await idOf(ending)],
  );
  await long.keeps(ending);
  const kept = long.readCount();
  await vi.waitFor(async () => expect(await long.sessions.find(ending)).toBeUndefined(), PATIENCE);
  // The first read is sent at the end by the clock of this process, and may be answered before the end in Postgres.
  expect(long.readCount()).toBeGreaterThan(kept);
});

test('what is kept is dropped when the connection of the lock is lost, and kept again later', async () => {
  const { sessions, keeps, readCount } = openProcess();
  const token = await sessions.open('mona');
  await keeps(token);
  const before = readCount();
  for (const pid of await connections()) await pool.query('select pg_terminate_backend($1)', [pid]);
  await vi.waitFor(async () => {
    expect(await sessions.find(token)).toBeDefined();
    expect(readCount()).toBeGreaterThan(before);
  }, PATIENCE);
  await keeps(token);
});

test('a process whose connection falls silent uses nothing that it keeps when a change is answered', async () => {
  const proxy = await openTcpProxy(installation.databaseUrl);
  ending.push(() => proxy.close());
  const { sessions, keeps } = openProcess(LONG, proxy.databaseUrl);
  const token = await sessions.open('mona');
  await keeps(token);
  proxy.fallSilent();
  await createSessions(pool, LIFE).close(await idOf(token));
  expect(await sessions.find(token)).toBeUndefined();
});

test('a process that hangs uses nothing that it keeps when it goes on, although it has not noticed', async () => {
  const { cache, sessions, keeps } = openProcess();
  const token = await sessions.open('mona');
  await keeps(token);
  // Another process ends the session. This one answers nothing meanwhile.
  execFileSync(process.execPath, ['--input-type=module', '--eval', END_SESSION], {
    cwd: import.meta.dirname,
    env: { ...process.env, DATABASE_URL: installation.databaseUrl, SESSION: await idOf(token) },
  });
  expect(cache.get(keyOf(token))).toBeUndefined();
});

test('the connection of the lock exists while calls come', async () => {
  const { sessions, keeps } = openProcess({ ...LONG, unusedMs: 100, confirmMs: 10 });
  const token = await sessions.open('mona');
  await keeps(token);
  await vi.waitFor(async () => expect(await connections()).toEqual([]), PATIENCE);
  await keeps(token);
});
