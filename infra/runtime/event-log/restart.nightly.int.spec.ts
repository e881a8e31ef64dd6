/** The embedded event log through restarts of the server and lost database connections. */
import { ANY, BACKWARDS, END, EventStoreDBClient, NO_STREAM, type AppendResult } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { createLogger } from 'service-kit/process/logger';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inDatabase, ownDatabase, type OwnDatabase } from './own-database.ts';
import { startEventLog, type EventLogServer } from './server.ts';
import { WRITER_LOCK } from './store/write/writer-session.ts';
import {
  addressAndCredentials,
  caughtUp,
  collect,
  credentialsOf,
  failureOf,
  Listener,
  newStream,
  numbered,
  numberedFrom,
  numberOf,
  range,
  readFailure,
} from './testing.ts';

const logger = createLogger('event-log', 'silent');
const POLL = { interval: 1, timeout: 20_000 };
let database: OwnDatabase;
let opened: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => void (database = await ownDatabase()));
afterEach(async () => {
  for (const one of opened.toReversed()) await one.stop();
  opened = [];
});
afterAll(() => database.stop());

async function start(): Promise<EventLogServer> {
  const server = await startEventLog({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    host: '127.0.0.1',
    port: 0,
    logger,
  });
  opened.push(server);
  return server;
}
function connect(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  opened.push({ stop: () => client.dispose() });
  return client;
}
const numbersIn = async (client: EventStoreDBClient, stream: string): Promise<number[]> =>
  (await collect(client.readStream(stream))).map(numberOf);
/** Ends the writer's connection from outside, like a failing database. */
const cutWriter = (): Promise<unknown> =>
  inDatabase(database.url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'event-log writer' and datname = current_database()`,
    ),
  );

test('the newest events of the whole log are read from memory, without the table', async () => {
  const client = connect((await start()).url);
  const [stream, other] = [newStream(), newStream()];
  const { position } = await client.appendToStream(stream, numberedFrom(0, 2), { expectedRevision: NO_STREAM });
  if (!position) throw new Error('An append has a position');
  await client.appendToStream(other, numberedFrom(2, 3), { expectedRevision: NO_STREAM });
  const numbersFrom = async (maxCount: number): Promise<number[]> =>
    (await collect(client.readAll({ fromPosition: position, maxCount }))).map(numberOf);
  await inDatabase(database.url, async (locking) => {
    await locking.query('begin');
    await locking.query('lock table event_log.event in access exclusive mode');
    expect(await numbersFrom(500)).toEqual([1, 2, 3, 4]);
    expect(await numbersFrom(2)).toEqual([1, 2]);
    await locking.query('rollback');
  });
});

test('a restarted server knows revisions, ids and positions from its table', async () => {
  const stream = newStream();
  const events = numberedFrom(0, 3);
  const first = await start();
  const before = await connect(first.url).appendToStream(stream, events, { expectedRevision: NO_STREAM });
  await first.stop();

  const client = connect((await start()).url);
  expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(before);
  expect(await client.appendToStream(stream, events)).toEqual(before);
  await expect(client.appendToStream(stream, [numbered(9)], { expectedRevision: 1n })).rejects.toMatchObject({
    type: 'wrong-expected-version',
    actualVersion: 2n,
  });
  const after = await client.appendToStream(stream, [numbered(3)], { expectedRevision: 2n });
  expect(after.position?.commit).toBe((before.position?.commit ?? 0n) + 1n);
  expect(await numbersIn(client, stream)).toEqual([0, 1, 2, 3]);
});

test('a second server on the same log is refused with a sentence', async () => {
  await start();
  await expect(start()).rejects.toThrow('Another event log server is already writing to this database');
});

test('a dropped writer loses no acknowledged append and writes a repeated append once', async () => {
  const client = connect((await start()).url);
  const streams = Array.from({ length: 40 }, () => newStream());
  /** After an unknown outcome it repeats the same append. */
  const appendSurely = async (stream: string, number: number): Promise<AppendResult> => {
    const event = numbered(number);
    const expectedRevision = number === 0 ? NO_STREAM : BigInt(number - 1);
    for (;;) {
      try {
        return await client.appendToStream(stream, [event], { expectedRevision });
      } catch (error) {
        expect(error).toMatchObject({ type: expect.stringMatching(/^(deadline-exceeded|unavailable|timeout)$/) });
      }
    }
  };
  let written = 0;
  const writers = streams.map(async (stream) => {
    for (let number = 0; number < 20; number += 1) {
      await appendSurely(stream, number);
      written += 1;
    }
  });
  for (const mark of [100, 300, 500]) {
    await expect.poll(() => written, POLL).toBeGreaterThan(mark);
    await cutWriter();
  }
  await Promise.all(writers);

  for (const stream of streams)
    expect(await numbersIn(client, stream)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  const positions = (await collect(client.readAll())).map((event) => event.event?.position.commit);
  expect(positions).toEqual(Array.from({ length: positions.length }, (_, index) => BigInt(index + 1)));
});

test('a subscription survives the loss of the writer', async () => {
  const client = connect((await start()).url);
  const stream = newStream();
  const subscription = client.subscribeToStream(stream);
  const seen: number[] = [];
  const reading = (async () => {
    for await (const event of subscription) {
      seen.push(numberOf(event));
      if (seen.length === 2) break;
    }
  })();
  await client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM });
  await cutWriter();
  await expect
    .poll(
      () =>
        client.appendToStream(stream, [numbered(1)], { expectedRevision: 0n }).then(
          () => true,
          () => false,
        ),
      POLL,
    )
    .toBe(true);
  await reading;
  expect(seen).toEqual([0, 1]);
  await subscription.unsubscribe();
});

test('an append that is incomplete when the server stops fails as unavailable', async () => {
  const server = await start();
  const channel = new streamsGrpc.StreamsClient(...addressAndCredentials(server.url));
  try {
    const stream = new shared.StreamIdentifier().setStreamName(Buffer.from(newStream()));
    const begun = new Promise<unknown>((resolve) => {
      const append = channel.append((error) => resolve(error));
      append.on('error', () => undefined);
      append.write(
        new streams.AppendReq().setOptions(
          new streams.AppendReq.Options().setStreamIdentifier(stream).setAny(new shared.Empty()),
        ),
      );
    });
    // A connection keeps the order: when this append is answered, the other one has begun.
    const other = new streams.TombstoneReq.Options().setStreamIdentifier(stream).setAny(new shared.Empty());
    await new Promise((resolve) => channel.tombstone(new streams.TombstoneReq().setOptions(other), resolve));
    void server.stop();
    expect(await begun).toMatchObject({ code: status.UNAVAILABLE, details: 'The event log is stopping' });
  } finally {
    channel.close();
  }
});

test('a deletion after a tombstone of the metadata is refused and blocks no other write', async () => {
  const client = connect((await start()).url);
  const stream = newStream();
  await client.appendToStream(stream, numberedFrom(0, 2), { expectedRevision: NO_STREAM });
  await client.tombstoneStream(`$$${stream}`);
  await expect(client.deleteStream(stream)).rejects.toMatchObject({ type: 'stream-deleted' });
  expect(await client.appendToStream(stream, [numbered(2)], { expectedRevision: 1n })).toMatchObject({
    nextExpectedRevision: 2n,
  });
});

test('a subscriber at the end gets no old event when memory no longer has its place', async () => {
  const client = connect((await start()).url);
  const stream = newStream();
  await client.appendToStream(stream, numberedFrom(0, 3), { expectedRevision: NO_STREAM });
  const subscription = client.subscribeToStream(stream, { fromRevision: END });
  const seen: number[] = [];
  subscription.on('data', (event) => seen.push(numberOf(event)));
  await new Promise((resolve) => subscription.once('confirmation', resolve));
  // One append with more events than memory keeps: the place before it is forgotten at once.
  await client.appendToStream(newStream(), numberedFrom(0, 9_000));
  await client.appendToStream(stream, [numbered(3)], { expectedRevision: 2n });
  await expect.poll(() => seen.at(-1), POLL).toBe(3);
  expect(seen).toEqual([3]);
  await subscription.unsubscribe();
});

test('an append at any revision is recognised after the loss of the writer and many writes', async () => {
  const client = connect((await start()).url);
  const stream = newStream();
  const events = numberedFrom(0, 2);
  const first = await client.appendToStream(stream, events, { expectedRevision: ANY });
  for (const another of range(0, 3)) await client.appendToStream(newStream(`other-${another}`), numberedFrom(0, 500));
  await cutWriter();
  await expect
    .poll(
      () =>
        client.appendToStream(newStream(), [numbered(0)]).then(
          () => 'back',
          () => 'away',
        ),
      POLL,
    )
    .toBe('back');
  expect(await client.appendToStream(stream, events, { expectedRevision: ANY })).toEqual(first);
  expect(await numbersIn(client, stream)).toEqual([0, 1]);
});

test('a server that lost its log to another is unavailable for reads, and its subscriptions end', async () => {
  const { url } = await start();
  const client = connect(url);
  const stream = newStream();
  await client.appendToStream(stream, numberedFrom(0, 2), { expectedRevision: NO_STREAM });
  const subscriptions = [client.subscribeToStream(stream), client.subscribeToAll({ fromPosition: END })];
  const listeners = subscriptions.map((subscription) => new Listener(subscription));
  await Promise.all(subscriptions.map(caughtUp));
  await inDatabase(database.url, async (rival) => {
    const lock = rival.query(`select pg_advisory_lock(${WRITER_LOCK})`);
    await cutWriter();
    await lock;
    for (const listener of listeners)
      await expect.poll(() => listener.failure, POLL).toMatchObject({ type: 'unavailable' });
    expect(await readFailure(connect(url), stream)).toMatchObject({ type: 'unavailable' });
    expect(await failureOf(collect(connect(url).readAll()))).toMatchObject({ type: 'unavailable' });
    expect(await failureOf(collect(connect(url).readAll({ direction: BACKWARDS, fromPosition: END })))).toMatchObject({
      type: 'unavailable',
    });
  });
  await expect.poll(() => numbersIn(connect(url), stream).catch(() => 'away'), POLL).toEqual([0, 1]);
});

test('a write that contradicts the table is refused with a known outcome', async () => {
  const { url } = await start();
  const client = connect(url);
  const stream = newStream();
  await client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM });
  await inDatabase(database.url, (rival) =>
    rival.query(
      `insert into event_log.event
       select max(position) + 1, 'rival', 0, gen_random_uuid(), 'Rival', true, '{}'::bytea, ''::bytea, now()
       from event_log.event`,
    ),
  );
  const append = () =>
    client.appendToStream(stream, [numbered(1)], {
      expectedRevision: 0n,
      credentials: credentialsOf(url)!,
    });
  expect(await failureOf(append())).toMatchObject({
    type: 'unavailable',
    message: expect.stringContaining('nothing was written'),
  });
  await expect
    .poll(
      () =>
        append().then(
          () => 'written',
          () => 'away',
        ),
      POLL,
    )
    .toBe('written');
  expect(await numbersIn(client, stream)).toEqual([0, 1]);
});

test('a write that the database cannot store is refused, and the others of its group are written', async () => {
  const first = await start();
  const stream = newStream();
  await connect(first.url).appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM });
  await first.stop();
  // Only one revision is left.
  await inDatabase(database.url, (client) =>
    client.query('update event_log.event set revision = $2 where stream = $1', [stream, (2n ** 63n - 3n).toString()]),
  );
  const client = connect((await start()).url);
  const others = range(0, 20).map(() => newStream());
  const [half, rest] = [others.slice(0, 10), others.slice(10)];
  const append = (name: string) => client.appendToStream(name, [numbered(0)], { expectedRevision: NO_STREAM });
  const written = half.map(append);
  const refused = failureOf(client.appendToStream(stream, numberedFrom(0, 3), { expectedRevision: ANY }));
  written.push(...rest.map(append));
  expect(await Promise.all(written)).toMatchObject(others.map(() => ({ nextExpectedRevision: 0n })));
  expect(await refused).toMatchObject({ type: 'unknown', message: expect.stringContaining('nothing was written') });
  expect(await append(newStream())).toMatchObject({ nextExpectedRevision: 0n });
});
