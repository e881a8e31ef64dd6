import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { calls } from './calls/calls.ts';
import { entitySchemas, type JsonSchema } from './entities.ts';
import { nameOf, openApi, ownSchemas } from './openapi.ts';
import { everyCall, tables } from './tables.ts';

/** Compiles the contract's sources, which takes a second or two, and more on a busy machine. */
let entities: Record<string, JsonSchema>;
beforeAll(() => {
  entities = entitySchemas();
}, 60_000);

test('every route of both tables is described, and nothing else', () => {
  expect(Object.keys(calls).sort()).toEqual(everyCall.map(nameOf).sort());
});

test('a call is described as open exactly where it needs no token', () => {
  const withRight = tables.filter(({ open }) => open !== undefined);
  for (const route of withRight)
    expect([nameOf(route), calls[nameOf(route)]?.who === 'everybody']).toEqual([nameOf(route), route.open]);
});

test('every answer is a type of the contract', () => {
  const known = new Set([...Object.keys(entities), ...Object.keys(ownSchemas), 'object']);
  expect(
    Object.values(calls)
      .flatMap(({ answers }) => answers.replace(/\[\]$/, '').split(' | '))
      .filter((name) => name !== '' && !name.includes('/') && !known.has(name)),
  ).toEqual([]);
});

test('the document is valid OpenAPI 3.1 and equals the served one (run with -u after a change)', async () => {
  const document = `${JSON.stringify(openApi(everyCall, calls, entities), null, 1)}\n`;
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  await expect(document).toMatchFileSnapshot('../../query-api/data/openapi.json');
}, 60_000);
