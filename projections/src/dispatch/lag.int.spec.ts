import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEnvironment, type TestEnvironment } from '../testing.ts';
import { createLagReader, type Lag } from './lag.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());
beforeEach(async () => {
  await environment.pool.query('truncate stream_head, projection_checkpoint');
});

const projections = ['clinical', 'audit'];
const LONG_AGO = '2 days';
/** A stream with ten events, of which the rows have reached `rows`. */
const stream = async (name: string, rows: number, age: string): Promise<void> => {
  await environment.pool.query(
    `insert into stream_head (stream, revision, seen_at) values ($1, 9, now() - $2::interval)`,
    [name, age],
  );
  for (const projection of projections)
    await environment.pool.query(
      'insert into projection_checkpoint (projection, stream, revision) values ($1, $2, $3)',
      [projection, name, rows],
    );
};
const behindOf = ({ projections: of }: Lag): number => of.clinical.behind;
const all = { patienceSeconds: 0, limit: 100 };
const names = (wakeUps: readonly { stream: string }[]): string[] =>
  [...new Set(wakeUps.map(({ stream: name }) => name))].toSorted();
/** As when the rows of a stream that was up to date go missing. */
const lose = (name: string): Promise<unknown> =>
  environment.pool.query('delete from projection_checkpoint where stream = $1', [name]);

test('the first look finds every stream that is behind, and each later look as long as it is', async () => {
  const lag = createLagReader(environment.pool);
  await stream('admission-done', 9, LONG_AGO);
  await stream('admission-late', 8, LONG_AGO);
  await stream('admission-later', 3, '1 day');
  for (let look = 0; look < 3; look += 1) {
    const read = await lag.read();
    expect(behindOf(read)).toBe(2);
    expect(read.projections.clinical.oldestSeconds).toBeGreaterThan(2 * 86_400 - 60);
    expect(names(await lag.behind(all))).toEqual(['admission-late', 'admission-later']);
  }
});

test('a new event of an old stream is found, and one that came a moment before the look', async () => {
  const lag = createLagReader(environment.pool);
  await stream('admission-old', 9, LONG_AGO);
  expect(behindOf(await lag.read())).toBe(0);
  await environment.pool.query('update stream_head set revision = 10, seen_at = now()');
  await stream('admission-new', 8, '10 seconds');
  expect(behindOf(await lag.read())).toBe(2);
  expect(names(await lag.behind({ ...all, patienceSeconds: 5 }))).toEqual(['admission-new']);
});

test('streams that were up to date long ago are not looked at again, except page by page', async () => {
  const lag = createLagReader(environment.pool);
  await stream('admission-1', 9, LONG_AGO);
  await stream('admission-2', 9, LONG_AGO);
  expect(behindOf(await lag.read())).toBe(0);
  await lose('admission-2');
  expect(behindOf(await lag.read())).toBe(0);
  expect(await lag.behind(all)).toEqual([]);
  expect(names(await lag.behindOnPage(100))).toEqual(['admission-2']);
  // The pages begin again after the last one.
  expect(names(await lag.behindOnPage(100))).toEqual([]);
  expect(names(await lag.behindOnPage(100))).toEqual(['admission-2']);
});

test('other tables under the same names are looked at from the beginning', async () => {
  const lag = createLagReader(environment.pool);
  await stream('admission-1', 9, LONG_AGO);
  expect(behindOf(await lag.read())).toBe(0);
  await environment.pool.query(`
    alter table stream_head rename to stream_head_before;
    create table stream_head (like stream_head_before including all);
    insert into stream_head select stream, revision + 1, seen_at from stream_head_before;`);
  try {
    expect(behindOf(await lag.read())).toBe(1);
  } finally {
    await environment.pool.query('drop table stream_head; alter table stream_head_before rename to stream_head');
  }
});

test('calls at the same time share one look', async () => {
  const lag = createLagReader(environment.pool);
  expect(lag.read()).toBe(lag.read());
  await lag.read();
});
