import { randomUUID } from 'node:crypto';
import { aggregates } from 'language/domain/aggregates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectEventLog } from '../event-log/eventstoredb.ts';
import { type EventLog, LogUnavailable, type NewEvent } from '../event-log/port.ts';
import { newEvent, noKeys, teamCreated } from '../event-log/testing.ts';
import { createLogger } from '../process/logger.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { createFoldCache, sizeOfEvent } from './fold-cache.ts';

let installation: Installation;
let log: EventLog;
beforeAll(async () => {
  installation = await freshInstallation();
  log = connectEventLog({
    url: installation.eventstoreUrl,
    keys: noKeys,
    logger: createLogger('spec', 'silent'),
  });
});
afterAll(async () => {
  await log.close();
  await installation.stop();
});

/** A team whose first event has a text of this length. */
async function team(textLength: number): Promise<string> {
  const id = randomUUID();
  await log.append(`team-${id}`, 'no_stream', [teamCreated('x'.repeat(textLength))]);
  return id;
}

test('the size of an event grows with its texts, at any depth', () => {
  const small = sizeOfEvent({ data: { note: '' } });
  expect(sizeOfEvent({ data: { note: 'x'.repeat(1_000) } })).toBe(small + 1_000);
  expect(sizeOfEvent({ data: { tags: [{ name: 'x'.repeat(1_000) }] } })).toBeGreaterThan(small + 1_000);
  expect(sizeOfEvent({ data: undefined })).toBeLessThan(small);
});

test('large streams leave room for few others in the cache, and all are loaded nevertheless', async () => {
  const folds = createFoldCache(log, aggregates.team, { streams: 10, bytes: 20_000 });
  const small = [await team(100), await team(100), await team(100)];
  for (const id of small) await folds.load(id);
  expect(small.every((id) => folds.peek(id) !== undefined)).toBe(true);

  const large = await team(18_500);
  expect((await folds.load(large)).revision).toBe(0n);
  expect(folds.peek(large)).toBeDefined();
  expect(small.filter((id) => folds.peek(id) !== undefined).length).toBeLessThan(3);
  expect((await folds.load(small[0]!)).revision).toBe(0n);
});

test('a stream that is larger than the cache is read each time', async () => {
  const folds = createFoldCache(log, aggregates.team, { streams: 10, bytes: 5_000 });
  const id = await team(6_000);
  for (let times = 0; times < 2; times += 1) expect((await folds.load(id)).revision).toBe(0n);
  expect(folds.peek(id)).toBeUndefined();
});

describe('a stream that is not in the cache', () => {
  /** The log, and the revision from which each read of a stream has begun. The first read begins when it is let. */
  function heldLog(first: () => Promise<void>) {
    const begun: bigint[] = [];
    const held: EventLog = {
      ...log,
      async *readStream(stream, options) {
        begun.push(options?.from ?? 0n);
        if (begun.length === 1) await first();
        yield* log.readStream(stream, options);
      },
    };
    return { held, begun };
  }

  test('is read once for all who load it at the same time, and each has what was written before it asked', async () => {
    const id = await team(100);
    let begin = (): void => undefined;
    const { held, begun } = heldLog(() => new Promise((resolve) => (begin = resolve)));
    const folds = createFoldCache(held, aggregates.team, { streams: 10, bytes: 20_000 });
    const loads = [folds.load(id), folds.load(id), folds.load(id)];
    await log.append(`team-${id}`, 0n, [teamCreated('Other')]);
    loads.push(folds.load(id));
    begin();
    expect((await Promise.all(loads)).map(({ revision }) => revision)).toEqual([1n, 1n, 1n, 1n]);
    expect(begun).toEqual([0n, 2n, 2n, 2n]);
  });

  test('that cannot be read is tried again by the next who loads it', async () => {
    const id = await team(100);
    const { held } = heldLog(() => Promise.reject(new LogUnavailable('The event log does not answer')));
    const folds = createFoldCache(held, aggregates.team, { streams: 10, bytes: 20_000 });
    const failed = await Promise.allSettled([folds.load(id), folds.load(id)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await folds.load(id)).revision).toBe(0n);
  });
});

test('the state at a revision is in memory for the newest event, and read from the log for an earlier one', async () => {
  const id = await team(10);
  const renamed = (name: string): NewEvent => newEvent('TeamDescribed', { name, specialty: 1, about: '' });
  await log.append(`team-${id}`, 0n, ['First', 'Second', 'Third'].map(renamed));
  let eventsRead = 0;
  const counted: EventLog = {
    ...log,
    async *readStream(stream, options) {
      for await (const event of log.readStream(stream, options)) {
        eventsRead += 1;
        yield event;
      }
    },
  };
  const folds = createFoldCache(counted, aggregates.team, { streams: 10, bytes: 20_000 });
  await folds.load(id);
  eventsRead = 0;
  const nameAt = async (revision: bigint): Promise<string> => {
    const state = await folds.loadAt(id, revision);
    return state.status === 'none' ? '' : state.name;
  };
  expect([await nameAt(3n), eventsRead]).toEqual(['Third', 0]);
  expect([await nameAt(1n), eventsRead]).toEqual(['First', 2]);
  // Written by another process: the state in memory is an earlier one.
  await log.append(`team-${id}`, 3n, [renamed('Fourth')]);
  expect(await nameAt(4n)).toBe('Fourth');
});
