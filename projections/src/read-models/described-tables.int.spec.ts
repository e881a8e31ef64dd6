import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesWithPast } from '../schema/past.ts';
import { type TestEnvironment, startTestEnvironment } from '../testing.ts';
import { readModels } from './all.ts';
import type { Table } from './table.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const streams = ['user-1', 'team-1', 'patient-1', 'admission-1', 'catalogue', 'drug-1', 'access-t-2026-03'];
const described: readonly Table[] = [
  ...new Set(
    Object.values(readModels).flatMap((projection) =>
      streams.flatMap((stream) => projection.tablesOf(stream).flatMap((one) => [one, ...(one.past ? [one.past] : [])])),
    ),
  ),
];

const catalogueOf = async (table: string) =>
  Object.fromEntries(
    (
      await environment.rows<{ name: string; type: string; is_nullable: boolean }>(
        /* sql */ `
        select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as is_nullable
        from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
    ).map(({ name, type, is_nullable: isNullable }) => [name, { type, isNullable }]),
  );
const spelled: Readonly<Record<string, string>> = {
  'char(1)': 'character(1)',
  int: 'integer',
  timestamptz: 'timestamp with time zone',
};

test.each(described.map((table) => [table.name, table] as const))(
  'the description of %s has the columns, types and key of the table',
  async (name, table) => {
    const columns = Object.entries(table.columns).map(([column, { type, isNullable }]) => [
      column,
      { type: spelled[type] ?? type, isNullable },
    ]);
    expect(Object.fromEntries(columns)).toEqual(await catalogueOf(name));
    const key = await environment.rows<{ name: string }>(
      /* sql */ `
      select a.attname as name
      from pg_index i
      cross join lateral unnest(i.indkey) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = $1::regclass and i.indisprimary
      order by k.place`,
      [name],
    );
    expect(key.map((column) => column.name)).toEqual(table.key);
    const [owner] = 'column' in table.owner ? [table.owner.column] : [table.key[0] ?? 'until'];
    expect(Object.keys(table.columns)).toContain(owner);
  },
);

test('every table that the migration makes for read models is described', async () => {
  const rows = await environment.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'read_v1'::regnamespace and relkind = 'r'`,
  );
  // Progress and changes belong to no projection; the rows of `audited_patient` are shared by streams.
  const others = new Set([
    'audited_patient',
    'change',
    'dispatcher_position',
    'migration',
    'migration_lock',
    'parked_stream',
    'projection_checkpoint',
    'projection_version',
    'rebuild_note',
    'stream_head',
  ]);
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !others.has(name))
      .toSorted(),
  ).toEqual(described.map(({ name }) => name).toSorted());
});

test('the tables that keep past states are those of the schema', () => {
  expect(
    described
      .filter(({ past }) => past)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...tablesWithPast].toSorted());
});
