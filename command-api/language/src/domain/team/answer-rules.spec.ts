import { expect, test } from 'vitest';
import { by, people } from '../testing/people.ts';
import { specificationOf } from '../testing/specification.ts';
import { AnswerRules } from '../../contract/bodies/teams.ts';
import { firstAnswerRules, severityGroupOf } from './answer-rules.ts';
import { setAnswerRules } from './decide-answer-rules.ts';
import { evolve, initial } from './state.ts';
import { adminJoined, created } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const rules = { ...firstAnswerRules, refusalReasons: ['Benefit outweighs risk'] };

test('the rules are set by the admin, and equal ones write nothing', () => {
  given(created, adminJoined)
    .when(setAnswerRules, by(people.teamAdmin, { teamId: 't', rules }))
    .then({ type: 'TeamAnswerRulesSet', data: rules });
  given(created)
    .when(setAnswerRules, by(people.teamAdmin, { teamId: 't', rules: firstAnswerRules }))
    .thenNothing();
  given(created)
    .when(setAnswerRules, by(people.teammate, { teamId: 't', rules }))
    .thenRejected('forbidden', 'Not allowed');
});

test('each severity has one clock', () =>
  expect([...'ABCDEFGHI'].map((one) => severityGroupOf(one as 'A'))).toEqual('AB AB CD CD EF EF GI GI GI'.split(' ')));

test.each([
  [{}, true],
  [{ quietUntil: '' }, false],
  [{ quietFrom: '', quietUntil: '' }, true],
  [{ refusalReasons: [''] }, false],
  [
    { ladder: { ...rules.ladder, GI: { remindAfterMinutes: 60, nextAfterMinutes: 60, adminAfterMinutes: null } } },
    false,
  ],
  [
    { ladder: { ...rules.ladder, GI: { remindAfterMinutes: 60, nextAfterMinutes: null, adminAfterMinutes: 30 } } },
    false,
  ],
  [
    { ladder: { ...rules.ladder, GI: { remindAfterMinutes: null, nextAfterMinutes: null, adminAfterMinutes: 30 } } },
    true,
  ],
])('rules that differ by %j are possible: %s', (differing, isPossible) =>
  expect(AnswerRules.safeParse({ ...rules, ...differing }).success).toBe(isPossible),
);
