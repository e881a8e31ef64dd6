import { type RedisForSpecs, startRedis } from 'service-kit/testing/redis';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startDispatcher } from '../dispatch/dispatcher.ts';
import { PoisonEvent, UnknownType } from '../catch-up/failure.ts';
import { park, unpark } from '../catch-up/parked.ts';
import { createWakeUps, type QueueOptions, startQueueWorker, type WakeUps } from '../queue/queue.ts';
import { QUEUE_SCHEMA } from '../schema/migrate.ts';
import { waitForRevision } from '../schema/read-after.ts';
import { startProjections } from '../service.ts';
import { createLagReader } from '../dispatch/lag.ts';
import { startSweeper } from '../dispatch/sweeper.ts';
import { admitted, entry, type TestEnvironment, onPatient, startTestEnvironment, reviewAdded } from '../testing.ts';
import { startWorker } from '../catch-up/worker.ts';

/** For `*.int.spec.ts` only: the whole service, with the queue of BullMQ on this backend. */
export function testService(backend: 'Postgres' | 'Redis'): void {
  let environment: TestEnvironment;
  let redis: RedisForSpecs | undefined;
  let queue: QueueOptions;
  let wakeUps: WakeUps;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    environment = await startTestEnvironment();
    if (backend === 'Redis') redis = await startRedis();
    queue = { databaseUrl: environment.installation.databaseUrl, redisUrl: redis?.url, logger: environment.logger };
    wakeUps = createWakeUps(queue);
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closing.splice(0).toReversed()) await close();
  });
  afterAll(async () => {
    await wakeUps.close();
    await redis?.stop();
    await environment.stop();
  });

  const start = async (
    { eventstoreUrl }: { eventstoreUrl: string } = environment.installation,
  ): Promise<{ port: number; stop(): Promise<void> }> => {
    const { databaseUrl, masterKey } = environment.installation;
    const service = await startProjections(
      {
        databaseUrl,
        eventstoreUrl,
        redisUrl: redis?.url,
        masterKeys: [Buffer.from(masterKey, 'base64')],
        host: '127.0.0.1',
        port: 0,
      },
      environment.logger,
    );
    closing.push(() => service.stop());
    return service;
  };
  const projected = async (stream: string, revision: bigint): Promise<void> => {
    expect([stream, await waitForRevision(environment.pool, stream, revision, 20_000)]).toEqual([stream, true]);
  };
  const ready = async (
    port: number,
  ): Promise<{ status: number; body: { ready: boolean; checks: Record<string, Record<string, unknown>> } }> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/ready`);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const wipeQueue = async (): Promise<void> => {
    if (redis) {
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
      return;
    }
    const tables = await environment.rows<{ name: string }>(
      /* sql */ `
      select format('%I.%I', schemaname, tablename) as name
      from pg_tables
      where schemaname = $1 and tablename <> 'migration'`,
      [QUEUE_SCHEMA],
    );
    // BullMQ may hold a lock on the tables.
    await expect
      .poll(() =>
        environment.pool.query(`truncate ${tables.map((table) => table.name).join(', ')}`).then(
          () => 'wiped',
          (error: { code?: string }) => error.code,
        ),
      )
      .toBe('wiped');
  };
  /** Every change of a stream, once and in order, up to the newest. */
  const expectWholeAndInOrder = async (stream: string, last: bigint): Promise<void> => {
    const revisions = (
      await environment.rows<{ revision: string }>('select revision from change where stream = $1 order by id', [
        stream,
      ])
    ).map((row) => Number(row.revision));
    expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
    expect(revisions.at(-1)).toBe(Number(last));
  };

  test('events reach the rows by notification, not by polling', async () => {
    await start();
    const times: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const from = performance.now();
      await projected(
        'admission-quick',
        await environment.append('admission-quick', [i === 0 ? admitted() : reviewAdded(`r-quick-${i}`)], onPatient()),
      );
      times.push(performance.now() - from);
    }
    // If there is no notification, the sweeper finds a stream, after two seconds at the soonest.
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(2_000);
  });

  test('with another log, it starts from the beginning and misses nothing', async () => {
    await environment.append('admission-moved', [admitted()], onPatient());
    const first = await start();
    await projected('admission-moved', 0n);
    await first.stop();
    await environment.pool.query(
      'update dispatcher_position set commit = commit + 1000000000, prepare = prepare + 1000000000',
    );
    const revision = await environment.append('admission-moved', [reviewAdded('r-moved')], onPatient());
    await start();
    await projected('admission-moved', revision);
    await expectWholeAndInOrder('admission-moved', revision);
  });

  test('it is ready once the log is caught up and nothing is behind, and reports each projection', async () => {
    const revision = await environment.append('admission-ready', [admitted()], onPatient());
    const service = await start();
    await expect.poll(async () => (await ready(service.port)).status).toBe(200);
    await projected('admission-ready', revision);
    await expect
      .poll(async () => (await ready(service.port)).body)
      .toMatchObject({
        ready: true,
        checks: {
          postgres: { ok: true },
          eventLog: { ok: true },
          dispatcher: { ok: true, caughtUp: true },
          projections: { ok: true, behind: 0, parked: 0, each: { clinical: { behind: 0, parked: 0 } } },
        },
      });
    expect(await (await fetch(`http://127.0.0.1:${service.port}/api/health`)).json()).toEqual({ status: 'ok' });
  });

  test('however many ask whether it is ready, one look takes connections from the work', async () => {
    const service = await start();
    vi.useFakeTimers({ toFake: ['performance'] });
    const holder = await environment.pool.connect();
    await holder.query('begin');
    await holder.query('lock rebuild_note in access exclusive mode');
    await Promise.all(Array.from({ length: 60 }, () => ready(service.port)));
    const { rows } = await holder.query(
      `select count(*)::int as looks from pg_stat_activity
       where datname = current_database() and application_name = 'projections' and wait_event_type = 'Lock'`,
    );
    await holder.query('commit');
    holder.release();
    expect(rows).toEqual([{ looks: 1 }]);
  });

  test('order is kept through transient errors and through doubled, shuffled wake-ups of two workers', async () => {
    // Every third of the first writes fails and is rolled back; the sequence that counts them is not. A write has the
    // state after all events of its batch, so there are fewer writes than events.
    await environment.pool.query(`
      create sequence statements;
      create function fail_every_third() returns trigger language plpgsql as $$ begin
        if nextval('statements') % 3 = 0 and currval('statements') <= 30 then
          raise exception 'try again' using errcode = '40001';
        end if;
        return new;
      end $$;
      create trigger fail_every_third before insert or update on review_entry
      for each row execute function fail_every_third();
    `);
    await start();
    closing.push((await startWorker(environment, queue, wakeUps)).close);
    const streams = Array.from({ length: 8 }, (_, i) => `admission-order-${i}`);
    const wake = (): Promise<void> =>
      wakeUps.wake(
        [...streams, ...streams]
          .map((stream) => ({ projection: 'clinical' as const, stream }))
          .toSorted(() => Math.random() - 0.5),
      );
    await Promise.all(
      streams.map(async (stream) => {
        await environment.append(stream, [admitted(), reviewAdded(`r-${stream}`, [entry(`e-${stream}`)])], onPatient());
        for (let i = 1; i <= 10; i += 1) {
          await environment.append(
            stream,
            [{ type: 'ErrorRated', data: { reviewId: `r-${stream}`, entryId: `e-${stream}`, rating: i / 2 } }],
            onPatient(),
          );
          await wake();
        }
      }),
    );
    for (const stream of streams) {
      await projected(stream, 11n);
      await expectWholeAndInOrder(stream, 11n);
      expect(
        await environment.rows('select rating, version from review_entry where entry_id = $1', [`e-${stream}`]),
      ).toEqual([{ rating: '5.0', version: '11' }]);
    }
    const [counted] = await environment.rows<{ statements: string }>(`select last_value as statements from statements`);
    expect(Number(counted?.statements)).toBeGreaterThan(30);
    await environment.pool.query('drop trigger fail_every_third on review_entry');
  });

  test('a dispatcher that was replaced without knowing it writes nothing, and starts again as the newest', async () => {
    const fence = async () =>
      (
        await environment.rows<{ fence: string }>(`select fence from accounts.leader_fence where name = 'dispatcher'`)
      )[0]?.fence;
    const heads = () => environment.rows('select revision from stream_head where stream = $1', ['admission-replaced']);
    const dispatcher = startDispatcher({ ...environment, wakeUps });
    closing.push(() => dispatcher.stop());
    await environment.append('admission-replaced', [admitted()], onPatient());
    await expect.poll(heads).toEqual([{ revision: '0' }]);
    await environment.rows(`update accounts.leader_fence set fence = 1000 where name = 'dispatcher'`);
    await environment.append('admission-replaced', [reviewAdded('r-replaced')], onPatient());
    await expect.poll(heads).toEqual([{ revision: '1' }]);
    expect(await fence()).toBe('1001');
  });

  test('jobs that were active in a killed process do not delay the rows of the next process', async () => {
    const streams = Array.from({ length: 4 }, (_, n) => `admission-killed-${n}`);
    let end = (): void => undefined;
    const killed = new Promise<void>((resolve) => (end = resolve));
    const taken = new Set<string>();
    // These jobs stay active, as a killed process leaves them.
    const hanging = await startQueueWorker({ ...queue, concurrency: 6 }, async (found) => {
      // Jobs of earlier tests would take the worker's places.
      const own = found.filter(({ stream }) => streams.includes(stream));
      if (own.length === 0) return;
      for (const { stream } of own) taken.add(stream);
      await killed;
    });
    closing.push(() => {
      end();
      return hanging.close();
    });
    const dispatcher = startDispatcher({ ...environment, wakeUps });
    closing.push(() => dispatcher.stop());
    // A dispatcher that begins catches up without jobs.
    await expect.poll(async () => (await createLagReader(environment.pool).read()).caughtUp).toBe(true);
    for (const stream of streams) await environment.append(stream, [admitted()], onPatient());
    await expect.poll(() => streams.filter((stream) => taken.has(stream)).length).toBe(streams.length);
    await dispatcher.stop();
    await start();
    const rows = await environment.rows<{ stream: string; revision: string }>(
      'select stream, revision from projection_checkpoint where projection = $1 and stream = any ($2) order by stream',
      ['clinical', streams],
    );
    expect(rows).toEqual(streams.map((stream) => ({ stream, revision: '0' })));
  });

  test('a wake-up does not wait behind an active job of the same stream', async () => {
    let end = (): void => undefined;
    const killed = new Promise<void>((resolve) => (end = resolve));
    let looks = 0;
    const worker = await startQueueWorker({ ...queue, concurrency: 6 }, async (found) => {
      if (!found.some(({ stream }) => stream === 'admission-twice')) return;
      looks += 1;
      if (looks === 1) await killed;
    });
    const wake = () => wakeUps.wake([{ projection: 'clinical', stream: 'admission-twice' }]);
    try {
      await wake();
      await expect.poll(() => looks).toBe(1);
      await wake();
      await expect.poll(() => looks).toBe(2);
    } finally {
      end();
      await worker.close();
    }
  });

  test('a stream that fails in a job of many gets a job of its own and does not repeat the others', async () => {
    await environment.pool.query(`alter table review add constraint no_failing_review check (review_id <> 'r-fails')`);
    const streams = Array.from({ length: 5 }, (_, n) => `admission-together-${n}`);
    for (const [n, stream] of streams.entries())
      await environment.append(stream, [admitted(), reviewAdded(n === 2 ? 'r-fails' : `r-${stream}`)], onPatient());
    closing.push((await startWorker(environment, queue, wakeUps)).close);
    await wakeUps.wake(streams.map((stream) => ({ projection: 'clinical', stream })));
    for (const [n, stream] of streams.entries()) await projected(stream, n === 2 ? 0n : 1n);
    await expect
      .poll(() => environment.rows('select stream, from_revision from parked_stream'))
      .toEqual([{ stream: 'admission-together-2', from_revision: '1' }]);
    await environment.pool.query('alter table review drop constraint no_failing_review');
    expect(await unpark(environment.pool, 'clinical', 'admission-together-2')).toBe(true);
    await wakeUps.wake([{ projection: 'clinical', stream: 'admission-together-2' }]);
    await projected('admission-together-2', 1n);
  });

  test('a stream that is far behind is projected to its end', async () => {
    await environment.append('admission-long', [admitted()], onPatient());
    for (let revision = 1; revision <= 1_200; revision += 100)
      await environment.append(
        'admission-long',
        Array.from({ length: 100 }, (_, n) => reviewAdded(`long.${revision + n}`)),
        onPatient(),
      );
    closing.push((await startWorker(environment, queue, wakeUps)).close);
    await wakeUps.wake([{ projection: 'clinical', stream: 'admission-long' }]);
    await projected('admission-long', 1_200n);
  });

  test('an operator sees how many jobs wait', async () => {
    await wipeQueue();
    const none = { waiting: 0, prioritized: 0, delayed: 0, active: 0 };
    expect(await wakeUps.depth()).toEqual(none);
    await wakeUps.wake([{ projection: 'clinical', stream: 'admission-waits' }]);
    await wakeUps.retry([{ projection: 'clinical', stream: 'admission-waits' }]);
    expect(await wakeUps.depth()).toMatchObject({ ...none, waiting: 1, delayed: 1 });
    await wipeQueue();
  });

  test('a queue that is wiped before a worker runs loses nothing: the sweeper finds the streams', async () => {
    const dispatcher = startDispatcher({ ...environment, wakeUps });
    const revision = await environment.append('admission-wiped', [admitted()], onPatient());
    await expect
      .poll(() => environment.rows('select revision from stream_head where stream = $1', ['admission-wiped']), {
        timeout: 10_000,
      })
      .toEqual([{ revision: String(revision) }]);
    await dispatcher.stop();
    await wipeQueue();
    closing.push(
      (await startWorker(environment, queue, wakeUps)).close,
      startSweeper({
        pool: environment.pool,
        lag: createLagReader(environment.pool),
        wakeUps,
        logger: environment.logger,
      }).stop,
    );
    await projected('admission-wiped', revision);
  });

  test('a queue that is wiped again and again while people work loses nothing', async () => {
    await start();
    const streams = Array.from({ length: 5 }, (_, i) => `admission-wiping-${i}`);
    for (let i = 0; i < 10; i += 1) {
      await Promise.all([
        wipeQueue(),
        ...streams.map((stream) =>
          environment.append(stream, [i === 0 ? admitted() : reviewAdded(`r-${stream}-${i}`)], onPatient()),
        ),
      ]);
    }
    for (const stream of streams) {
      await projected(stream, 9n);
      await expectWholeAndInOrder(stream, 9n);
    }
  });

  test('a poison event stops its stream only, is shown, and heals when its cause is mended', async () => {
    const service = await start();
    await environment.pool.query(`alter table review add constraint no_bad_review check (review_id <> 'r-bad')`);
    await environment.append('admission-sick', [admitted(), reviewAdded('r-bad'), reviewAdded('r-later')], onPatient());
    await projected('admission-sick', 0n);
    await expect
      .poll(() =>
        environment.rows('select projection, from_revision, event_type, error from parked_stream where stream = $1', [
          'admission-sick',
        ]),
      )
      .toEqual([
        {
          projection: 'clinical',
          from_revision: '1',
          event_type: 'ReviewAdded',
          error: expect.stringContaining('no_bad_review'),
        },
      ]);
    await projected(
      'admission-well',
      await environment.append('admission-well', [admitted(), reviewAdded('r-well')], onPatient()),
    );
    await expect
      .poll(() => ready(service.port))
      .toMatchObject({
        status: 200,
        body: { checks: { projections: { ok: true, parked: 1, each: { clinical: { parked: 1 } } } } },
      });

    await environment.append('admission-sick', [reviewAdded('r-latest')], onPatient());
    expect(await waitForRevision(environment.pool, 'admission-sick', 3n, 5_000)).toBe(false);

    await environment.pool.query('alter table review drop constraint no_bad_review');
    expect(await unpark(environment.pool, 'clinical', 'admission-sick')).toBe(true);
    await wakeUps.wake([{ projection: 'clinical', stream: 'admission-sick' }]);
    await projected('admission-sick', 3n);
    await expectWholeAndInOrder('admission-sick', 3n);
    expect(
      await environment.rows('select review_id from review where admission_id = $1 order by review_id', ['sick']),
    ).toEqual([{ review_id: 'r-bad' }, { review_id: 'r-later' }, { review_id: 'r-latest' }]);
  });

  test('one of two services dispatches; when it stops, the other goes on from its position', async () => {
    const first = await start();
    await projected('admission-handed', await environment.append('admission-handed', [admitted()], onPatient()));
    const second = await start();
    await first.stop();
    await projected(
      'admission-handed',
      await environment.append('admission-handed', [reviewAdded('r-handed')], onPatient()),
    );
    await expect.poll(async () => (await ready(second.port)).status).toBe(200);
    expect(await environment.rows('select count(*)::int as places from dispatcher_position')).toEqual([{ places: 1 }]);
  });

  test('it recovers when Postgres drops every connection', async () => {
    await start();
    await projected('admission-dropped', await environment.append('admission-dropped', [admitted()], onPatient()));
    await environment.rows(/* sql */ `
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'projections%' and pid <> pg_backend_pid()`);
    const revision = await environment.append('admission-dropped', [reviewAdded('r-dropped')], onPatient());
    await projected('admission-dropped', revision);
    await expectWholeAndInOrder('admission-dropped', revision);
  });

  test('a stream that an older program parked goes on by itself', async () => {
    const revision = await environment.append('admission-newer', [admitted(), reviewAdded('r-newer')], onPatient());
    await park(
      environment.pool,
      'clinical',
      'admission-newer',
      new PoisonEvent(0n, 'PatientAdmitted', new UnknownType('PatientAdmitted', 1)),
    );
    await start();
    await expect.poll(() => environment.rows('select from parked_stream')).toEqual([]);
    await projected('admission-newer', revision);
  });

  test('with a backup of its log it shows what the backup holds, and misses no later event', async () => {
    const reviews = (id: string) =>
      environment.rows('select review_id from review where admission_id = $1 order by version', [id]);
    const before = await start();
    for (const id of ['saved', 'cut', 'lost'])
      await projected(
        `admission-${id}`,
        await environment.append(
          `admission-${id}`,
          [admitted(), reviewAdded(`r-${id}`), reviewAdded(`r-${id}-last`)],
          onPatient(),
        ),
      );
    await before.stop();
    const backup = await environment.restoreBackup({ 'admission-saved': 3, 'admission-cut': 2 });
    const after = await start(backup);
    // Ready only after every row was compared with this log.
    await expect.poll(async () => (await ready(after.port)).status, { timeout: 30_000 }).toBe(200);
    expect(await environment.rows('select stream from stale_stream')).toEqual([]);
    expect(await environment.rows('select admission_id from admission order by admission_id')).toEqual([
      { admission_id: 'cut' },
      { admission_id: 'saved' },
    ]);
    expect(await reviews('saved')).toEqual([{ review_id: 'r-saved' }, { review_id: 'r-saved-last' }]);
    expect(await reviews('cut')).toEqual([{ review_id: 'r-cut' }]);
    // This event takes the revision of the lost one.
    await projected('admission-cut', await backup.append('admission-cut', [reviewAdded('r-cut-new')], onPatient()));
    expect(await reviews('cut')).toEqual([{ review_id: 'r-cut' }, { review_id: 'r-cut-new' }]);
  });
}
