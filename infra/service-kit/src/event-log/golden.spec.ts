import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { schemaVersionOf, upcast } from './upcast.ts';
import { eventTables, knownTypes, schemaOf } from './vocabulary.ts';

/**
 * `golden/<aggregate>/<Type>.v<version>.json` is a payload of that version. Files are added, never changed: logs hold
 * such payloads.
 */
const folder = new URL('golden/', import.meta.url);
const pathOf = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => [path.basename(file), file]),
);
const files = [...pathOf.keys()];
const everyVersion = knownTypes.flatMap((type) =>
  Array.from({ length: schemaVersionOf(type) }, (_, index) => ({
    type,
    version: index + 1,
    file: `${type}.v${index + 1}.json`,
  })),
);

test.each(everyVersion)('$type of version $version is still understood', ({ type, version, file }) => {
  expect(files, `${type} needs a golden file ${file}`).toContain(file);
  const written: unknown = JSON.parse(readFileSync(new URL(pathOf.get(file) ?? '', folder), 'utf8'));
  const newest = upcast(type, version, z.record(z.string(), z.unknown()).parse(written));
  const read = schemaOf(type)?.safeParse(newest);
  expect(read?.error?.issues).toBeUndefined();
  // A file of the newest version has the whole payload, without other members.
  if (version === schemaVersionOf(type)) expect(read?.data).toEqual(written);
});

test('every golden file belongs to a type and version that this program knows', () => {
  expect(files.toSorted()).toEqual(everyVersion.map(({ file }) => file).toSorted());
});

test('no two aggregates use the same name for an event', () => {
  const names = eventTables.flatMap((table) => Object.keys(table));
  expect(names).toEqual([...new Set(names)]);
});
