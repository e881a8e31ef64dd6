/** The application's adapter while the server stops and starts, which only this package can do. */
import { randomBytes, randomUUID } from 'node:crypto';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import {
  AnotherLog,
  UnknownOutcome,
  WrongExpectedRevision,
  type EventLog,
  type NewEvent,
} from 'service-kit/event-log/port';
import { placeOf } from 'service-kit/event-log/place';
import { createLogger } from 'service-kit/process/logger';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownDatabase, type OwnDatabase } from './own-database.ts';
import { startEventLog, type EventLogServer } from './server.ts';

const silent = createLogger('event-log', 'silent');
const PATIENTLY = { interval: 1, timeout: 20_000 };
const key = randomBytes(32);
let database: OwnDatabase;
let server: EventLogServer;
let log: EventLog;

beforeEach(async () => {
  database = await ownDatabase();
  server = await startEventLog({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    host: '127.0.0.1',
    port: 0,
    logger: silent,
  });
  log = connectEventLog({
    url: server.url,
    keys: { withKey: (_, work) => work(key), findKey: async () => key, findKeys: async () => new Map() },
    logger: silent,
  });
});
afterEach(async () => {
  await log.close();
  await server.stop();
  await database.stop();
});

async function restart(): Promise<void> {
  await server.stop();
  server = await startEventLog({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    host: '127.0.0.1',
    port: server.port,
    logger: silent,
  });
}
const tag = (label: string): NewEvent => ({
  id: randomUUID(),
  type: 'TagAdded',
  data: { tagId: 'tag-1', label },
  metadata: {
    commandId: randomUUID(),
    command: 'AddTag',
    actorId: 'user-1',
    occurredAt: new Date().toISOString(),
    schemaVersion: 1,
  },
});
/** Like the command loop: after an unknown outcome it appends the same events at the same revision again. */
async function appendSurely(stream: string, number: number): Promise<void> {
  const event = tag(String(number));
  for (;;) {
    try {
      await log.append(stream, number === 0 ? 'no_stream' : BigInt(number - 1), [event]);
      return;
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
    }
  }
}

test('a follower gets each event once while the server restarts', async () => {
  const stop = new AbortController();
  const seen: bigint[] = [];
  const following = (async () => {
    for await (const event of log.follow({ prefixes: ['team-'], after: undefined, signal: stop.signal }))
      seen.push(event.revision);
  })();
  const writing = (async () => {
    for (let number = 0; number < 400; number += 1) await appendSurely('team-1', number);
  })();
  for (const mark of [50, 150, 250]) {
    await expect.poll(() => seen.length, PATIENTLY).toBeGreaterThan(mark);
    await restart();
  }
  await writing;
  await expect.poll(() => seen.length, PATIENTLY).toBe(400);
  expect(seen).toEqual(Array.from({ length: 400 }, (_, index) => BigInt(index)));
  stop.abort();
  await following;
});

test('a stopped follower continues from its stored position', async () => {
  for (let number = 0; number < 10; number += 1) await appendSurely(`team-${number}`, 0);
  const take = async (count: number, after: Parameters<EventLog['follow']>[0]['after']) => {
    const taken = [];
    for await (const event of log.follow({ prefixes: ['team-'], after, signal: new AbortController().signal })) {
      taken.push(event);
      if (taken.length === count) break;
    }
    return taken;
  };
  const first = await take(4, undefined);
  await restart();
  const second = await take(6, placeOf(first.at(-1)!));
  expect([...first, ...second].map((event) => event.stream)).toEqual(
    Array.from({ length: 10 }, (_, index) => `team-${index}`),
  );
});

test('a follower fails when its server comes back with another log', async () => {
  const follow = async (): Promise<void> => {
    for await (const event of log.follow({
      prefixes: ['team-'],
      after: undefined,
      signal: new AbortController().signal,
    }))
      seen.push(event.revision);
  };
  const seen: bigint[] = [];
  for (let number = 0; number < 5; number += 1) await appendSurely('team-1', number);
  const following = follow().catch((error: unknown) => error);
  await expect.poll(() => seen.length, PATIENTLY).toBe(5);
  await server.stop();
  await database.stop();
  database = await ownDatabase();
  server = await startEventLog({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    host: '127.0.0.1',
    port: server.port,
    logger: silent,
  });
  expect(await following).toBeInstanceOf(AnotherLog);
});

test('without a server reads are unavailable and appends unknown, and both work after its return', async () => {
  await appendSurely('team-1', 0);
  await server.stop();
  await expect(log.append('team-1', 0n, [tag('1')])).rejects.toBeInstanceOf(UnknownOutcome);
  await expect(log.readLast('team-1')).rejects.toMatchObject({ name: 'LogUnavailable' });
  await restart();
  await appendSurely('team-1', 1);
  expect(await log.readLast('team-1')).toMatchObject({ revision: 1n });
  await expect(log.append('team-1', 0n, [tag('late')])).rejects.toBeInstanceOf(WrongExpectedRevision);
});
