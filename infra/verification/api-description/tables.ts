/** Every call of the product: the route tables of both APIs, and the calls outside them. */
import type { Call } from 'language/contract/calls/call';
import { everyCall as callsOfTheContract } from 'language/contract/calls/every-call';
import { routes as commands, ownBodyRoutes } from 'command-api/http/app';
import { routes as reads } from 'query-api/http/app';
import { outsideTheTables } from './calls.ts';
import type { Described } from './openapi.ts';

const served = [...ownBodyRoutes, ...commands, ...reads];

type NameOf<Each extends Call> = Each extends Call ? `${Each['method']} ${Each['path']}` : never;
type Declared = NameOf<(typeof callsOfTheContract)[keyof typeof callsOfTheContract]>;
type Served = NameOf<(typeof served)[number]['call']>;
/** The types differ, with the name of the call, where a call has no route or a route no call. */
({}) as Record<Declared, true> satisfies Record<Served, true>;
({}) as Record<Served, true> satisfies Record<Declared, true>;

/** In the order of the routers. */
export const tables: readonly (Described & { isOpen?: boolean })[] = served.map(({ call, ...route }) => ({
  ...route,
  ...call,
}));
export const everyCall: readonly Described[] = [
  ...tables,
  ...outsideTheTables.map((name) => ({ method: 'GET' as const, path: name.slice('GET '.length) })),
].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
