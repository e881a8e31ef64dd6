import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listeningInodes, processListeningOn } from './listening-process.ts';

test('only a socket that listens counts, not a connection of the same port', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:5661 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 41 1 0 100 0 0 10 0',
    '   1: 0100007F:18EB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 42 1 0 100 0 0 10 0',
    '   2: 0100007F:5661 0100007F:A2F0 01 00000000:00000000 00:00000000 00000000     0        0 43 1 0 20 4 30 10 -1',
    '',
  ].join('\n');
  expect(listeningInodes(table, 0x56_61)).toEqual(['41']);
  expect(listeningInodes(table, 80)).toEqual([]);
});

test('the process behind a port is found while it listens', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await processListeningOn(port)).toBe(process.pid);
  server.close();
  await once(server, 'close');
  expect(await processListeningOn(port)).toBeUndefined();
});
