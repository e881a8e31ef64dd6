/** A later version of the program makes the rows again by itself, and the screens see no step in between. */
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readNotes } from './notes.ts';
import { rebuildChanged } from './rebuild-changed.ts';
import { startSelfRebuild } from './self-rebuild.ts';
import { beginVersions } from './versions.ts';
import { waitForRevision } from '../schema/read-after.ts';
import { admitted, entry, onPatient, reviewAdded, startTestEnvironment } from '../testing.ts';
import { type OlderRows, pagedLog, startOlderRows } from '../testing/older-rows.ts';
import { laterProgram } from '../testing/program-version.ts';

let older: OlderRows;
beforeEach(async () => {
  older = await startOlderRows();
});
afterEach(() => older.stop());

const rowsOf = (table: string) =>
  older.rows(`select to_jsonb(t) - 'clinical_note' as row from ${table} t order by (to_jsonb(t))::text`);

test('rows are rebuilt at the start, readers see all of before or all of after, and commands go on', async () => {
  const [reviews, entries] = [await rowsOf('review'), await rowsOf('review_entry')];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  laterProgram();
  const service = await older.start(pagedLog(older.log, (page) => (page > 8 ? gate : undefined)));
  const reading = new Pool({
    connectionString: older.installation.databaseUrl,
    options: '-c search_path=read_v1',
  });
  const text = /* sql */ `
    select count(*)::int as reviews, (count(*) filter (where clinical_note like 'v2 %'))::int as marked,
           (select count(*) from stale_stream)::int as stale
    from review where admission_id like 'old%'`;
  const seen: { reviews: number; marked: number; stale: number }[] = [];
  let isOver = false;
  const read = async (name?: string): Promise<void> => {
    while (!isOver) seen.push((await reading.query({ ...(name && { name }), text })).rows[0]);
  };
  const write = async (): Promise<number> => {
    let written = 0;
    for (; !isOver; written += 1) {
      const stream = `admission-new${written}`;
      const revision = await older.append(stream, [admitted('p-new'), reviewAdded(`new.${written}`)]);
      expect(await waitForRevision(older.pool, stream, revision, 20_000)).toBe(true);
      await older.append('admission-known', [
        { type: 'ReviewMedicationAdded', data: { reviewId: 'known.r', entry: entry(`known-${written}`) } },
      ]);
    }
    return written;
  };
  const running = Promise.all([read('counted'), read(), write()]);
  try {
    await expect
      .poll(async () => (await service.ready()).checks.projections.each.clinical.rebuild)
      .toMatch(/^rebuilding, \d+ %, [\d,]+ events\/s, \d+ s left$/);
    expect(await service.ready()).toMatchObject({ ready: true });
    expect(await older.recorded()).toMatchObject({ version: 1 });
    open();
    expect(await service.rebuilt).toBe('done');
    const before = seen.length;
    await expect.poll(() => seen.length).toBeGreaterThan(before + 10);
    isOver = true;
    const [, , written] = await running;
    const last = await older.append('admission-known', [
      { type: 'ErrorRated', data: { reviewId: 'known.r', entryId: 'known-e', rating: 2 } },
    ]);
    expect(await waitForRevision(older.pool, 'admission-known', last, 20_000)).toBe(true);
    expect(written).toBeGreaterThan(1);
  } finally {
    isOver = true;
    open();
    await Promise.allSettled([running]);
    await reading.end();
    await service.stop();
  }
  const count = seen[0]?.reviews ?? 0;
  expect(count).toBeGreaterThan(5);
  const kinds = new Set(seen.map((one) => JSON.stringify(one)));
  expect([...kinds].map((kind) => JSON.parse(kind))).toEqual([
    { reviews: count, marked: 0, stale: 0 },
    { reviews: count, marked: count, stale: 0 },
  ]);
  // Also the rows of streams that commands changed before, during and after the switch.
  expect(new Set(await older.notes())).toEqual(new Set(['v2 ']));
  expect(await older.recorded()).toEqual({ version: 2, generation: '2' });
  expect(await rowsOf('review')).toEqual(
    expect.arrayContaining(reviews.filter((row) => !JSON.stringify(row).includes('known'))),
  );
  expect(await rowsOf('review_entry')).toEqual(
    expect.arrayContaining(entries.filter((row) => !JSON.stringify(row).includes('known'))),
  );
}, 120_000);

/** Loads some events and is killed. @returns the place that it had reached, at most */
async function interruptedRebuild(): Promise<bigint> {
  const killing = new AbortController();
  let reached = 0n;
  const log = pagedLog(older.log, (page, after = 0n) => {
    reached = after;
    if (page === 15) killing.abort(new Error('killed'));
  });
  expect(await rebuildChanged(older.options({ log, signal: killing.signal, eventsTogether: 40 }))).toBe('again');
  return reached;
}

test('an interrupted rebuild goes on at the next start', async () => {
  laterProgram();
  const reached = await interruptedRebuild();
  expect(await older.recorded()).toMatchObject({ version: 1 });
  const places: (bigint | undefined)[] = [];
  const service = await older.start(pagedLog(older.log, (_page, after) => void places.push(after)));
  expect(await service.rebuilt).toBe('done');
  await service.stop();
  expect(places[0]).toBeGreaterThan(0n);
  expect(places[0]).toBeLessThanOrEqual(reached);
  expect(await older.recorded()).toMatchObject({ version: 2 });
  expect(new Set(await older.notes())).toEqual(new Set(['v2 ']));
}, 60_000);

test('what another version has begun to rebuild is not used', async () => {
  laterProgram(2);
  await interruptedRebuild();
  laterProgram(3);
  expect(await rebuildChanged(older.options())).toBe('done');
  expect(new Set(await older.notes())).toEqual(new Set(['v3 ']));
  expect(await older.recorded()).toMatchObject({ version: 3 });
}, 60_000);

test('of two instances that start together one rebuilds', async () => {
  laterProgram();
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const begun: number[] = [];
  const instance = (n: number) =>
    startSelfRebuild(
      older.pool,
      (signal) => {
        begun.push(n);
        return rebuildChanged(
          older.options({ signal, log: pagedLog(older.log, (page) => (page > 2 ? gate : undefined)) }),
        );
      },
      older.logger,
    );
  const both = [instance(1), instance(2)];
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  open();
  await Promise.all(both.map(({ ended }) => ended));
  expect(await older.recorded()).toEqual({ version: 2, generation: '2' });
  expect(new Set(await older.notes())).toEqual(new Set(['v2 ']));
}, 60_000);

test('an unchanged version costs one query, and begins nothing', async () => {
  const queries = vi.spyOn(older.pool, 'query');
  const connections = vi.spyOn(older.pool, 'connect');
  try {
    expect(await beginVersions(older.pool)).toEqual({ changed: [], newer: [] });
    expect([queries.mock.calls.length, connections.mock.calls.length]).toEqual([1, 1]);
  } finally {
    queries.mockRestore();
    connections.mockRestore();
  }
  expect(await readNotes(older.pool)).toEqual(new Map());
  expect(await older.recorded()).toEqual({ version: 1, generation: '1' });
});

test('a projection without rows begins with the version of the program', async () => {
  const empty = await startTestEnvironment();
  try {
    laterProgram();
    expect(await beginVersions(empty.pool)).toEqual({ changed: [], newer: [] });
    await empty.append('admission-first', [admitted(), reviewAdded('first.r')], onPatient());
    await empty.project('admission-first');
    expect(await empty.rows('select clinical_note from review')).toEqual([{ clinical_note: 'v2 <p>Stable</p>' }]);
  } finally {
    await empty.stop();
  }
}, 60_000);
