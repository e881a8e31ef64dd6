import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RawEvent } from 'service-kit/event-log/port';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { type TcpProxy, openTcpProxy } from 'service-kit/testing/tcp-proxy';
import { createAccessOutbox } from 'service-kit/accesses/access-outbox';
import { saveMove } from './follower-health.ts';
import { savePlace } from './follower-position.ts';
import { inLeadership, LeaderReplaced, tryToLead } from 'service-kit/postgres/leader-lock';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createSeals } from 'service-kit/event-log/seals';
import { createSigning } from 'service-kit/security/signing';

let installation: Installation;
let pool: Pool;
/** The pool of a process whose connection to the database can hang. */
let line: TcpProxy;
let far: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  await pool.query('create table written (by text)');
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});
beforeEach(async () => {
  line = await openTcpProxy(installation.databaseUrl);
  far = new Pool({ connectionString: line.databaseUrl, ...POSTGRES_TIMEOUTS, query_timeout: 1_000 });
  far.on('error', () => undefined);
});
afterEach(async () => {
  await line.close();
  await far.end();
});

/** Short, so that the test finds a hang within a second. */
const quick = { probeMs: 20, answerMs: 300, idleMs: 700 };

test('one process leads; the next leads as soon as the first has released the lock', async () => {
  const first = await tryToLead(pool, 'spec');
  expect(first).toBeDefined();
  expect(await tryToLead(pool, 'spec')).toBeUndefined();
  expect(await tryToLead(pool, 'another')).toMatchObject({ fence: { name: 'another', number: 1n } });
  await first?.release();
  const next = await tryToLead(pool, 'spec');
  expect(next?.fence).toEqual({ name: 'spec', number: (first?.fence.number ?? 0n) + 1n });
  await next?.release();
});

test('a leader with a hanging connection soon knows that its lock is lost, and can release it', async () => {
  const leadership = await tryToLead(far, 'silent', quick);
  expect(leadership?.lost.aborted).toBe(false);
  line.fallSilent();
  await expect.poll(() => leadership?.lost.aborted).toBe(true);
  await leadership?.release();
});

test('a leader whose connection hangs without a close is replaced, and its late writes are refused', async () => {
  const old = (await tryToLead(far, 'hung', quick))!;
  const write = (by: string, fence: typeof old.fence): Promise<unknown> =>
    inLeadership(pool, fence, (tx) => tx.query('insert into written values ($1)', [by]));
  await write('old', old.fence);
  line.fallSilent();
  let next: typeof old | undefined;
  await expect.poll(async () => (next = await tryToLead(pool, 'hung', quick)) !== undefined).toBe(true);
  expect(next?.fence.number).toBeGreaterThan(old.fence.number);

  // A write that it began before, over a working connection.
  await expect(write('old, late', old.fence)).rejects.toBeInstanceOf(LeaderReplaced);
  await write('new', next!.fence);
  expect((await pool.query<{ by: string }>('select by from written')).rows.map(({ by }) => by)).toEqual(['old', 'new']);
  await next?.release();
  await old.release();
});

test('all late writes of a replaced leader are refused: its place, health, seals and batches', async () => {
  const old = (await tryToLead(pool, 'late'))!;
  await old.release();
  const next = await tryToLead(pool, 'late');
  const event: RawEvent = {
    stream: 'team-1',
    revision: 0n,
    id: 'e-1',
    type: 'TeamCreated',
    data: {},
    metadata: {},
    position: { commit: 1n, prepare: 1n },
    created: new Date(),
  };
  const notes = createAccessOutbox(pool);
  const lateWrites: (() => Promise<unknown>)[] = [
    () =>
      inLeadership(pool, old.fence, (tx) =>
        savePlace(tx, 'late', {
          position: { commit: 1n, prepare: 1n },
          stream: 'team-1',
          revision: 0n,
          eventId: 'e-1',
        }),
      ),
    () => saveMove(pool, old.fence, 'late', new Date(), new Date()),
    () => createSeals(pool).seal([event], { commit: 1n, prepare: 1n }, old.fence),
    () => createSeals(pool).anchor(createSigning(Buffer.alloc(32)), new Date(), old.fence),
    () => notes.assign({ teamId: 'team-1', month: '2026-01' }, undefined, old.fence),
    () => notes.appended(randomUUID(), old.fence),
    () => notes.putBack(randomUUID(), old.fence),
  ];
  for (const write of lateWrites) await expect(write()).rejects.toBeInstanceOf(LeaderReplaced);
  for (const table of ['follower_position', 'follower_health', 'event_seal', 'seal_position', 'anchor'])
    expect([table, (await pool.query(`select from accounts.${table}`)).rowCount]).toEqual([table, 0]);
  await next?.release();
});

const waitingForLocks = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('a new leader waits for a write of the old one, which then writes no more', async () => {
  const old = (await tryToLead(pool, 'writing'))!;
  const order: string[] = [];
  let next: Promise<unknown> | undefined;
  await inLeadership(pool, old.fence, async (tx) => {
    await tx.query(`insert into written values ('in between')`);
    await old.release();
    next = tryToLead(pool, 'writing').then(async (leadership) => {
      order.push('the next leads');
      await leadership?.release();
    });
    // The next leader has the lock, and waits for this transaction to get its number.
    await expect.poll(async () => (await pool.query(waitingForLocks)).rowCount).toBe(1);
    order.push('the old one has written');
  });
  await next;
  expect(order).toEqual(['the old one has written', 'the next leads']);
  await expect(inLeadership(pool, old.fence, async () => undefined)).rejects.toBeInstanceOf(LeaderReplaced);
});

test('a hanging transaction of a leader does not block the next leader', async () => {
  const old = (await tryToLead(pool, 'silent in a transaction'))!;
  const late = inLeadership(far, old.fence, async (tx) => {
    line.fallSilent();
    await tx.query(`insert into written values ('never')`);
  });
  const outcome = late.then(
    () => 'written',
    () => 'failed',
  );
  await old.release();
  await expect
    .poll(() => tryToLead(pool, 'silent in a transaction').catch(() => undefined), { timeout: 30_000 })
    .toBeDefined();
  expect(await outcome).toBe('failed');
  expect((await pool.query(`select from written where by = 'never'`)).rowCount).toBe(0);
}, 60_000);
