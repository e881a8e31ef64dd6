/** Every call of the product: the route tables of both APIs, and the calls outside them. */
import { routes as commands, ownBodyRoutes } from 'command-api/http/app';
import { routes as reads } from 'query-api/http/app';
import { outsideTheTables } from './calls/calls.ts';
import type { Described } from './openapi.ts';

export interface Call extends Described {
  readonly open?: boolean | undefined;
}
/** In the order of the routers. */
export const tables: readonly Call[] = [
  ...ownBodyRoutes,
  ...commands,
  ...reads.map((route) => ({ ...route, method: 'get' })),
];
export const everyCall: readonly Call[] = [
  ...tables,
  ...outsideTheTables.map((name) => ({ method: 'get', path: name.slice('GET '.length) })),
].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
