import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDatabase, ownDatabase, type OwnDatabase } from '../../own-database.ts';
import { migrateEventLog } from '../postgres/tables.ts';
import type { LoggedEvent } from '../event.ts';
import { insertEvents } from '../postgres/insert-events.ts';
import { PAGE_BYTES } from './page.ts';
import { Reader } from './reader.ts';

let database: OwnDatabase;
let pool: Pool;
let reader: Reader;
const sizes = [PAGE_BYTES / 2, PAGE_BYTES / 2, 10, 3 * PAGE_BYTES, 10, 10];
const events = sizes.map((size, index): LoggedEvent => ({
  id: randomUUID(),
  stream: 'a',
  revision: BigInt(index),
  position: BigInt(index + 1),
  type: 'Tested',
  isJson: false,
  data: Buffer.alloc(size),
  metadata: Buffer.alloc(0),
  created: 0,
}));

/** Names and bytes that look like separators. */
const odd = ['a,b', '"quoted"', 'back\\slash', 'line\nbreak', 'مريض، ٣', '{"json":[1]}', '\u0001'].map(
  (text, index): LoggedEvent => ({
    id: randomUUID(),
    stream: `odd ${text}`,
    revision: BigInt(index * 1_000_000_007),
    position: BigInt(sizes.length + index + 1),
    type: text,
    isJson: index % 2 === 0,
    data: Buffer.from(index === 2 ? '' : `\0\xff${text}`, 'latin1'),
    metadata: Buffer.from(index % 3 === 0 ? '' : text),
    created: 1_700_000_000_000 + index * 333,
  }),
);

beforeAll(async () => {
  database = await ownDatabase();
  await inDatabase(database.url, async (client) => {
    await migrateEventLog(client);
    await insertEvents(client, [...events, ...odd]);
  });
  pool = new Pool({ connectionString: database.url });
  reader = new Reader(pool);
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

test('events are read by addresses, a page at a time, in order and without the missing ones', async () => {
  const read = async (revisions: readonly number[]) => {
    const page = await reader.at(
      revisions.map((revision) => ({ stream: revision < 0 ? 'b' : 'a', revision: BigInt(revision) })),
    );
    return { revisions: page.events.map(({ revision }) => Number(revision)), answered: page.answered };
  };
  expect(await read([])).toEqual({ revisions: [], answered: 0 });
  expect(await read([5, 4, 99, -1, 2])).toEqual({ revisions: [5, 4, 2], answered: 5 });
  expect(await read([2, 0, 99, 1, 4, 5])).toEqual({ revisions: [2, 0, 1], answered: 4 });
  expect(await read([3, 4])).toEqual({ revisions: [3], answered: 1 });
  expect(await read([5, 5, 3, 5])).toEqual({ revisions: [5, 5, 3], answered: 3 });
});

test('a page has its events as they were written, with any names and bytes, in both directions', async () => {
  expect(await reader.all('forwards', odd[0]!.position)).toEqual(odd);
  expect(await reader.all('backwards', BigInt(sizes.length + odd.length + 1), odd.length)).toEqual(odd.toReversed());
  for (const event of odd)
    expect(
      await reader.stream(event.stream, 'forwards', 0n, 10, { from: 0n, since: Number.NEGATIVE_INFINITY }),
    ).toEqual([event]);
  expect(await reader.all('forwards', 1_000n)).toEqual([]);
});
