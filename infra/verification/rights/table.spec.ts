import { type AppParts as CommandParts, createApp as commandApp } from 'command-api/http/app';
import { createLogger } from 'service-kit/process/logger';
import { type AppParts as QueryParts, createApp as queryApp } from 'query-api/http/app';
import { expect, test } from 'vitest';
import type { Who } from 'language/contract/calls/call';
import { calls } from '../api-description/calls.ts';
import { page } from './page.ts';
import { type Role, roleNames, type Row, rows } from './table.ts';

interface Routed {
  readonly router?: { readonly stack: readonly { readonly path: string; readonly methods: readonly string[] }[] };
}

/** Built without dependencies, to list their routes. */
const logger = createLogger('rights', 'silent');
const apps = [
  commandApp({
    dependencies: {} as CommandParts['dependencies'],
    ready: async () => ({ ready: true, checks: {} }),
    logger,
  }),
  queryApp({
    dependencies: {} as QueryParts['dependencies'],
    isSchemaReady: async () => true,
    logIdentity: { current: () => undefined },
    onForeignPage: () => undefined,
    ready: async () => ({ ready: true, checks: {} }),
    logger,
  }),
];
/** The routes of both services, as their routers list them. */
const routes = apps
  .flatMap(({ middleware }) => middleware.flatMap((each) => (each as Routed).router?.stack ?? []))
  .flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path.replaceAll(/:\w+/g, '*')}`),
  );

const patternOf = ({ method, path }: Row): string =>
  `${method} ${path
    .replace(/\?.*/, '')
    .replace(/(.)\/$/, '$1')
    .replaceAll(/\{[^}]+\}/g, '*')}`;
const overHttp = rows.filter(({ method }) => method !== 'SOCKET');

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

test('every route has a row, and every row a route', () => {
  expect(routes.length).toBeGreaterThan(80);
  expect(sorted(overHttp.map(patternOf))).toEqual(sorted(routes));
});

test('every message of a live connection has a row', () => {
  expect(rows.filter(({ method }) => method === 'SOCKET').map(({ path }) => path.split(' ')[0])).toEqual([
    'connect',
    'watch',
    'watch',
    'presence:touch',
    'seen',
  ]);
});

test('every row has a status for each role, and words of its own', () => {
  for (const { words, expected, ended } of rows)
    for (const status of [...Object.values(expected), ended])
      expect([words, [200, 201, 400, 401, 403, 404, 409]]).toEqual([words, expect.arrayContaining([status])]);
  for (const { expected } of rows) expect(Object.keys(expected)).toEqual([...roleNames]);
  expect(sorted(rows.map(({ words }) => words))).toHaveLength(rows.length);
});

/** The admin account is one of the two people of an erasure, also outside the team. */
const answersErasures = new Set([
  'See what an erasure of a patient ends',
  'Refuse an erasure that was not asked for',
  'Agree to an erasure that was not asked for',
]);

test('outside a team its things are 404 and never 403, and the header of another team is refused', () => {
  const ofTeam = overHttp.filter(({ expected }) => expected.stranger === 404 && expected.teamAdmin !== 404);
  expect(ofTeam.length).toBeGreaterThan(50);
  for (const { words, expected, otherTeam } of ofTeam) {
    const outside = { visitor: 401, stranger: 404, removed: 404, disabled: 404 };
    // The admin account has a right in a team where the table says so, and else sees none.
    const hasRight = answersErasures.has(words) || expected.adminAccount < 300;
    const adminAccount = hasRight ? expected.adminAccount : 404;
    expect({ words, otherTeam, ...expected }).toMatchObject({ words, otherTeam: 403, ...outside, adminAccount });
  }
});

const IMPORTERS = 'clinical pharmacists of the team, and for the catalogue the admin account';
const DELETERS = "those who may delete it, and the team's admin";
/** The allowed people, in the words of the API description. Undefined if no role is allowed, or not in this state. */
function whoMay({ expected }: Row): readonly Who[] | undefined {
  const may = (role: Role): boolean => expected[role] < 300;
  if (may('visitor')) return ['everybody'];
  if (may('stranger')) return ['anyone signed in', 'the person themself'];
  if (may('adminAccount')) {
    if (may('reader')) return ['members of the team and the admin account'];
    return may('teamAdmin') ? ["the team's admin and the admin account"] : ['the admin account', IMPORTERS];
  }
  if (may('pharmacist')) {
    if (may('reader')) return ['members of the team'];
    if (may('physician')) return ['clinical pharmacists and physicians of the team'];
    return [
      'clinical pharmacists of the team',
      "clinical pharmacists of the team and the team's admin",
      IMPORTERS,
      DELETERS,
    ];
  }
  if (may('physician')) return ['physicians of the team'];
  if (may('author')) return [may('teamAdmin') ? DELETERS : 'the author'];
  if (may('auditor')) return ["the team's admin and its auditors"];
  return may('teamAdmin') ? ["the team's admin"] : undefined;
}

test('the API description names the people whom the table allows each call', () => {
  const described = new Map(Object.entries(calls).map(([name, { who }]) => [name.replaceAll(/:\w+/g, '*'), who]));
  const differing = overHttp.filter((row) => {
    const who = described.get(patternOf(row));
    return who !== undefined && whoMay(row)?.includes(who) === false;
  });
  expect(differing.map(({ words }) => words)).toEqual([]);
});

test('the page docs/rights.md is the table: after a change of the table run this spec with -u', () =>
  expect(page()).toMatchFileSnapshot('../../../docs/rights.md'));
