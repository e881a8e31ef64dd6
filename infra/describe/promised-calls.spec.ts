import { expect, test } from 'vitest';
import { otherCalls, type Promised, screenCalls } from './promised-calls.testdata.ts';
import { schemaOf } from './openapi.ts';
import { type Call, everyCall, tables } from './tables.ts';

const shape = (path: string): string => path.replace(/\/$/, '').replaceAll(/\{\w+\}|:\w+/g, '{}');
/** An address as a browser sends it. `an-id` is no part of another path. */
const addressOf = (path: string): string => path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, 'an-id');
const fits = (pattern: string, address: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(address);
/** The route of the router for this address: the first that fits, in the order of the table of its method. */
const answering = (method: string, path: string): Call | undefined =>
  [...tables, ...everyCall].find((route) => route.method.toUpperCase() === method && fits(route.path, addressOf(path)));

const namesIn = (schema: Call['body']): string[] => {
  const { properties = {}, anyOf = [] } = (schema ? schemaOf(schema) : {}) as {
    properties?: object;
    anyOf?: { properties?: object }[];
  };
  return [...Object.keys(properties), ...anyOf.flatMap((one) => Object.keys(one.properties ?? {}))];
};

/** The missing route, fields and parameters of a promised call. */
function broken({ call, body = [], query = [] }: Promised, calls: readonly Call[] = everyCall): string[] {
  const [method = '', path = ''] = call.split(' ');
  const route = calls.find((one) => one.method.toUpperCase() === method && shape(one.path) === shape(path));
  if (!route) return [`${call} is missing`];
  const missing = (names: readonly string[], taken: readonly string[], where: string) =>
    names.filter((name) => !taken.includes(name)).map((name) => `${call} takes no ${name} in its ${where}`);
  const inBody = method === 'DELETE' ? [] : missing(body, namesIn(route.body), 'body');
  return [...inBody, ...missing(query, namesIn(route.input), 'address')];
}

test.each([...screenCalls, ...otherCalls])('there is $call', (promised) => expect(broken(promised)).toEqual([]));

test('no route hides a promised one', () => {
  for (const { call } of [...screenCalls, ...otherCalls]) {
    const [method = '', path = ''] = call.split(' ');
    expect([call, shape(answering(method, path)?.path ?? '')]).toEqual([call, shape(path)]);
  }
});

test('a missing call and a missing field are found', () => {
  const withoutLogin = everyCall.filter(({ path }) => path !== '/api/users/login');
  expect(screenCalls.flatMap((promised) => broken(promised, withoutLogin))).toEqual([
    'POST /api/users/login is missing',
  ]);
  expect(broken({ call: 'POST /api/tags', body: ['label', 'colour'] })).toEqual([
    'POST /api/tags takes no colour in its body',
  ]);
  expect(broken({ call: 'GET /api/drugs/errtemps', query: ['age'] })).toEqual([
    'GET /api/drugs/errtemps takes no age in its address',
  ]);
});
