import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueueClient } from './queue-client.ts';

const fields = (...said: string[]): Buffer => Buffer.from([...said, ''].map((field) => `${field}\0`).join(''));
/** A server that refuses connections with an error code of Postgres. */
function refusal(code: string): Buffer {
  const message = Buffer.concat([Buffer.from('E\0\0\0\0'), fields('SFATAL', 'VFATAL', `C${code}`, 'Mno')]);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

let code: string;
let server: Server;
beforeAll(async () => {
  server = createServer(
    (socket) => void socket.on('error', () => undefined).once('data', () => socket.end(refusal(code))),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

const refused = async (): Promise<unknown> => {
  const client = new QueueClient({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    user: 'queue',
    database: 'clinical',
  });
  client.on('error', () => undefined);
  return new Promise((resolve) => client.connect(resolve));
};

test('a Postgres that is starting, stopping or full is unavailable: BullMQ pauses before it retries', async () => {
  for (code of ['57P03', '57P01', '53300'])
    expect(await refused()).toMatchObject({ code: 'ECONNREFUSED', cause: { code } });
});
test('an error that waiting does not mend is passed on unchanged', async () => {
  code = '28P01';
  expect(await refused()).toMatchObject({ code: '28P01' });
});

test('a connection that is lost between two statements ends no process', async () => {
  const authenticated = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const losing = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .once('data', () => {
        socket.write(authenticated);
        socket.end();
      }),
  );
  await new Promise<void>((resolve) => losing.listen(0, '127.0.0.1', resolve));
  const client = new QueueClient({
    host: '127.0.0.1',
    port: (losing.address() as AddressInfo).port,
    user: 'queue',
    database: 'clinical',
  });
  const ended = new Promise<void>((resolve) => void client.once('end', resolve));
  await client.connect();
  // A listener is needed: else the error of the lost connection would be an exception that no one catches.
  await ended;
  losing.close();
});
