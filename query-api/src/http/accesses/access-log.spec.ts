import type { NewAccess } from 'service-kit/accesses/access-outbox';
import { createLogger } from 'service-kit/process/logger';
import { expect, onTestFinished, test } from 'vitest';
import { type Accessed, createAccessLog, SAME_MS } from './access-log.ts';

const chart = (admissionId: string): Accessed => ({
  type: 'ChartOpened',
  teamId: 'icu',
  data: { admissionId, patientId: 'p' },
  same: admissionId,
});
const search = (words: string, found = 1): Accessed => ({
  type: 'PatientsSearched',
  teamId: 'icu',
  data: { searches: 1, found },
  same: words,
});

/** A database that takes what it is given, unless it is away. */
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

test('a chart that is read again within a quarter of an hour has been opened once, by each person', async () => {
  const { log, written, clock } = opened();
  onTestFinished(() => log.stop());
  await Promise.all([
    log.note('mona', [chart('a')]),
    log.note('mona', [chart('a')]),
    log.note('omar', [chart('a')]),
    log.note('mona', [chart('b')]),
  ]);
  clock.now += SAME_MS - 1;
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

test('two instances that are asked for the same at the same time say the same id, so that one row is written', async () => {
  const { log, open, written } = opened();
  const other = open();
  onTestFinished(() => Promise.all([log.stop(), other.stop()]).then(() => undefined));
  await Promise.all([log.note('mona', [chart('a')]), other.note('mona', [chart('a')])]);
  expect(written).toHaveLength(2);
  expect(written[0]?.noteId).toBe(written[1]?.noteId);
});

test('the same search again is the same access; its words are in nothing that is written, and nothing is made of them', async () => {
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

test('an answer does not wait for a database that takes its time', async () => {
  const { log, database } = opened();
  database.slow = true;
  await log.note('mona', [chart('a')]);
});

test('what the database did not take is written later, with the moment at which it was', async () => {
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
