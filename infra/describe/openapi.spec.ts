import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { calls } from './about.ts';
import { entitySchemas, type JsonSchema } from './entities.ts';
import { nameOf, openApi, ownSchemas } from './openapi.ts';
import { everyCall, tables } from './tables.ts';

/** Reads the contract's sources with a compiler: a second or two, and more on a busy machine. */
let entities: Record<string, JsonSchema>;
beforeAll(() => {
  entities = entitySchemas();
}, 60_000);

test('every route of both tables is described, and nothing else is', () => {
  expect(Object.keys(calls).sort()).toEqual(everyCall.map(nameOf).sort());
});

test('a call is said to be for everybody exactly where it needs no token', () => {
  const saidByTable = tables.filter(({ open }) => open !== undefined);
  for (const route of saidByTable)
    expect([nameOf(route), calls[nameOf(route)]?.who === 'everybody']).toEqual([nameOf(route), route.open]);
});

test('what is answered is a type of the contract', () => {
  const known = new Set([...Object.keys(entities), ...Object.keys(ownSchemas), 'object']);
  expect(
    Object.values(calls)
      .flatMap(({ answers }) => answers.replace(/\[\]$/, '').split(' | '))
      .filter((name) => !name.includes('/') && !known.has(name)),
  ).toEqual([]);
});

test('the document is OpenAPI 3.1, and the one that is served: after a change of a route or a type run this spec with -u', async () => {
  const document = `${JSON.stringify(openApi(everyCall, calls, entities), null, 1)}\n`;
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  await expect(document).toMatchFileSnapshot('../../query-api/data/openapi.json');
}, 60_000);
