import { aggregates } from 'command-api/domain/aggregates';
import type { EventLog } from 'service-kit/event-log/port';
import {
  admitted,
  day,
  entry,
  type TestEnvironment,
  onPatient,
  startTestEnvironment,
  reviewAdded,
} from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStreamHistory } from './stream-history.ts';

const EVENTS = 40;
let environment: TestEnvironment;
/** Where each read of a stream began. */
const reads: bigint[] = [];
const watched = (): Pick<EventLog, 'readStream' | 'headAt'> => ({
  headAt: (stream, revision) => environment.log.headAt(stream, revision),
  readStream: (stream, options) => {
    reads.push(options?.from ?? 0n);
    return environment.log.readStream(stream, options);
  },
});

beforeAll(async () => {
  environment = await startTestEnvironment();
  const changes = Array.from({ length: EVENTS - 2 }, (_, count) => ({
    type: 'ReviewHeadEdited' as const,
    data: { reviewId: 'long.r', reviewDate: day('2026-03-02'), clinicalNote: `<p>${count}</p>` },
  }));
  await environment.append(
    'admission-long',
    [admitted(), reviewAdded('long.r', [entry('e')]), ...changes],
    onPatient(),
  );
});
afterAll(() => environment.stop());

async function told(streamHistory: ReturnType<typeof streamHistoryIn>): Promise<unknown[]> {
  const revisions: unknown[] = [];
  for await (const piece of streamHistory.moments('long'))
    for (const { event, after } of piece)
      revisions.push([event.revision, after.status === 'open' ? after.reviews[0]?.clinicalNote : undefined]);
  return revisions;
}
const streamHistoryIn = (room: number, roomOfOne: number) =>
  createStreamHistory(watched(), aggregates.admission, room, roomOfOne);

test('what is remembered of a stream is not read again, and its tail always is', async () => {
  const streamHistory = streamHistoryIn(10_000_000, 10_000_000);
  const first = await told(streamHistory);
  expect(first).toHaveLength(EVENTS);
  expect([await told(streamHistory), reads.splice(0)]).toEqual([first, [0n, BigInt(EVENTS)]]);
});

test('of a stream that is longer than there is room for one the beginning is remembered, and the rest is read anew each time', async () => {
  const streamHistory = streamHistoryIn(10_000_000, 30_000);
  const first = await told(streamHistory);
  for (let time = 0; time < 2; time += 1) expect(await told(streamHistory)).toEqual(first);
  const [, second, third] = reads.splice(0);
  // Thirty thousand characters, and some two thousand an event.
  expect(second).toBeGreaterThan(5n);
  expect(second).toBeLessThan(15n);
  expect(third).toBe(second);
});

test('what has no room at all is forgotten for what comes after it', async () => {
  const streamHistory = streamHistoryIn(1_000, 10_000_000);
  const first = await told(streamHistory);
  expect([await told(streamHistory), reads.splice(0)]).toEqual([first, [0n, 0n]]);
});
