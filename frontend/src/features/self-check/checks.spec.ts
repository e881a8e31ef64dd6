import { expect, test } from 'vitest';
import { missingServices, serverFindings } from './checks.ts';
import { translate } from '../../platform/language/language.ts';

const states = (answer: Parameters<typeof serverFindings>[0]) =>
  serverFindings(answer).map(({ name, state }) => [name, state]);

test('a fast server with all its services and the same clock has only good findings', () => {
  expect(states({ responseMs: 12, clockAheadMin: 0, missing: [] })).toEqual([
    ['check.checks.server.name', 'good'],
    ['check.checks.ready.name', 'good'],
    ['check.checks.clock.name', 'good'],
  ]);
});
test('each problem has a sentence that names it', () => {
  expect(
    serverFindings({ responseMs: 2_000, clockAheadMin: -63, missing: ['projections'] }).map(({ words, values }) =>
      translate(words, values),
    ),
  ).toEqual([
    'The server answers in 2000 ms: slow. Saving will be slow.',
    'These parts do not work: projections.',
    'Is 63 minutes behind the server’s. “Today” would be wrong around midnight: have it set.',
  ]);
});
test('a server that does not answer has one finding', () =>
  expect(states({ responseMs: undefined, clockAheadMin: 0, missing: [] })).toEqual([
    ['check.checks.server.name', 'bad'],
  ]));
test('the missing services are read from the readiness answer', () => {
  expect(
    missingServices({ ready: false, checks: { 'command-api': { ok: true }, projections: { ok: false } } }),
  ).toEqual(['projections']);
  expect([undefined, 'no', {}, { checks: null }].flatMap(missingServices)).toEqual([]);
});
