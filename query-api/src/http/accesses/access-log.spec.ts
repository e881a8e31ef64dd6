import type { NewAccess } from 'service-kit/accesses/access-outbox';
import { createLogger } from 'service-kit/process/logger';
import { expect, onTestFinished, test } from 'vitest';
import { type Accessed, createAccessLog, DEDUPLICATION_MS } from './access-log.ts';

const chart = (admissionId: string): Accessed => ({
  type: 'ChartOpened',
  teamId: 'icu',
  data: { admissionId, patientId: 'p' },
  deduplicationKey: admissionId,
});
const search = (words: string, found = 1): Accessed => ({
  type: 'PatientsSearched',
  teamId: 'icu',
  data: { searches: 1, found },
  deduplicationKey: words,
});

/** A database that writes every access, unless it is unavailable. */
function opened() {
  const written: NewAccess[] = [];
  const clock = { now: Date.parse('2026-03-01T10:14:00Z') };
  const database = { away: false, slow: false };
  const notes = {
    write: (access: NewAccess): Promise<void> => {
      if (database.slow) return new Promise(() => undefined);
      if (database.away) return Promise.reject(new Error('away'));
      written.push(access);
      return Promise.resolve();
    },
  };
  const open = () => createAccessLog(notes, createLogger('spec', 'silent'), () => clock.now);
  const log = open();
  return { log, open, written, clock, database };
}
const what = (written: readonly NewAccess[]) =>
  written.map(({ actorId, type, data }) => [actorId, type, 'admissionId' in data ? data.admissionId : '']);

test('a chart that a person reads again within a quarter of an hour is one access', async () => {
  const { log, written, clock } = opened();
  onTestFinished(() => log.stop());
  await Promise.all([
    log.note('mona', [chart('a')]),
    log.note('mona', [chart('a')]),
    log.note('omar', [chart('a')]),
    log.note('mona', [chart('b')]),
  ]);
  clock.now += DEDUPLICATION_MS - 1;
  await log.note('mona', [chart('a')]);
  expect(what(written)).toEqual([
    ['mona', 'ChartOpened', 'a'],
    ['omar', 'ChartOpened', 'a'],
    ['mona', 'ChartOpened', 'b'],
  ]);
  clock.now += 1;
  await log.note('mona', [chart('a')]);
  expect(what(written).at(-1)).toEqual(['mona', 'ChartOpened', 'a']);
  expect(new Set(written.map(({ noteId }) => noteId)).size).toBe(4);
});

test('two instances give the same access the same id, so that one row is written', async () => {
  const { log, open, written } = opened();
  const other = open();
  onTestFinished(() => Promise.all([log.stop(), other.stop()]).then(() => undefined));
  await Promise.all([log.note('mona', [chart('a')]), other.note('mona', [chart('a')])]);
  expect(written).toHaveLength(2);
  expect(written[0]?.noteId).toBe(written[1]?.noteId);
});

test('a repeated search is one access, and no written value holds or derives from its words', async () => {
  const { log, open, written } = opened();
  const other = open();
  onTestFinished(() => Promise.all([log.stop(), other.stop()]).then(() => undefined));
  for (const words of ['هدى', 'هدى', 'سالم']) await log.note('mona', [search(words)]);
  await other.note('mona', [search('هدى')]);
  expect(written).toHaveLength(3);
  expect(JSON.stringify(written)).not.toMatch(/هدى|سالم/);
  expect(new Set(written.map(({ noteId }) => noteId)).size).toBe(3);
});

test('an export counts each time', async () => {
  const { log, written } = opened();
  onTestFinished(() => log.stop());
  const exported = {
    type: 'ReviewsExported',
    teamId: 'icu',
    data: { startDate: '2026-03-01', endDate: '2026-03-31' },
  } as unknown as Accessed;
  await log.note('mona', [exported]);
  await log.note('mona', [exported]);
  expect(written).toHaveLength(2);
});

test('an answer does not wait for a slow database', async () => {
  const { log, database } = opened();
  database.slow = true;
  await log.note('mona', [chart('a')]);
});

test('a failed write is repeated later, with the time of the access', async () => {
  const { log, written, clock, database } = opened();
  const opening = clock.now;
  database.away = true;
  await log.note('mona', [chart('a')]);
  clock.now += 60_000;
  database.away = false;
  await log.stop();
  expect(what(written)).toEqual([['mona', 'ChartOpened', 'a']]);
  expect(written[0]?.at).toEqual(new Date(opening));
});
