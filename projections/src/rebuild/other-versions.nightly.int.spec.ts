/** Rows, processes and parked streams of another version of the program than the one that rebuilds. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventLog } from 'service-kit/event-log/port';
import { readNotes } from './notes.ts';
import { rebuildChanged } from './rebuild-changed.ts';
import { rebuild, rollBack } from './rebuild.ts';
import { beginVersions } from './versions.ts';
import { catchUpAll } from '../catch-up/catch-up.ts';
import { NewerRows } from '../catch-up/failure.ts';
import { RowCache } from '../catch-up/row-cache.ts';
import { catchUpOrPark } from '../catch-up/worker.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { waitForRevision } from '../schema/read-after.ts';
import { admitted, entry, reviewAdded } from '../testing.ts';
import { type OlderRows, pagedLog, startOlderRows } from '../testing/older-rows.ts';
import { earlierProgram, laterProgram, needsMarkedRows } from '../testing/program-version.ts';

let older: OlderRows;
beforeEach(async () => {
  older = await startOlderRows();
});
afterEach(() => older.stop());

const clinicalOf = (stream: string): WakeUp => ({ projection: 'clinical', stream });

test('rows that another process has cached are not used after the switch', async () => {
  const [here, other] = [
    { ...older, cache: new RowCache() },
    { ...older, cache: new RowCache() },
  ];
  const add = async (sources: typeof here, entryId: string) => {
    await older.append('admission-known', [
      { type: 'ReviewMedicationAdded', data: { reviewId: 'known.r', entry: entry(entryId) } },
    ]);
    return catchUpAll(sources, [clinicalOf('admission-known')]);
  };
  await add(other, 'known-1');
  laterProgram();
  expect(await rebuildChanged(older.options())).toBe('done');
  // Its fold changes another column of the review, and the statement writes the whole row.
  expect(await add(other, 'known-2')).toMatchObject({ errors: [] });
  expect(await older.notes(`review_id = 'known.r'`)).toEqual(['v2 ']);
  expect(await older.rows(`select from review_entry where review_id = 'known.r'`)).toHaveLength(3);
  expect(await add(here, 'known-3')).toMatchObject({ errors: [] });
  expect(await older.rows(`select from review_entry where review_id = 'known.r'`)).toHaveLength(4);
}, 60_000);

test('an older program that still runs leaves rebuilt rows to the newer one, and parks nothing', async () => {
  const before = { ...older, cache: new RowCache() };
  await catchUpAll(before, [clinicalOf('admission-known')]);
  laterProgram();
  expect(await rebuildChanged(older.options())).toBe('done');
  earlierProgram();
  const rated = { type: 'ErrorRated', data: { reviewId: 'known.r', entryId: 'known-e', rating: 2 } };
  const last = await older.append('admission-known', [rated]);
  const { failed } = await catchUpOrPark(before, older.logger, [clinicalOf('admission-known')], 3);
  expect(failed.map(({ failure }) => failure.message)).toEqual([new NewerRows('clinical').message]);
  expect(await older.rows('select from parked_stream')).toEqual([]);
  expect((await readNotes(older.pool)).get('clinical')).toContain('newer version');
  expect(await beginVersions(older.pool)).toEqual({ changed: [], newer: ['clinical'] });
  laterProgram();
  await catchUpAll(older, [clinicalOf('admission-known')]);
  expect(await waitForRevision(older.pool, 'admission-known', last, 5_000)).toBe(true);
  expect(new Set(await older.notes())).toEqual(new Set(['v2 ']));
}, 60_000);

test('a difference elsewhere than announced ends the rebuild, is shown, and is tried again at the next start', async () => {
  await older.pool.query(`update review set author_id = 'by hand' where review_id = 'known.r'`);
  laterProgram();
  const service = await older.start();
  expect(await service.rebuilt).toBe('failed');
  const { ready, checks } = await service.ready();
  expect(checks.projections.each.clinical.rebuild).toMatch(/^rebuild failed: The table review differs/);
  expect(ready).toBe(true);
  await service.stop();
  expect(await older.recorded()).toEqual({ version: 1, generation: '1' });
  expect(new Set(await older.notes())).not.toContain('v2 ');
  await older.pool.query(`update review set author_id = 'u-1' where review_id = 'known.r'`);
  const next = await older.start();
  expect(await next.rebuilt).toBe('done');
  expect((await next.ready()).checks.projections.each.clinical).not.toHaveProperty('rebuild');
  await next.stop();
}, 60_000);

test('an event that the later program cannot project ends the rebuild', async () => {
  laterProgram(2, {
    before({ type, stream }) {
      if (type === 'ReviewAdded' && stream === 'admission-known') throw new Error('a mistake');
    },
  });
  expect(await rebuildChanged(older.options())).toBe('failed');
  expect((await readNotes(older.pool)).get('clinical')).toMatch(
    /^rebuild failed: Event 1 of admission-known \(ReviewAdded\) cannot be projected any more/,
  );
  expect(await older.rows('select from parked_stream')).toEqual([]);
  expect(await older.recorded()).toMatchObject({ version: 1 });
}, 60_000);

test('a full disk ends the rebuild and gives the room back; a lost connection does not', async () => {
  laterProgram();
  const failing = (code: string): EventLog => ({
    ...older.log,
    readAll: () => Promise.reject(Object.assign(new Error('Postgres'), { code })),
  });
  const next = () => older.rows(`select from pg_namespace where nspname = 'read_next'`);
  expect(await rebuildChanged(older.options({ log: failing('57P01') }))).toBe('again');
  expect(await next()).toHaveLength(1);
  expect(await rebuildChanged(older.options({ log: failing('53100') }))).toBe('failed');
  expect(await next()).toHaveLength(0);
  expect((await readNotes(older.pool)).get('clinical')).toBe('rebuild failed: the disk is full.');
  expect(await rebuildChanged(older.options())).toBe('done');
}, 60_000);

test('a stream that the older program has parked goes on after the switch', async () => {
  await older.pool.query(`alter table review add constraint no_bad_review check (review_id <> 'bad.r')`);
  const last = await older.append('admission-bad', [admitted(), reviewAdded('bad.r')]);
  await older.work();
  expect(await older.rows('select projection from parked_stream')).toEqual([{ projection: 'clinical' }]);
  laterProgram();
  expect(await rebuildChanged(older.options())).toBe('done');
  expect(await older.rows('select from parked_stream')).toEqual([]);
  expect(await waitForRevision(older.pool, 'admission-bad', last, 1_000)).toBe(true);
}, 60_000);

test('a stream that the later program cannot project on the older rows waits for the switch', async () => {
  laterProgram(2, { before: needsMarkedRows });
  const last = await older.append('admission-known', [
    { type: 'ErrorRated', data: { reviewId: 'known.r', entryId: 'known-e', rating: 2 } },
  ]);
  await older.dispatch();
  const parked = () => older.rows('select stream, from_revision from parked_stream');
  // Parked after the load has begun, which therefore passes the event.
  const log = pagedLog(older.log, async () => {
    if ((await parked()).length === 0) await older.work();
  });
  expect(await rebuildChanged(older.options({ log }))).toBe('done');
  expect(await parked()).toEqual([]);
  expect(await waitForRevision(older.pool, 'admission-known', last, 1_000)).toBe(true);
  expect(new Set(await older.notes())).toEqual(new Set(['v2 ']));
  expect(await older.rows(`select rating from review_entry where entry_id = 'known-e'`)).toEqual([{ rating: '2.0' }]);
}, 60_000);

test('a rollback brings back the rows and the version of before, and the older program goes on with them', async () => {
  laterProgram();
  expect(await rebuildChanged(older.options())).toBe('done');
  earlierProgram();
  const silent = { ...older.options(), keepHours: 1, say: () => {} };
  await expect(rebuild({ ...silent, report: () => {} })).rejects.toThrow('made by a newer version');
  await rollBack(silent);
  expect(await older.recorded()).toEqual({ version: 1, generation: '3' });
  expect(new Set(await older.notes())).not.toContain('v2 ');
  await older.append('admission-known', [
    { type: 'ErrorRated', data: { reviewId: 'known.r', entryId: 'known-e', rating: 2 } },
  ]);
  expect(await catchUpAll(older, [clinicalOf('admission-known')])).toMatchObject({ errors: [] });
  await expect(rollBack(silent)).rejects.toThrow('made by a newer version');
  laterProgram();
  expect(await rebuildChanged(older.options())).toBe('done');
  expect(new Set(await older.notes())).toEqual(new Set(['v2 ']));
}, 60_000);

test('tables of another version of the program are not switched', async () => {
  laterProgram();
  await older.pool.query(`insert into migration (name, batch, migration_time) values ('999-next-year', 99, now())`);
  expect(await rebuildChanged(older.options())).toBe('failed');
  expect((await readNotes(older.pool)).get('clinical')).toContain('Another version of the program');
  await older.pool.query(`delete from migration where name = '999-next-year'`);
}, 60_000);
