/** Who gets in: every user of the machine reaches the port. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { EventStoreDBClient } from '@eventstore/db-client';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_pb.js';
import { credentials as channelCredentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { createLogger } from 'service-kit/process/logger';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ownDatabase, type OwnDatabase } from '../own-database.ts';
import { startEventLog, type EventLogServer } from '../server.ts';
import { collect, failureOf, Listener, newStream, numbered, numbersIn, POLL } from '../testing.ts';
import { logCredentialsIn, logUrl, type Lives, type LogCredentials } from './log-credentials.ts';

const logger = createLogger('event-log', 'silent');
let database: OwnDatabase;
let dataDir: string;
let opened: { stop(): Promise<unknown> }[] = [];
beforeAll(async () => {
  database = await ownDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'event-log-access-'));
});
afterEach(async () => {
  for (const one of opened.toReversed()) await one.stop();
  opened = [];
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: { dataDir?: string; lives?: Lives } = {}): Promise<EventLogServer> {
  const server = await startEventLog({
    databaseUrl: database.url,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    logger,
    ...options,
  });
  opened.push(server);
  return server;
}
function connect(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  opened.push({ stop: () => client.dispose() });
  return client;
}
async function otherFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-access-'));
  opened.push({ stop: () => rm(folder, { recursive: true, force: true }) });
  return folder;
}
const urlOf = ({ port }: EventLogServer, access: LogCredentials): string => logUrl(access, `127.0.0.1:${port}`);

describe('a local user without the right credentials', () => {
  test.each([
    ['none', (url: string) => url.replace(/\/\/.*@/, '//')],
    ['another password', (url: string) => url.replace(/:[^:@/]+@/, ':guessed@')],
    ['another name', (url: string) => url.replace('//admin:', '//root:')],
    ['no password', (url: string) => url.replace(/:[^:@/]+@/, ':%20@')],
  ])('cannot append, read, subscribe or delete: %s', async (_, changed) => {
    const { url } = await start();
    const inside = connect(url);
    const outside = connect(changed(url));
    const stream = newStream();
    await inside.appendToStream(stream, [numbered(0)]);
    const subscription = outside.subscribeToAll();
    const listener = new Listener(subscription);
    const given = { username: 'admin', password: 'changeit' };
    const refused = await Promise.all(
      [
        // The batch append, and the single one.
        outside.appendToStream(stream, [numbered(1)]),
        outside.appendToStream(stream, [numbered(1)], { credentials: given }),
        outside.appendToStream(newStream(), [numbered(1)], { credentials: given }),
        outside.setStreamMetadata(stream, { maxCount: 1 }),
        outside.deleteStream(stream),
        outside.tombstoneStream(stream),
        collect(outside.readStream(stream)),
        collect(outside.readAll()),
      ].map(failureOf),
    );
    expect(refused.map((error) => (error as { type?: string }).type)).toEqual(refused.map(() => 'access-denied'));
    await expect.poll(() => listener.failure, POLL).toMatchObject({ type: 'access-denied' });
    expect(listener.events).toEqual([]);
    expect(await numbersIn(inside, stream)).toEqual([0]);
  });

  test.each([
    ['nothing', []],
    ['another scheme', ['Bearer YWRtaW46cGFzc3dvcmQ=']],
    ['an empty value', ['']],
    ['the right one with a space', ['right ']],
  ])('gets UNAUTHENTICATED with a sentence: %s', async (_, values) => {
    const server = await start();
    const { user, password, authorityFile } = await logCredentialsIn(dataDir);
    const client = new usersGrpc.UsersClient(
      `127.0.0.1:${server.port}`,
      channelCredentials.createSsl(readFileSync(authorityFile)),
    );
    const right = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const ask = (given: readonly string[]): Promise<ServiceError | null> => {
      const metadata = new Metadata();
      for (const value of given) metadata.add('authorization', value.replace('right', right));
      return new Promise((resolve) => client.enable(new users.EnableReq(), metadata, resolve));
    };
    expect(await ask(['right'])).toMatchObject({ code: status.UNIMPLEMENTED });
    expect(await ask(values)).toMatchObject({
      code: status.UNAUTHENTICATED,
      details: 'The event log needs the name and password that its data folder holds',
    });
    client.close();
  });
});

describe('a connection', () => {
  test('without TLS gets nothing', async () => {
    const server = await start();
    const { user, password } = await logCredentialsIn(dataDir);
    const plain = connect(`esdb://${user}:${password}@127.0.0.1:${server.port}?tls=false`);
    expect(await failureOf(plain.appendToStream(newStream(), [numbered(0)]))).toMatchObject({
      code: status.UNAVAILABLE,
    });

    const socket = connectTcp(server.port, '127.0.0.1');
    socket.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    const received = await collect<Buffer>(socket).catch(() => []);
    // At most the alert of TLS, which says that this was none.
    expect(Buffer.concat(received).length).toBeLessThan(16);
  });

  test('to a server of another authority is refused by the client, which sends it no password', async () => {
    const server = await start();
    const distrusting = connect(urlOf(server, await logCredentialsIn(await otherFolder())));
    expect(await failureOf(collect(distrusting.readAll({ maxCount: 1 })))).toMatchObject({ type: 'unavailable' });
  });
});

test('the certificate is renewed while the server runs; clients of before and after go on', async () => {
  const folder = await otherFolder();
  const server = await start({ dataDir: folder, lives: { authorityMs: 86_400_000, serverMs: 3_000 } });
  const access = await logCredentialsIn(folder);
  const before = connect(server.url);
  const stream = newStream();
  await before.appendToStream(stream, [numbered(0)]);
  const subscription = before.subscribeToStream(stream);
  const listener = new Listener(subscription);
  const first = await presented(server, access);
  // Until the first certificate has ended.
  await expect.poll(() => Date.now(), { ...POLL, interval: 100 }).toBeGreaterThan(first.until);
  expect((await presented(server, access)).serialNumber).not.toBe(first.serialNumber);
  await before.appendToStream(stream, [numbered(1)]);
  await connect(urlOf(server, access)).appendToStream(stream, [numbered(2)]);
  await listener.until(2);
  expect(listener.numbers).toEqual([0, 1, 2]);
  await subscription.unsubscribe();
});

/** The certificate that a new connection gets. */
function presented(
  server: EventLogServer,
  { authorityFile }: LogCredentials,
): Promise<{ serialNumber: string; until: number }> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', ca: readFileSync(authorityFile) }, () => {
      const { serialNumber, valid_to: until } = socket.getPeerCertificate();
      socket.destroy();
      resolve({ serialNumber, until: Date.parse(until) });
    });
    socket.on('error', reject);
  });
}
