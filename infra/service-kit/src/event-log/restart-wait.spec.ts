import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventLog, LogUnavailable, UnknownOutcome } from './port.ts';
import { createRestartWait, type RestartWait } from './restart-wait.ts';

const WAIT_MS = 1_000;

let isAway: boolean;
let appendsFail: boolean;
let [probes, works]: [number, number] = [0, 0];
let wait: RestartWait;

const log = {
  async append() {
    if (isAway || appendsFail) throw new UnknownOutcome('cut off');
    return 1n;
  },
} as Partial<EventLog> as EventLog;

async function probe(): Promise<void> {
  probes += 1;
  if (isAway) throw new LogUnavailable('away');
}
async function read(): Promise<string> {
  works += 1;
  if (isAway) throw new LogUnavailable('away');
  return 'done';
}
async function write(): Promise<string> {
  works += 1;
  await wait.log.append('drug-1', 'no_stream', []);
  return 'written';
}
const outcomeOf = (work: () => Promise<string>): Promise<string> =>
  wait.repeated(work).catch((error: Error) => error.name);
const isProbed = (): Promise<unknown> => {
  const before = probes;
  return vi.waitFor(() => expect(probes).toBeGreaterThan(before), { timeout: 10_000, interval: 5 });
};
/** The outcome, and whether it came before those who wait are refused. */
async function timed(work: () => Promise<string>): Promise<[outcome: string, isAtOnce: boolean]> {
  const began = performance.now();
  const outcome = await outcomeOf(work);
  return [outcome, performance.now() - began < WAIT_MS / 2];
}

beforeEach(() => {
  [isAway, appendsFail, probes, works] = [false, false, 0, 0];
  wait = createRestartWait(log, probe, { waitMs: WAIT_MS, maxWaiting: 3 });
});
afterEach(() => wait.stop());

test('a request that needs the log waits while it restarts, and is then done again', async () => {
  isAway = true;
  const outcomes = [outcomeOf(read), outcomeOf(write)];
  await isProbed();
  isAway = false;
  expect(await Promise.all(outcomes)).toEqual(['done', 'written']);
  expect(works).toBe(4);
});

test('one probe serves all who wait', async () => {
  isAway = true;
  const outcomes = [outcomeOf(read), outcomeOf(read), outcomeOf(read)];
  await isProbed();
  expect(probes).toBe(1);
  isAway = false;
  await Promise.all(outcomes);
});

test('in a long outage those who wait are refused after the wait, and the next ones at once', async () => {
  isAway = true;
  expect(await timed(read)).toEqual(['LogUnavailable', false]);
  expect(await timed(read)).toEqual(['LogUnavailable', true]);
  expect(await timed(write)).toEqual(['UnknownOutcome', true]);
});

test('after a long outage the next restart is waited for again', async () => {
  isAway = true;
  await outcomeOf(read);
  isAway = false;
  await isProbed();
  isAway = true;
  const outcome = outcomeOf(read);
  await isProbed();
  isAway = false;
  expect(await outcome).toBe('done');
});

test('a log that is read but takes no append is tried a few times, and counts as away until an append succeeds', async () => {
  appendsFail = true;
  expect(await outcomeOf(write)).toBe('UnknownOutcome');
  expect(works).toBe(3);
  await vi.waitFor(async () => expect(await timed(write)).toEqual(['UnknownOutcome', true]), { timeout: 10_000 });
  appendsFail = false;
  expect(await outcomeOf(write)).toBe('written');
  appendsFail = true;
  works = 0;
  expect(await outcomeOf(write)).toBe('UnknownOutcome');
  expect(works).toBe(3);
});

test('where too many wait, further requests are refused at once', async () => {
  isAway = true;
  const waiting = [outcomeOf(read), outcomeOf(read), outcomeOf(read)];
  expect(await timed(read)).toEqual(['LogUnavailable', true]);
  isAway = false;
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
});

test('another failure is not waited for', async () => {
  const outcome = await outcomeOf(async () => {
    works += 1;
    throw new RangeError('a mistake');
  });
  expect([outcome, works, probes]).toEqual(['RangeError', 1, 0]);
});

test('who waits is refused when the process stops', async () => {
  isAway = true;
  const outcome = timed(read);
  wait.stop();
  expect(await outcome).toEqual(['LogUnavailable', true]);
});
