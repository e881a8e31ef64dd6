import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DomainEvent } from 'language/domain/command';
import { catchUp, catchUpAll } from './catch-up.ts';
import { readStreams } from './checkpoint.ts';
import { PoisonEvent } from './failure.ts';
import { park, unpark } from './parked.ts';
import { RowCache } from './row-cache.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { readModels } from '../read-models/all.ts';
import {
  admitted,
  day,
  entry,
  onPatient,
  reviewAdded,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

/** All streams have reached their end. */
const done = { errors: [], unfinished: [] };
const clinicalOf = (streams: readonly string[]): WakeUp[] =>
  streams.map((stream) => ({ projection: 'clinical', stream }));
const checkpointsOf = async (streams: readonly string[]) =>
  (
    await environment.rows<{ revision: string }>(
      `select revision from projection_checkpoint where projection = 'clinical' and stream = any ($1) order by stream`,
      [streams],
    )
  ).map(({ revision }) => Number(revision));
const reviewsOf = (streams: readonly string[]) =>
  environment.rows<{ admission_id: string; reviews: number }>(
    /* sql */ `
    select admission_id, count(*)::int as reviews from review
    where 'admission-' || admission_id = any ($1) group by admission_id order by admission_id`,
    [streams],
  );
const rated = (id: string, rating: number): DomainEvent => ({
  type: 'ErrorRated',
  data: { reviewId: `${id}.r`, entryId: `${id}-e`, rating },
});
const open = (id: string) =>
  environment.append(
    `admission-${id}`,
    [admitted(`p-${id}`), reviewAdded(`${id}.r`, [entry(`${id}-e`)])],
    onPatient(`p-${id}`),
  );
const ratingOf = async (id: string) =>
  (await environment.rows<{ rating: string }>(`select rating from review_entry where entry_id = $1`, [`${id}-e`]))[0]
    ?.rating;

test('one poison event among ten streams stops its own stream only', async () => {
  const streams = Array.from({ length: 10 }, (_, n) => `admission-ten-${n}`);
  for (const stream of streams) await environment.append(stream, [admitted(), reviewAdded(`${stream}.r`)], onPatient());
  await environment.append('admission-ten-4', [{ type: 'SomethingOfNextYear', data: {} }], onPatient());
  await environment.append(
    'admission-ten-6',
    [{ type: 'ReviewHeadEdited', data: { reviewId: 'none', reviewDate: day('2026-03-02'), clinicalNote: '' } }],
    onPatient(),
  );
  const { errors: failed } = await catchUpAll(environment, clinicalOf(streams));
  expect(failed.toSorted((a, b) => a.wakeUp.stream.localeCompare(b.wakeUp.stream))).toMatchObject([
    { wakeUp: { stream: 'admission-ten-4' }, error: { name: 'PoisonEvent', revision: 2n } },
    { wakeUp: { stream: 'admission-ten-6' }, error: { name: 'PoisonEvent', revision: 2n } },
  ]);
  expect(await checkpointsOf(streams)).toEqual(streams.map(() => 1));
  expect(await reviewsOf(streams)).toHaveLength(10);
});

test('an event that Postgres refuses stops its own stream only', async () => {
  const streams = Array.from({ length: 10 }, (_, n) => `admission-refused-${n}`);
  // A review of one admission has the id of a review of another.
  for (const [n, stream] of streams.entries())
    await environment.append(stream, [admitted(), reviewAdded(`refused.${n === 7 ? 3 : n}`)], onPatient());
  expect(await catchUpAll(environment, clinicalOf(streams.slice(0, 5)))).toEqual(done);
  const { errors: failed } = await catchUpAll(environment, clinicalOf(streams));
  expect(failed).toMatchObject([
    { wakeUp: { stream: 'admission-refused-7' }, error: { name: 'PoisonEvent', revision: 1n } },
  ]);
  expect(String(failed[0]?.error)).toContain('23505');
  expect(await checkpointsOf(streams)).toEqual(streams.map((_, n) => (n === 7 ? 0 : 1)));
});

test('a stream that is far behind goes on in another call, and the others do not wait for it', async () => {
  const streams = ['admission-near', 'admission-far'];
  for (const stream of streams) await environment.append(stream, [admitted()], onPatient());
  for (let revision = 1; revision <= 1_200; revision += 100)
    await environment.append(
      'admission-far',
      Array.from({ length: 100 }, (_, n) => reviewAdded(`far.${revision + n}`)),
      onPatient(),
    );
  expect(await catchUpAll(environment, clinicalOf(streams))).toEqual({
    errors: [],
    unfinished: clinicalOf(['admission-far']),
  });
  expect(await checkpointsOf(streams)).toEqual([999, 0]);
  expect(await catchUpAll(environment, clinicalOf(streams))).toEqual(done);
  expect(await checkpointsOf(streams)).toEqual([1_200, 0]);
});

test('workers with many streams in common write each event once', async () => {
  const streams = Array.from({ length: 20 }, (_, n) => `admission-common-${n}`);
  for (const stream of streams) {
    await environment.append(stream, [admitted(), reviewAdded(`${stream}.a`)], onPatient('p-1', 'u-1'));
    await environment.append(stream, [reviewAdded(`${stream}.b`)], onPatient('p-1', 'u-2'));
  }
  const results = await Promise.all([
    catchUpAll(environment, clinicalOf(streams)),
    catchUpAll(environment, clinicalOf(streams.toReversed())),
    ...streams.slice(5, 15).map((stream) => environment.project(stream)),
  ]);
  expect(results.slice(0, 2)).toEqual([done, done]);
  expect(await reviewsOf(streams)).toEqual(
    streams.toSorted().map((stream) => ({ admission_id: stream.slice(10), reviews: 2 })),
  );
  const [changes] = await environment.rows(
    `select count(*)::int as count, count(distinct (stream, revision))::int as different from change
     where starts_with(stream, 'admission-common-')`,
  );
  expect(changes).toEqual({ count: 40, different: 40 });
});

describe('a cached state', () => {
  const cached = () => ({ ...environment, cache: new RowCache() });

  test('that another worker has passed writes nothing, beside streams whose state is right', async () => {
    const [mine, theirs] = [cached(), cached()];
    const streams = ['admission-stale', 'admission-right'];
    for (const id of ['stale', 'right']) await open(id);
    expect(await catchUpAll(mine, clinicalOf(streams))).toEqual(done);
    await environment.append('admission-stale', [rated('stale', 1)], onPatient('p-stale'));
    await catchUp(theirs, readModels.clinical, 'admission-stale');
    for (const id of ['stale', 'right'])
      await environment.append(`admission-${id}`, [rated(id, 5)], onPatient(`p-${id}`));
    expect(await catchUpAll(mine, clinicalOf(streams))).toEqual(done);
    expect([await ratingOf('stale'), await ratingOf('right')]).toEqual(['5.0', '5.0']);
    expect(
      await environment.rows(`select rating from past_review_entry where entry_id = 'stale-e'
                                   order by ended_by`),
    ).toEqual([{ rating: null }, { rating: '1.0' }]);
  });

  test('that was evicted is read again', async () => {
    const tiny = { ...environment, cache: new RowCache(3_000) };
    for (const id of ['evicted-1', 'evicted-2']) await open(id);
    for (const id of ['evicted-1', 'evicted-2', 'evicted-1', 'evicted-2']) {
      await environment.append(`admission-${id}`, [rated(id, 2.5)], onPatient(`p-${id}`));
      await catchUp(tiny, readModels.clinical, `admission-${id}`);
    }
    expect([await ratingOf('evicted-1'), await ratingOf('evicted-2')]).toEqual(['2.5', '2.5']);
  });

  test('is dropped after a failed write', async () => {
    const sources = cached();
    await open('failed');
    await catchUp(sources, readModels.clinical, 'admission-failed');
    await environment.append('admission-failed', [rated('failed', 3)], onPatient('p-failed'));
    await environment.pool.query(`
      create function fail_once() returns trigger language plpgsql as $$ begin
        raise exception 'try again' using errcode = '40001';
      end $$;
      create trigger fail_once before update on review_entry for each row execute function fail_once()`);
    await expect(catchUp(sources, readModels.clinical, 'admission-failed')).rejects.toMatchObject({ code: '40001' });
    await environment.pool.query('drop trigger fail_once on review_entry; drop function fail_once()');
    expect(sources.cache.take('clinical', 'admission-failed')).toBeUndefined();
    await catchUp(sources, readModels.clinical, 'admission-failed');
    expect(await ratingOf('failed')).toBe('3.0');
  });

  test('does not hide that the stream is parked, in doubt or begun again', async () => {
    const sources = cached();
    await open('hidden');
    const look = () => catchUp(sources, readModels.clinical, 'admission-hidden');
    expect(await look()).toBe(1n);
    await park(environment.pool, 'clinical', 'admission-hidden', new PoisonEvent(2n, 'ErrorRated', new Error('x')));
    await environment.append('admission-hidden', [rated('hidden', 1)], onPatient('p-hidden'));
    expect([await look(), await ratingOf('hidden')]).toEqual([1n, null]);
    await unpark(environment.pool, 'clinical', 'admission-hidden');
    expect([await look(), await ratingOf('hidden')]).toEqual([2n, '1.0']);
    const doubt = `update projection_checkpoint set in_doubt = true where stream = 'admission-hidden'`;
    await environment.pool.query(doubt);
    expect(await look()).toBe(2n);
    await environment.pool.query(`${doubt} and not in_doubt`);
    await environment.append('admission-hidden', [rated('hidden', 2)], onPatient('p-hidden'));
    expect([await look(), await ratingOf('hidden')]).toEqual([3n, '2.0']);
    expect(
      await environment.rows(`select in_doubt from projection_checkpoint where stream = 'admission-hidden'`),
    ).toEqual([{ in_doubt: false }]);
    await environment.pool.query(`delete from projection_checkpoint where stream = 'admission-hidden'`);
    for (const table of ['review_entry', 'review', 'admission', 'past_review_entry'])
      await environment.pool.query(`delete from ${table} where admission_id = 'hidden'`);
    expect([await look(), await ratingOf('hidden')]).toEqual([3n, '2.0']);
  });

  test('has the rows that Postgres has', async () => {
    const sources = cached();
    const stream = 'admission-alike';
    await open('alike');
    for (let rating = 1; rating <= 3; rating += 1) {
      await environment.append(stream, [rated('alike', rating)], onPatient('p-alike'));
      await catchUp(sources, readModels.clinical, stream);
    }
    const inMemory = sources.cache.take('clinical', stream);
    const stored = (await readStreams(environment.pool, readModels.clinical, [stream])).get(stream);
    const instants = (row: object) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          ['since', 'created_at'].includes(name) ? Date.parse(String(value)) : value,
        ]),
      );
    for (const table of readModels.clinical.tablesOf(stream))
      expect(inMemory?.rows.all(table).map(instants)).toEqual(stored?.rows.all(table).map(instants));
    expect(inMemory?.progress).toEqual(stored?.progress);
  });
});
