import { aggregates } from 'language/domain/aggregates';
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

async function read(streamHistory: ReturnType<typeof streamHistoryIn>): Promise<unknown[]> {
  const revisions: unknown[] = [];
  for await (const batch of streamHistory.transitions('long'))
    for (const { event, after } of batch)
      revisions.push([event.revision, after.status === 'open' ? after.reviews[0]?.clinicalNote : undefined]);
  return revisions;
}
const streamHistoryIn = (cacheSize: number, maxStreamSize: number) =>
  createStreamHistory(watched(), aggregates.admission, cacheSize, maxStreamSize);

test('the cached part of a stream is not read again, and its tail always is', async () => {
  const streamHistory = streamHistoryIn(10_000_000, 10_000_000);
  const first = await read(streamHistory);
  expect(first).toHaveLength(EVENTS);
  expect([await read(streamHistory), reads.splice(0)]).toEqual([first, [0n, BigInt(EVENTS)]]);
});

test('the beginning of a stream that is too long for the cache is cached, and the rest is read each time', async () => {
  const streamHistory = streamHistoryIn(10_000_000, 30_000);
  const first = await read(streamHistory);
  for (let time = 0; time < 2; time += 1) expect(await read(streamHistory)).toEqual(first);
  const [, second, third] = reads.splice(0);
  // Thirty thousand characters, and about two thousand for each event.
  expect(second).toBeGreaterThan(5n);
  expect(second).toBeLessThan(15n);
  expect(third).toBe(second);
});

test('a stream that is larger than the cache is not cached', async () => {
  const streamHistory = streamHistoryIn(1_000, 10_000_000);
  const first = await read(streamHistory);
  expect([await read(streamHistory), reads.splice(0)]).toEqual([first, [0n, 0n]]);
});

test('the newest event is found without reading the stream', async () => {
  const newest = await streamHistoryIn(10_000_000, 10_000_000).newest('long');
  expect(newest).toMatchObject({ revision: BigInt(EVENTS - 1), data: {}, metadata: { patientId: expect.any(String) } });
  expect(reads.splice(0)).toEqual([]);
});
