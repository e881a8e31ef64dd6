import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseAway } from 'service-kit/postgres/availability';
import { ownDatabase, type OwnDatabase } from '../../own-database.ts';
import { copyRows, type CopiedRow } from './copied-rows.ts';

let database: OwnDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await ownDatabase();
  pool = new Pool({ connectionString: database.url, max: 1, query_timeout: 2_000 });
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

const numbers = (select: string): Promise<bigint[]> => copyRows(pool, select, (row) => row.bigint());

test('each kind of column is read with any content', async () => {
  const select = `select -9223372036854775808, 9223372036854775807, true, false, 'مريض', '',
    '\\x00ff0a'::bytea, ''::bytea,
    timestamptz '2026-11-23 01:02:03.004+00', timestamptz '1970-01-01 00:00+00',
    timestamptz '1999-12-31 23:59:59.999+00'`;
  const taken = (row: CopiedRow) => [
    row.bigint(),
    row.bigint(),
    row.boolean(),
    row.boolean(),
    row.text(),
    row.text(),
    row.bytes(),
    row.bytes(),
    row.timestamp(),
    row.timestamp(),
    row.timestamp(),
  ];
  expect(await copyRows(pool, select, taken)).toEqual([
    [
      -(2n ** 63n),
      2n ** 63n - 1n,
      true,
      false,
      'مريض',
      '',
      Buffer.from([0, 255, 10]),
      Buffer.alloc(0),
      Date.UTC(2026, 10, 23, 1, 2, 3, 4),
      0,
      Date.UTC(1999, 11, 31, 23, 59, 59, 999),
    ],
  ]);
});

test('rows come in order, and values stay valid when the next rows come', async () => {
  expect(await numbers('select 1::bigint where false')).toEqual([]);
  const rows = await copyRows(
    pool,
    `select n, convert_to(repeat(n::text, 1000), 'UTF8') from generate_series(1::bigint, 2000) n`,
    (row) => [row.bigint(), row.bytes()] as const,
  );
  expect(rows.map(([n]) => n)).toEqual(Array.from({ length: 2_000 }, (_, index) => BigInt(index + 1)));
  expect(rows.filter(([n, bytes]) => bytes.toString() !== String(n).repeat(1_000))).toEqual([]);
});

test('a failure rejects, also between rows, and the next query gets a connection', async () => {
  await expect(numbers('select nothing from nowhere')).rejects.toThrow('relation "nowhere" does not exist');
  await expect(numbers('select 1000 / (500 - n) from generate_series(1::bigint, 1000) n')).rejects.toThrow(
    'division by zero',
  );
  await expect(
    numbers('select n from generate_series(1::bigint, 3) n, pg_terminate_backend(pg_backend_pid())'),
  ).rejects.toSatisfy(isDatabaseAway);
  await expect(numbers('select 1::bigint from pg_sleep(30)')).rejects.toSatisfy(isDatabaseAway);
  await expect(numbers('select 1')).rejects.toThrow(RangeError);
  expect(await numbers('select 7::bigint')).toEqual([7n]);
});

test('a broken connection rejects the query that waits for rows and does not end the process', async () => {
  const sockets: Socket[] = [];
  const target = new URL(database.url);
  const between = createServer((socket) => {
    const server = connect(Number(target.port), target.hostname);
    sockets.push(socket, server);
    for (const one of [socket, server]) one.on('error', () => {});
    socket.pipe(server).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const url = new URL(target);
  url.port = String((between.address() as AddressInfo).port);
  const through = new Pool({ connectionString: url.href, max: 1 });
  through.on('error', () => {});
  try {
    const taken = (row: CopiedRow): bigint => {
      for (const socket of sockets) socket.resetAndDestroy();
      return row.bigint();
    };
    await expect(
      copyRows(through, `select n, repeat('x', 10000) from generate_series(1::bigint, 1000) n`, taken),
    ).rejects.toSatisfy(isDatabaseAway);
    expect(await copyRows(through, 'select 1::bigint', (row) => row.bigint())).toEqual([1n]);
  } finally {
    await through.end();
    between.close();
  }
});
