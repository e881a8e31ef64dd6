import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { pino } from 'pino';
import { STALLED_READER_MS } from 'language/contract/reports';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { createLongAnswers, type LongAnswers, type Snapshot } from './long-answers.ts';

let installation: Installation;
let pool: Pool;
let statements = 0;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl, max: 4 });
  pool.on('acquire', () => void (statements += 1));
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

/** Its rows are longer than what a stream keeps for its reader. */
async function* manyRows(snapshot: Snapshot): AsyncGenerator<string> {
  yield* await snapshot.text<{ n: number }>('select n from generate_series(1, 100000) n', [], ({ n }) => `row ${n}\n`);
}
async function* manyLines(onEnd = (): void => undefined): AsyncGenerator<string> {
  try {
    for (let n = 0; n < 100_000; n += 1) yield `line ${n}\n`;
  } finally {
    onEnd();
  }
}
const open = (): LongAnswers => createLongAnswers(pool, pino({ level: 'silent' }));
afterEach(() => void vi.useRealTimers());
/** The timers that wait for a reader wait for `vi.advanceTimersByTime`. */
const stopTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const inUse = (): number => pool.totalCount - pool.idleCount;

test('a reader that takes nothing is cut off, and its connection and place are free again', async () => {
  const answers = open();
  const begin = () => answers.forPerson('mona', (place) => place.begin('icu', manyRows));
  stopTime();
  const stalled = await Promise.all([begin(), begin()]);
  const cutOff = stalled.map((answer) => once(answer, 'error'));
  vi.advanceTimersByTime(STALLED_READER_MS - 1);
  expect(inUse()).toBe(2);
  vi.advanceTimersByTime(1);
  for (const error of await Promise.all(cutOff))
    expect(error).toMatchObject([{ message: 'Its reader took nothing for 30000 ms' }]);
  vi.useRealTimers();
  expect(inUse()).toBe(0);
  expect((await text(await begin())).endsWith('row 100000\n')).toBe(true);
  expect(inUse()).toBe(0);
});

test('a third answer of one person is refused before anything is asked of the database', async () => {
  const answers = open();
  const two = await Promise.all([1, 2].map(() => answers.forPerson('mona', (place) => place.begin('icu', manyRows))));
  statements = 0;
  let hasWorked = false;
  const third = answers.forPerson('mona', async () => void (hasWorked = true));
  await expect(third).rejects.toMatchObject({
    problem: { code: 'tooMany', reason: 'own-long-reports-under-way' },
    retryAfterSeconds: 10,
  });
  expect({ statements, hasWorked }).toEqual({ statements: 0, hasWorked: false });
  for (const answer of two) answer.destroy();
});

test('work that begins no answer gives its place back', async () => {
  const answers = open();
  for (let n = 0; n < 5; n += 1)
    await expect(answers.forPerson('mona', () => Promise.reject(new Error('no right')))).rejects.toThrow('no right');
  const broken = (): AsyncGenerator<string> => manyRowsOf('no statement');
  for (let n = 0; n < 5; n += 1)
    await expect(answers.forPerson('mona', (place) => place.begin('icu', broken))).rejects.toThrow(/syntax/);
  expect(inUse()).toBe(0);
});
async function* manyRowsOf(statement: string): AsyncGenerator<string> {
  await pool.query(statement);
  yield '';
}

test('an answer from the log is cut off as well, ends its read, and counts for person and team', async () => {
  const answers = open();
  let ended = 0;
  const begin = (person: string) =>
    answers.forPerson(person, async (place) =>
      place.beginFromLog(
        'icu',
        manyLines(() => void (ended += 1)),
      ),
    );
  stopTime();
  const stalled = await Promise.all([begin('mona'), begin('mona'), begin('omar')]);
  await expect(begin('mona')).rejects.toMatchObject({ problem: { reason: 'own-long-reports-under-way' } });
  await expect(begin('karim')).rejects.toMatchObject({ problem: { reason: 'team-long-reports-under-way' } });
  // Read a little, and no more.
  for (const answer of stalled) answer.read(1);
  const cutOff = Promise.all(stalled.map((answer) => once(answer, 'error')));
  // Each line that is read begins the time again.
  await expect.poll(() => vi.advanceTimersByTime(STALLED_READER_MS) && ended).toBe(3);
  await cutOff;
  vi.useRealTimers();
  expect((await text(await begin('mona'))).endsWith('line 99999\n')).toBe(true);
});

test('an answer that is read for ten minutes is cut off, though its reader never waits', async () => {
  const answers = open();
  const begin = (lines: AsyncGenerator<string>) =>
    answers.forPerson('mona', async (place) => place.beginFromLog('icu', lines));
  stopTime();
  const endless = await Promise.all([begin(endlessLines()), begin(endlessLines())]);
  const cutOff = endless.map((answer) => once(answer.resume(), 'error'));
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
  expect(endless.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  for (const error of await Promise.all(cutOff))
    expect(error).toMatchObject([{ message: 'Still being read after 600000 ms' }]);
  vi.useRealTimers();
  expect((await text(await begin(manyLines()))).endsWith('line 99999\n')).toBe(true);
});
async function* endlessLines(): AsyncGenerator<string> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, STALLED_READER_MS / 2));
    yield 'line\n';
  }
}

test('answers from the log have a bound for all people', async () => {
  const answers = open();
  const begin = (n: number) =>
    answers.forPerson(`person-${n}`, async (place) => place.beginFromLog(`team-${n}`, manyLines()));
  const four = await Promise.all([1, 2, 3, 4].map(begin));
  await expect(begin(5)).rejects.toMatchObject({ problem: { code: 'unavailable', reason: 'too-many-long-reports' } });
  answers.stop();
  for (const answer of four) if (!answer.closed) await once(answer, 'close');
  (await begin(5)).destroy();
});
