import { randomUUID } from 'node:crypto';
import { aggregates } from 'command-api/domain/aggregates';
import type { Team } from 'command-api/domain/team/state';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectEventLog } from '../event-log/eventstoredb.ts';
import { type EventLog, LogUnavailable, type NewEvent, type PatientKeys } from '../event-log/port.ts';
import { newEvent, teamCreated } from '../event-log/testing.ts';
import { createLogger } from '../process/logger.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { createFoldCache, type FoldCache, sizeOfEvent } from './fold-cache.ts';

const KEY = Buffer.alloc(32, 7);
/** Each patient has the same one. */
const oneKey: PatientKeys = {
  withKey: (_, use) => use(KEY),
  findKey: async () => KEY,
  findKeys: async (patients) => new Map([...patients].map((patient) => [patient, KEY])),
};

let installation: Installation;
let log: EventLog;
beforeAll(async () => {
  installation = await freshInstallation();
  log = connectEventLog({
    url: installation.eventstoreUrl,
    keys: oneKey,
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

describe('the state at a revision', () => {
  const EVENTS = 40;
  const renamed = (name: string): NewEvent => newEvent('TeamDescribed', { name, specialty: 1, about: '' });

  /** The log, and the first revision and the number of events of each read. */
  function countedLog() {
    const reads: [bigint, number][] = [];
    const counted: EventLog = {
      ...log,
      async *readStream(stream, options) {
        let events = 0;
        for await (const event of log.readStream(stream, options)) {
          events += 1;
          yield event;
        }
        reads.push([options?.from ?? 0n, events]);
      },
    };
    return { counted, reads };
  }

  async function renamedTeam(): Promise<string> {
    const id = await team(10);
    await log.append(
      `team-${id}`,
      0n,
      Array.from({ length: EVENTS - 1 }, (_, index) => renamed(`Name ${index + 1}`)),
    );
    return id;
  }
  const nameOf = (state: Team): string => (state.status === 'none' ? '' : state.name);

  test('is in memory for the last events, and read from the nearest one before otherwise', async () => {
    const id = await renamedTeam();
    const { counted, reads } = countedLog();
    const folds = createFoldCache(counted, aggregates.team, { streams: 10, bytes: 1_000_000 });
    for (const revision of [39n, 30n, 9n]) expect(nameOf(await folds.loadAt(id, revision))).toBe(`Name ${revision}`);
    expect(reads).toEqual([[0n, EVENTS]]);
    expect(nameOf(await folds.loadAt(id, 3n))).toBe('Name 3');
    expect(reads).toEqual([
      [0n, EVENTS],
      [0n, 4],
    ]);
    // Written by another process: the state before is in memory.
    await log.append(`team-${id}`, 39n, [renamed('Name 40'), renamed('Name 41')]);
    expect(nameOf(await folds.loadAt(id, 40n))).toBe('Name 40');
    expect(reads.at(-1)).toEqual([40n, 1]);
    expect((await folds.load(id)).revision).toBe(41n);
  });

  test('equals a fold from the beginning at each revision', async () => {
    const id = await renamedTeam();
    const folds = createFoldCache(log, aggregates.team, { streams: 10, bytes: 1_000_000 });
    const fresh = (): FoldCache<Team> => createFoldCache(log, aggregates.team, { streams: 10, bytes: 1 });
    await folds.load(id);
    for (let revision = 0n; revision < EVENTS; revision += 1n)
      expect(await folds.loadAt(id, revision)).toEqual(await fresh().loadAt(id, revision));
  });

  test('is not in memory after an erasure', async () => {
    const id = randomUUID();
    const ofPatient = (type: string, data: object): NewEvent => {
      const event = newEvent(type, { patientId: 'p-1', teamId: 't-1', ...data });
      return { ...event, metadata: { ...event.metadata, patientId: 'p-1' } };
    };
    const admitted = ofPatient('PatientAdmitted', { admissionDate: '2026-03-01', admissionDetails: '<p>Fever</p>' });
    await log.append(`admission-${id}`, 'no_stream', [admitted]);
    const { counted, reads } = countedLog();
    const folds = createFoldCache(counted, aggregates.admission, { streams: 10, bytes: 1_000_000 });
    await folds.load(id);
    await log.append(`admission-${id}`, 0n, [ofPatient('AdmissionErased', { reviews: [], errors: [] })]);
    expect((await folds.load(id)).state).toMatchObject({ status: 'deleted', isErased: true });
    reads.length = 0;
    await folds.loadAt(id, 0n);
    expect(reads).toEqual([[0n, 1]]);
  });
});
