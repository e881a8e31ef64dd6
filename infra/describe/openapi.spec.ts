import { Validator } from '@seriousme/openapi-schema-validator';
import { routes as commands } from 'command-api/http/app';
import { routes as reads } from 'query-api/http/app';
import { expect, test } from 'vitest';
import { calls, outsideTheTables } from './about.ts';
import { entitySchemas } from './entities.ts';
import { type Described, nameOf, openApi, ownSchemas } from './openapi.ts';

const operations: Described[] = outsideTheTables.map((name) => ({ method: 'get', path: name.slice('GET '.length) }));
const tables: Described[] = [...commands, ...reads.map((route) => ({ ...route, method: 'get' }))];
const routes = [...tables, ...operations].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));

test('every route of both tables is described, and nothing else is', () => {
  expect(Object.keys(calls).sort()).toEqual(routes.map(nameOf).sort());
});

test('a call is said to be for everybody exactly where it needs no token', () => {
  const openByTable = [...reads.map(({ path, open }) => ({ method: 'get', path, open })), ...commands].filter(({ open }) => open !== undefined);
  for (const route of openByTable) expect([nameOf(route), calls[nameOf(route)]?.who === 'everybody']).toEqual([nameOf(route), route.open]);
});

test('what is answered is a type of the contract', () => {
  const known = new Set([...Object.keys(entitySchemas()), ...Object.keys(ownSchemas), 'object']);
  expect(Object.values(calls).map(({ answers }) => answers.replace(/\[\]$/, '')).filter((name) => !name.includes('/') && !known.has(name))).toEqual([]);
});

test('the document is OpenAPI 3.1, and the one that is served: after a change of a route or a type run this spec with -u', async () => {
  const document = `${JSON.stringify(openApi(routes, calls, entitySchemas()), null, 1)}\n`;
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  await expect(document).toMatchFileSnapshot('../../query-api/data/openapi.json');
});
