import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from 'service-kit/process/free-port';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processListeningOn } from '../../test/listening-process.ts';
import { startEngine } from './engine-process.ts';

const name = 'redis';
/** Listens on the port until it is ended. @param more of its program */
const server = (port: number, more = ''): string =>
  `'${process.execPath}' -e 'require("node:net").createServer().listen(${port}, "127.0.0.1");${more}'`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('a command starts the engine in its folder, and what it has started ends with it', async () => {
  const port = await freePort();
  // The shell waits for its command, so the engine is a child of the shell.
  const engine = await startEngine({
    name,
    command: `touch started; ${server(port)}; exit $?`,
    address: { host: '127.0.0.1', port },
    folder,
  });
  expect(await readdir(folder)).toEqual(['started']);
  await engine.stop();
  expect(await processListeningOn(port)).toBeUndefined();
});

test('an engine that ends later than its shell is waited for', async () => {
  const port = await freePort();
  const slow = server(port, 'process.on("SIGTERM", () => setTimeout(process.exit, 500))');
  const engine = await startEngine({ name, command: `${slow}; exit $?`, address: { host: '127.0.0.1', port }, folder });
  await engine.stop();
  expect(await processListeningOn(port)).toBeUndefined();
});

test('an engine that is killed has ended by a signal, also below a shell', async () => {
  const port = await freePort();
  const address = { host: '127.0.0.1', port };
  const engine = await startEngine({ name, command: `${server(port)}; exit $?`, address, folder });
  process.kill((await processListeningOn(port)) ?? 0, 'SIGKILL');
  expect(await engine.exited).toEqual({ code: null });
});

test('an engine does not take the settings of the run for its own', async () => {
  vi.stubEnv('EVENTSTORE_URL', 'esdb://127.0.0.1:2113');
  const port = await freePort();
  const command = `test -z "$EVENTSTORE_URL" && test -n "$PATH" && exec ${server(port)}`;
  const engine = await startEngine({ name, command, address: { host: '127.0.0.1', port }, folder });
  await engine.stop();
});

test('a command that ends is an engine that did not start', async () => {
  const address = { host: '127.0.0.1', port: await freePort() };
  await expect(startEngine({ name, command: 'exit 3', address, folder })).rejects.toThrow('redis did not start');
});

test('a port that another process has is left to it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const address = { host: '127.0.0.1', port };
  await expect(startEngine({ name, command: server(port), address, folder })).rejects.toThrow(
    `Another process listens on 127.0.0.1:${port}`,
  );
  other.close();
});
