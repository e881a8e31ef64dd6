import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRows } from './copy-rows.ts';
import { bigint, boolean, instant, json, nullable, rating, table, text, texts } from '../read-models/table.ts';
import { startTestEnvironment, type TestEnvironment } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const copied = table(
  'copied',
  {
    id: bigint,
    name: nullable(text),
    list: texts,
    content: json<object>(),
    is_set: boolean,
    rating: nullable(rating),
    since: instant,
  },
  ['id'],
  { owner: { column: 'id', holds: 'id' } },
);
const row = {
  id: '9007199254740993',
  name: 'tab\t, line\r\n, back\\slash, \\N, منى',
  list: ['a "quoted" one', String.raw`a\b`, '', 'null', '{,}', 'line\n'],
  content: [{ 'a\tb': 'c\\d"\n', n: 1.5, nothing: null }],
  is_set: true,
  rating: 2.5,
  since: '-infinity',
};

test('copied rows have the given values, with any characters', async () => {
  const { pool } = environment;
  await pool.query(
    `create table copied (id bigint, name text, list text[], content jsonb, is_set boolean, rating numeric(2,1),
                          since timestamptz)`,
  );
  const client = await pool.connect();
  try {
    await copyRows(client, copied, [row, { ...row, id: '2', name: null, list: [], rating: null }]);
    await copyRows(client, copied, []);
    // One half of a surrogate pair is not UTF-8.
    await copyRows(client, copied, [{ ...row, id: '3', name: '\ud83d', content: ['\ud83d'] }]);
  } finally {
    client.release();
  }
  const rows = await environment.rows<{ row: object }>('select to_jsonb(c) as row from copied c order by id desc');
  expect(rows.map((one) => one.row)).toMatchObject([
    { ...row, id: Number(row.id) },
    { id: 3, name: '\ufffd', content: ['\ufffd'] },
    { id: 2, name: null, list: [], rating: null },
  ]);
});

test('a value that Postgres refuses is an error, and the connection works on', async () => {
  const client = await environment.pool.connect();
  try {
    await expect(copyRows(client, copied, [{ ...row, since: 'some day' }])).rejects.toThrow('invalid input syntax');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    client.release();
  }
});
