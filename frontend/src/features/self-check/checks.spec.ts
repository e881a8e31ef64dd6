import { expect, test } from 'vitest';
import { partsAway, serverFindings } from './checks.ts';
import { checkText } from './messages.ts';

const { checks: text } = checkText;
const states = (answer: Parameters<typeof serverFindings>[0]) =>
  serverFindings(answer).map(({ name, state }) => [name, state]);

test('a quick server with all its parts and the same clock is good', () => {
  expect(states({ took: 12, ahead: 0, away: [] })).toEqual([
    [text.server.name, 'good'],
    [text.ready.name, 'good'],
    [text.clock.name, 'good'],
  ]);
});
test('what is wrong is named', () => {
  expect(serverFindings({ took: 2_000, ahead: -63, away: ['projections'] }).map(({ words }) => words)).toEqual([
    'Answers in 2000 ms: slow. What you save takes its time.',
    'Not all of them: projections.',
    'Is 63 minutes behind the server’s. “Today” would be wrong around midnight: have it set.',
  ]);
});
test('a server that does not answer says nothing else', () =>
  expect(states({ took: undefined, ahead: 0, away: [] })).toEqual([[text.server.name, 'bad']]));
test('the parts that are away are read from the readiness', () => {
  expect(partsAway({ ready: false, checks: { 'command-api': { ok: true }, projections: { ok: false } } })).toEqual([
    'projections',
  ]);
  expect([undefined, 'no', {}, { checks: null }].flatMap(partsAway)).toEqual([]);
});
