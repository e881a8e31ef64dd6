import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { filesOf } from './uploaded-files.ts';

const servers: Server[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The announced length of the body. */
const LENGTH = 110_000;
const part = (content: string): string =>
  `--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n${content}`;

/** A client that has sent `sent`, and the server's request. */
async function opened(sent: string): Promise<{ client: ClientRequest; taken: IncomingMessage }> {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const client = request({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': LENGTH },
  });
  client.on('error', () => undefined);
  client.write(sent);
  const [taken] = (await once(server, 'request')) as [IncomingMessage];
  return { client, taken };
}
/** Resolves when the connection is closed: a request that was read to its end closes before. */
const closed = (taken: IncomingMessage): Promise<void> => new Promise((resolve) => taken.socket.once('close', resolve));
const filesIn = (taken: IncomingMessage) => filesOf(taken, { field: 'image', files: 3, bytes: 1024 * 1024 });
/** The error of reading the files, or undefined. */
async function refusal(taken: IncomingMessage): Promise<string> {
  try {
    for await (const file of filesIn(taken)) file.fill(0);
    return '';
  } catch (error) {
    return String(error);
  }
}

test('a client that is gone before the files are read is refused at once', async () => {
  const { client, taken } = await opened(part('abc'));
  // As during the check of rights.
  const gone = closed(taken);
  client.destroy();
  await gone;
  expect(await refusal(taken)).toContain('The upload was cut off');
});

test('a client that is gone before all of its files were read is refused as well', async () => {
  // More than the buffers pass on before a file is read: the rest is held back.
  const { client, taken } = await opened(`${part('abc')}\r\n${part('x'.repeat(100_000))}\r\n--x--\r\n`.padEnd(LENGTH));
  const files = filesIn(taken);
  expect(String((await files.next()).value)).toBe('abc');
  const gone = closed(taken);
  await expect.poll(() => taken.complete).toBe(true);
  client.destroy();
  await gone;
  await expect(files.next()).rejects.toThrow('The upload was cut off');
});

test('a client that is gone after its request was read is refused before its next file is processed', async () => {
  const { client, taken } = await opened(`${part('abc')}\r\n${part('def')}\r\n--x--\r\n`.padEnd(LENGTH));
  const files = filesIn(taken);
  expect(String((await files.next()).value)).toBe('abc');
  await expect.poll(() => taken.readableEnded).toBe(true);
  const gone = closed(taken);
  client.destroy();
  await gone;
  await expect(files.next()).rejects.toThrow('The upload was cut off');
});

test('a client that stops sending is refused after the idle time', async () => {
  const { taken } = await opened(part('abc'));
  const refused = refusal(taken);
  await once(taken, 'data');
  vi.advanceTimersByTime(30_000);
  expect(await refused).toContain('Nothing of the upload came for too long');
});

test('a client that sends a little again and again is refused after the total time', async () => {
  const { client, taken } = await opened(part('abc'));
  const refused = refusal(taken);
  await once(taken, 'data');
  for (let seconds = 0; seconds < 300; seconds += 20) {
    const heard = once(taken, 'data');
    client.write('d');
    await heard;
    vi.advanceTimersByTime(20_000);
  }
  expect(await refused).toContain('The upload took too long');
});

test('the processing time of a file does not count as silence', async () => {
  const { client, taken } = await opened(`${part('abc')}\r\n${part('d')}`);
  const files = filesIn(taken);
  expect(String((await files.next()).value)).toBe('abc');
  vi.advanceTimersByTime(60_000);
  const next = files.next();
  client.write('ef\r\n--x--\r\n');
  expect(String((await next).value)).toBe('def');
});
