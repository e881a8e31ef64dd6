import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Changed, ServerToClient } from 'language/contract/live';
import { io as connect, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLiveServer, type LiveServer, type LiveSocket } from './live-server.ts';

let io: LiveServer;
let client: Socket<ServerToClient>;
let address: string;
beforeEach(async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  io = createLiveServer(http, undefined);
});
afterEach(async () => {
  client.disconnect();
  await io.close();
});

const note = (revision: number): Changed => ({
  stream: 'team-1',
  revision,
  from: revision,
  touched: [],
  actorId: '',
  actorName: '',
  at: '',
});

/** Connects, sends six notes in one moment, and waits until the client has all. @returns their revisions */
async function sixNotes(transports: string[], onConnected: (socket: LiveSocket) => void): Promise<number[]> {
  const connected = new Promise<LiveSocket>((resolve) => io.once('connection', resolve));
  client = connect(address, { transports, upgrade: false, reconnection: false });
  onConnected(await connected);
  const heard: number[] = [];
  const all = new Promise<void>((resolve) =>
    client.on('changed', ({ revision }) => {
      heard.push(revision);
      if (heard.length === 6) resolve();
    }),
  );
  for (let revision = 1; revision <= 6; revision += 1) io.emit('changed', note(revision));
  await all;
  return heard;
}

test('notes of one moment are written together, and none waits', async () => {
  const flushes: { messages: number; corked: number }[] = [];
  let connection: LiveSocket['conn'] | undefined;
  const heard = await sixNotes(['websocket'], ({ conn }) => {
    connection = conn;
    let messages = 0;
    conn.on('flush', (waiting) => {
      messages = waiting.length;
    });
    conn.on('drain', () => void flushes.push({ messages, corked: conn.request.socket.writableCorked }));
  });
  expect(heard).toEqual([1, 2, 3, 4, 5, 6]);
  expect(flushes.filter(({ messages }) => messages > 1)).not.toEqual([]);
  for (const { messages, corked } of flushes) expect(corked).toBe(messages > 1 ? 1 : 0);
  const socket = connection!.request.socket;
  expect([socket.writableCorked, socket.writableLength]).toEqual([0, 0]);
});

test('a client that polls gets each note', async () => {
  expect(await sixNotes(['polling'], () => undefined)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a client knows within 20 s that a connection carries nothing any more', async () => {
  await sixNotes(['websocket'], () => undefined);
  const { pingInterval, pingTimeout } = io.engine.opts as { pingInterval: number; pingTimeout: number };
  expect(pingInterval + pingTimeout).toBeLessThan(20_000);
});
