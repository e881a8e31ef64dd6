import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileMemory, filesOf } from './uploaded-files.ts';

const servers: Server[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const MEGABYTES_10 = 10 * 1024 * 1024;
/** The announced length of the body. */
const LENGTH = 110_000;
const part = (content: string): string =>
  `--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n${content}`;

/** A client that has sent `sent`, and the server's request. */
async function opened(sent: string, length = LENGTH): Promise<{ client: ClientRequest; taken: IncomingMessage }> {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const client = request({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': length },
  });
  client.on('error', () => undefined);
  client.write(sent);
  const [taken] = (await once(server, 'request')) as [IncomingMessage];
  return { client, taken };
}
/** Resolves when the connection is closed: a request that was read to its end closes before. */
const closed = (taken: IncomingMessage): Promise<void> => new Promise((resolve) => taken.socket.once('close', resolve));
const room = () => createFileMemory(1024 * 1024);
const filesIn = (taken: IncomingMessage, memory = room()) =>
  filesOf(taken, { field: 'image', files: 3, bytes: MEGABYTES_10, memory });
/** The error of reading the files, or undefined. */
async function refusal(taken: IncomingMessage, memory = room()): Promise<string> {
  try {
    for await (const file of filesIn(taken, memory)) file.fill(0);
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

/** Sends this many bytes every 10 s, and nothing at the others. @returns the refusal */
async function sending(bytes: readonly number[]): Promise<string> {
  const { client, taken } = await opened(part('abc'), MEGABYTES_10);
  const refused = refusal(taken, createFileMemory(MEGABYTES_10));
  await once(taken, 'data');
  for (const count of bytes) {
    let heard = 0;
    const listen = (sent: Buffer): void => void (heard += sent.length);
    taken.on('data', listen);
    client.write('d'.repeat(count));
    await vi.waitFor(() => expect(heard).toBe(count), { timeout: 10_000 });
    taken.off('data', listen);
    vi.advanceTimersByTime(10_000);
  }
  client.destroy();
  return refused;
}

test('a client that sends a byte again and again is refused after the first 30 s', async () => {
  expect(await sending([1, 1, 1])).toContain('The upload took too long');
});

test('a slow line that stands still now and then goes on', async () => {
  // 256 kbit/s for 10 s of 30, three times.
  const stalls = [320_000, 0, 0];
  expect(await sending([...stalls, ...stalls, ...stalls])).toContain('The upload was cut off');
});

test('a client is refused after the total time, however quick it is', async () => {
  expect(await sending(Array.from({ length: 40 }, () => 100_000))).toContain('The upload took too long');
});

test('a file takes room as its bytes come and until it is processed', async () => {
  const memory = createFileMemory(5);
  const first = await opened(part('abc'));
  const files = filesIn(first.taken, memory);
  const arriving = files.next();
  await once(first.taken, 'data');
  await expect.poll(() => roomIn(memory)).toBe(2);
  const second = await opened(`${part('xyz')}\r\n--x--\r\n`.padEnd(LENGTH));
  expect(await refusal(second.taken, memory)).toContain('Too many images are being uploaded at once');
  expect(roomIn(memory)).toBe(2);
  first.client.write('\r\n--x--\r\n'.padEnd(LENGTH));
  expect(String((await arriving).value)).toBe('abc');
  expect(roomIn(memory)).toBe(2);
  await files.return(undefined);
  expect(roomIn(memory)).toBe(5);
});

/** The bytes that fit, up to five. */
function roomIn(memory: ReturnType<typeof createFileMemory>): number {
  let fits = 0;
  try {
    for (; fits < 5; fits += 1) memory.take(1);
  } catch {
    // Full.
  }
  memory.free(fits);
  return fits;
}

test('the processing time of a file does not count as silence', async () => {
  const { client, taken } = await opened(`${part('abc')}\r\n${part('d')}`);
  const files = filesIn(taken);
  expect(String((await files.next()).value)).toBe('abc');
  vi.advanceTimersByTime(60_000);
  const next = files.next();
  client.write('ef\r\n--x--\r\n');
  expect(String((await next).value)).toBe('def');
});
