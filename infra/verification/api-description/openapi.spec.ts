import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { calls, nameOf } from './calls.ts';
import { entitySchemas, type JsonSchema } from './entities.ts';
import { openApi, ownSchemas } from './openapi.ts';
import { everyCall, tables } from './tables.ts';

/** Compiles the contract's sources, which takes a second or two, and more on a busy machine. */
let entities: Record<string, JsonSchema>;
beforeAll(() => {
  entities = entitySchemas();
}, 60_000);

test('every call has a sentence', () => {
  expect(Object.entries(calls).flatMap(([name, { what }]) => (what === '' ? [name] : []))).toEqual([]);
});

test('a call is described as open exactly where it needs no token', () => {
  for (const { isOpen = false, ...route } of tables)
    expect([nameOf(route), calls[nameOf(route)]?.who === 'everybody']).toEqual([nameOf(route), isOpen]);
});

/** An address as a browser sends it. `an-id` is no part of another path. */
const addressOf = (path: string): string => path.replaceAll(/:\w+/g, 'an-id');
const fits = (pattern: string, address: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(address);

test('no route hides a later one: each address is answered by its own', () => {
  for (const { method, path } of tables) {
    const first = tables.find((other) => other.method === method && fits(other.path, addressOf(path)));
    expect([method, first?.path]).toEqual([method, path]);
  }
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
  await expect(document).toMatchFileSnapshot('../../../query-api/data/openapi.json');
}, 60_000);
