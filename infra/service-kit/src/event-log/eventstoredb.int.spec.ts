import { randomBytes, randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { calendarDate } from 'language/domain/values/calendar-date';
import { createLogger } from '../process/logger.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { connectEventLog } from './eventstoredb.ts';
import {
  MalformedEvent,
  UnknownOutcome,
  UnknownVersion,
  WrongExpectedRevision,
  type EventLog,
  type NewEvent,
  type PatientKeys,
  type RawEvent,
  type StoredEvent,
} from './port.ts';
import { eventsWithPrefix } from './testing.ts';

const PATIENTLY = { interval: 5, timeout: 20_000 };
let installation: Installation;
let raw: EventStoreDBClient;
let log: EventLog;
/** Patients' keys in memory. To destroy a key is to delete it here. */
let keyRing: Map<string, Buffer>;

beforeAll(async () => {
  installation = await freshInstallation();
  raw = EventStoreDBClient.connectionString(installation.eventstoreUrl);
});
beforeEach(() => {
  keyRing = new Map();
  log = connectEventLog({
    url: installation.eventstoreUrl,
    keys: keysIn(keyRing),
    logger: createLogger('event-log', 'silent'),
  });
});
afterEach(() => log.close());
afterAll(async () => {
  await raw.dispose();
  await installation.stop();
});

const keysIn = (ring: Map<string, Buffer>): PatientKeys => ({
  findKey: async (patientId) => ring.get(patientId),
  findKeys: async (patientIds) =>
    new Map(patientIds.flatMap((id) => (ring.has(id) ? [[id, ring.get(id)!] as const] : []))),
  async withKey(patientId, work) {
    const key = ring.get(patientId) ?? randomBytes(32);
    ring.set(patientId, key);
    return work(key);
  },
});
const metadata = (more: Partial<NewEvent['metadata']> = {}): NewEvent['metadata'] => ({
  commandId: randomUUID(),
  command: 'AddTag',
  actorId: 'user-1',
  occurredAt: '2026-03-02T10:00:00.000Z',
  schemaVersion: 1,
  ...more,
});
const tag = (label: string): NewEvent => ({
  id: randomUUID(),
  type: 'TagAdded',
  data: { tagId: 'tag-1', label },
  metadata: metadata(),
});
const registered = (patientId: string): NewEvent => ({
  id: randomUUID(),
  type: 'PatientRegistered',
  data: {
    teamId: 'team-1',
    firstName: 'فاطمة',
    middleName: '',
    lastName: 'الزهراء',
    fourthName: '',
    birthdate: calendarDate('1961-07-14'),
    medicalRecordNumber: 'MRN-7',
  },
  metadata: metadata({ command: 'RegisterPatient', teamId: 'team-1', patientId }),
});
async function all<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const collected: Event[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}
const labels = (events: readonly Pick<StoredEvent | RawEvent, 'data'>[]): unknown[] =>
  events.map((event) => (event.data as { label?: unknown }).label);

test('appended events are read back in order with place and actor', async () => {
  const stream = `drug-${randomUUID()}`;
  const [first, second] = [tag('مضاد حيوي'), tag('antibiotic')];
  expect(await log.append(stream, 'no_stream', [first])).toBe(0n);
  expect(await log.append(stream, 0n, [second])).toBe(1n);
  const events = await all(log.readStream(stream));
  expect(events).toMatchObject([
    { stream, revision: 0n, unreadable: false, ...first },
    { stream, revision: 1n, unreadable: false, ...second },
  ]);
  expect(await all(log.readStream(stream, { from: 1n }))).toEqual(events.slice(1));
  expect(await all(log.readStream(stream, { maxCount: 1 }))).toEqual(events.slice(0, 1));
  expect(await log.readLast(stream)).toEqual(events[1]);
});

test('stored metadata also have $causationId and $correlationId', async () => {
  const stream = `drug-${randomUUID()}`;
  const event = tag('one');
  await log.append(stream, 'no_stream', [event]);
  for await (const stored of raw.readStream(stream))
    expect(stored.event?.metadata).toEqual({
      ...event.metadata,
      $correlationId: event.metadata.commandId,
      $causationId: event.metadata.commandId,
    });
});

test('a stream that does not exist is empty', async () => {
  expect(await all(log.readStream(`team-${randomUUID()}`))).toEqual([]);
  expect(await log.readLast(`team-${randomUUID()}`)).toBeUndefined();
});

test('the second append at a revision fails', async () => {
  const stream = `drug-${randomUUID()}`;
  await log.append(stream, 'no_stream', [tag('one'), tag('two')]);
  await expect(log.append(stream, 'no_stream', [tag('late')])).rejects.toBeInstanceOf(WrongExpectedRevision);
  await expect(log.append(stream, 0n, [tag('late')])).rejects.toBeInstanceOf(WrongExpectedRevision);
  expect(labels(await all(log.readStream(stream)))).toEqual(['one', 'two']);
});

test('an append repeated with the same ids writes nothing and answers the same revision', async () => {
  const stream = `drug-${randomUUID()}`;
  const events = [tag('one'), tag('two')];
  expect(await log.append(stream, 'no_stream', events)).toBe(1n);
  expect(await log.append(stream, 'no_stream', events)).toBe(1n);
  expect(await all(log.readStream(stream))).toHaveLength(2);
});

test('a patient’s events are unreadable in the log and without the key, and readable with it', async () => {
  const patientId = randomUUID();
  const stream = `patient-${patientId}`;
  const event = registered(patientId);
  await log.append(stream, 'no_stream', [event]);
  for await (const stored of raw.readStream(stream)) {
    expect(Object.keys(stored.event?.data as object)).toEqual(['$encrypted', 'iv', 'tag', 'data']);
    expect(JSON.stringify(stored.event?.data)).not.toContain('MRN-7');
  }
  expect(await log.readLast(stream)).toMatchObject({ data: event.data, unreadable: false });
  keyRing.delete(patientId);
  expect(await log.readLast(stream)).toMatchObject({
    type: 'PatientRegistered',
    data: {},
    unreadable: true,
    metadata: { patientId },
  });
});

test('a patient’s deletion is read without the key and makes no key', async () => {
  const patientId = randomUUID();
  const stream = `patient-${patientId}`;
  await log.append(stream, 'no_stream', [registered(patientId)]);
  keyRing.delete(patientId);
  await log.append(stream, 0n, [
    {
      id: randomUUID(),
      type: 'PatientDeleted',
      data: {},
      metadata: metadata({ command: 'DeletePatient', teamId: 'team-1', patientId }),
    },
  ]);
  expect(keyRing.has(patientId)).toBe(false);
  expect(await all(log.readStream(stream))).toMatchObject([
    { unreadable: true },
    { type: 'PatientDeleted', unreadable: false },
  ]);
});

test('a patient’s event must name its patient', async () => {
  await expect(
    log.append(`patient-${randomUUID()}`, 'no_stream', [{ ...registered('x'), metadata: metadata() }]),
  ).rejects.toThrow('must name its patient');
});

test('an event that does not fit its schema or version is never appended', async () => {
  const stream = `catalogue-${randomUUID()}`;
  await expect(log.append(stream, 'no_stream', [{ ...tag('one'), data: { label: 'no id' } }])).rejects.toThrow(
    'TagAdded does not keep to its schema: tagId',
  );
  await expect(
    log.append(stream, 'no_stream', [{ ...tag('one'), metadata: metadata({ schemaVersion: 7 }) }]),
  ).rejects.toThrow('TagAdded is written in version 1');
  expect(await all(log.readStream(stream))).toEqual([]);
});

test('a payload copied to another patient’s stream, or written in clear beside the key, is malformed', async () => {
  const patientId = randomUUID();
  const event = registered(patientId);
  await log.append(`patient-${patientId}`, 'no_stream', [event]);
  for await (const { event: stored } of raw.readStream(`patient-${patientId}`)) {
    const copy = jsonEvent({
      id: event.id,
      type: event.type,
      data: stored?.data as object as Record<string, unknown>,
      metadata: stored?.metadata as object as Record<string, unknown>,
    });
    await raw.appendToStream(`patient-${patientId}x`, copy);
    await raw.appendToStream(`patient-${patientId}y`, { ...copy, data: { ...event.data } });
  }
  for (const end of ['x', 'y'])
    await expect(log.readLast(`patient-${patientId}${end}`)).rejects.toBeInstanceOf(MalformedEvent);
});

test('a broken event is malformed, and the error has none of its content', async () => {
  const stream = `team-${randomUUID()}`;
  await raw.appendToStream(
    stream,
    jsonEvent({ type: 'TagAdded', data: { tagId: 7, label: 'secret' }, metadata: { ...metadata() } }),
  );
  const failure = await log.readLast(stream).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MalformedEvent);
  expect(failure).toMatchObject({
    stream,
    revision: 0n,
    message: `Event 0 of ${stream} cannot be read: its payload is not that of TagAdded (tagId)`,
  });
});

test('headAt gives an event without its payload, also an unreadable one, and none beyond the end', async () => {
  const stream = `team-${randomUUID()}`;
  const broken = jsonEvent({ type: 'TagAdded', data: { tagId: 7 }, metadata: { broken: true } });
  await raw.appendToStream(stream, [
    jsonEvent({ type: 'TagAdded', data: { tagId: 7, label: 'secret' }, metadata: { ...metadata() } }),
    broken,
  ]);
  expect(await log.headAt(stream, 0n)).toMatchObject({
    stream,
    revision: 0n,
    type: 'TagAdded',
    data: {},
    metadata: { actorId: 'user-1' },
  });
  const last = await log.headAt(stream, 1n);
  expect(last).toMatchObject({ id: broken.id, revision: 1n });
  for await (const { event } of raw.readStream(stream, { fromRevision: 1n }))
    expect(last?.position).toEqual(event?.position);
  expect(await log.headAt(stream, 'end')).toEqual(last);
  expect(await log.headAt(stream, 2n)).toBeUndefined();
  for (const revision of [0n, 'end'] as const)
    expect(await log.headAt(`team-${randomUUID()}`, revision)).toBeUndefined();
});

test('an event of a newer version names the version', async () => {
  const stream = `team-${randomUUID()}`;
  await raw.appendToStream(
    stream,
    jsonEvent({
      type: 'TagAdded',
      data: { tagId: 'tag-1', label: 'one', colour: 'red' },
      metadata: { ...metadata({ schemaVersion: 2 }) },
    }),
  );
  const failure = await log.readLast(stream).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnknownVersion);
  expect(failure).toBeInstanceOf(MalformedEvent);
  expect(failure).toMatchObject({ type: 'TagAdded', version: 2, revision: 0n });
});

test('an event of an unknown type passes unchanged', async () => {
  const stream = `team-${randomUUID()}`;
  const event: NewEvent = {
    id: randomUUID(),
    type: 'FromTheFuture',
    data: { any: ['thing', 1] },
    metadata: metadata(),
  };
  await log.append(stream, 'no_stream', [event]);
  expect(await log.readLast(stream)).toMatchObject(event);
});

test('the whole log is read after a position', async () => {
  const category = `drug-${randomUUID()}`;
  for (const [index, stream] of [`${category}-a`, `team-${randomUUID()}`, `${category}-b`].entries())
    await log.append(stream, 'no_stream', [tag(String(index)), tag(`${index}+`)]);
  const events = await eventsWithPrefix(log, category);
  expect(labels(events)).toEqual(['0', '0+', '2', '2+']);
  const after = events[1]?.position;
  if (!after) throw new Error('An event of the whole log has a position');
  const later = await all(log.readAllRaw({ after, maxCount: 1_000 }));
  expect(labels(later.filter(({ stream }) => stream.startsWith(category)))).toEqual(['2', '2+']);
});

test('a page of the whole log has the payloads of wanted streams, and the reason where one cannot be read', async () => {
  const [patientId, erased] = [randomUUID(), randomUUID()];
  const edited = (patient: string): NewEvent => ({
    id: randomUUID(),
    type: 'AdmissionEdited',
    data: { admissionDate: calendarDate('2026-03-01'), admissionDetails: '<p>Fever</p>' },
    metadata: metadata({ patientId: patient }),
  });
  const stream = `admission-${randomUUID()}`;
  const { last: after } = await log.readAll({ prefixes: [], after: undefined, maxCount: 1_000_000 });
  const [readable, lost] = [edited(patientId), edited(erased)];
  await log.append(stream, 'no_stream', [readable]);
  await log.append(stream, 0n, [lost]);
  await log.append(`team-${randomUUID()}`, 'no_stream', [tag('another')]);
  await raw.appendToStream(stream, jsonEvent({ type: 'AdmissionEdited', data: {}, metadata: { broken: true } }));
  keyRing.delete(erased);
  const page = await log.readAll({ prefixes: [stream], after, maxCount: 1_000 });
  expect(page.events).toEqual([
    expect.objectContaining({ id: readable.id, data: readable.data, unreadable: false, revision: 0n }),
    expect.objectContaining({ id: lost.id, data: {}, unreadable: true, revision: 1n }),
    expect.any(MalformedEvent),
  ]);
  expect(await log.readAll({ prefixes: [stream], after: page.last, maxCount: 1_000 })).toEqual({
    events: [],
    last: undefined,
  });
});

test('a reader may leave early many times', async () => {
  const stream = `drug-${randomUUID()}`;
  await log.append(
    stream,
    'no_stream',
    Array.from({ length: 200 }, (_, index) => tag(String(index))),
  );
  for (let round = 0; round < 50; round += 1)
    for await (const event of log.readStream(stream)) if (event.revision === 3n) break;
  expect(await log.readLast(stream)).toMatchObject({ revision: 199n });
});

test('a follower gets old and new events without payloads and learns when it has caught up', async () => {
  const category = `drug-${randomUUID()}`;
  const stop = new AbortController();
  const seen: string[] = [];
  await log.append(`${category}-1`, 'no_stream', [tag('one'), tag('two')]);
  const following = (async () => {
    for await (const event of log.follow({
      prefixes: [category],
      after: undefined,
      signal: stop.signal,
      onCaughtUp: () => seen.push('caught up'),
    })) {
      expect(event.data).toEqual({});
      seen.push(`${event.stream.slice(-1)}@${event.revision}`);
    }
  })();
  await expect.poll(() => seen, PATIENTLY).toEqual(['1@0', '1@1', 'caught up']);
  await log.append(`${category}-2`, 'no_stream', [tag('three')]);
  await expect.poll(() => seen, PATIENTLY).toEqual(['1@0', '1@1', 'caught up', '2@0']);
  stop.abort();
  await following;
});

/** A read that must not happen. */
async function* nothing(): AsyncGenerator<StoredEvent> {
  yield* [];
}

test('events that a follower keeps are read again from memory, as from the log', async () => {
  const patientId = randomUUID();
  const stream = `patient-${patientId}`;
  const stop = new AbortController();
  const seen: bigint[] = [];
  const corrected = (): NewEvent => ({ ...registered(patientId), id: randomUUID() });
  await log.append(stream, 'no_stream', [registered(patientId)]);
  const following = (async () => {
    const options = { prefixes: [stream], after: undefined, signal: stop.signal, keepsRecent: true } as const;
    for await (const event of log.follow(options)) seen.push(event.revision);
  })();
  await expect.poll(() => seen, PATIENTLY).toEqual([0n]);
  await log.append(stream, 0n, [corrected(), corrected()]);
  await expect.poll(() => seen, PATIENTLY).toEqual([0n, 1n, 2n]);

  const recent = (from: bigint, maxCount: number) => log.readRecent(stream, { from, maxCount });
  const stored = await all(log.readStream(stream));
  expect(await all(recent(0n, 10) ?? nothing())).toEqual(stored);
  expect(await all(recent(1n, 1) ?? nothing())).toEqual(stored.slice(1, 2));
  expect(recent(3n, 10)).toBeUndefined();
  expect(log.readRecent(`patient-${randomUUID()}`, { from: 0n, maxCount: 1 })).toBeUndefined();
  keyRing.delete(patientId);
  expect((await all(recent(0n, 10) ?? nothing())).map(({ unreadable }) => unreadable)).toEqual([true, true, true]);
  stop.abort();
  await following;
  expect(recent(0n, 10)).toBeUndefined();
});

test('a stopped follower does not learn of the end', async () => {
  const category = `drug-${randomUUID()}`;
  await log.append(
    `${category}-1`,
    'no_stream',
    Array.from({ length: 50 }, (_, n) => tag(String(n))),
  );
  const afterStop: number[] = [];
  for (let ms = 0; ms < 20; ms += 0.5) {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), ms);
    const onCaughtUp = (): void => {
      if (stop.signal.aborted) afterStop.push(ms);
    };
    for await (const event of log.follow({ prefixes: [category], after: undefined, signal: stop.signal, onCaughtUp }))
      expect(event.type).toBe('TagAdded');
  }
  expect(afterStop).toEqual([]);
});

test('a follower whose handler fails ends the subscription', async () => {
  const category = `drug-${randomUUID()}`;
  await log.append(`${category}-1`, 'no_stream', [tag('one')]);
  const follow = async (): Promise<void> => {
    for await (const event of log.follow({
      prefixes: [category],
      after: undefined,
      signal: new AbortController().signal,
    }))
      throw new Error(`${event.type} not handled`);
  };
  await expect(follow()).rejects.toThrow('TagAdded not handled');
});

test('an append to an unavailable log has an unknown outcome', async () => {
  const away = connectEventLog({
    url: 'esdb://127.0.0.1:1?tls=false',
    keys: keysIn(keyRing),
    logger: createLogger('event-log', 'silent'),
  });
  await expect(away.append('team-1', 'no_stream', [tag('one')])).rejects.toBeInstanceOf(UnknownOutcome);
  await expect(all(away.readStream('team-1'))).rejects.toMatchObject({ name: 'LogUnavailable' });
  await away.close();
});
