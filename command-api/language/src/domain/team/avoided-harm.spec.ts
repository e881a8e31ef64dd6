import { expect, test } from 'vitest';
import { by, people } from '../testing/people.ts';
import { specificationOf } from '../testing/specification.ts';
import { type AvoidedHarm, avoidedBy } from './avoided-harm.ts';
import { editTeam } from './decide.ts';
import { evolve, initial } from './state.ts';
import { adminJoined, created } from './team.testdata.ts';

const table: AvoidedHarm = {
  source: 'Protocol of the unit',
  currency: 'EGP',
  rows: [
    { severity: 'D', percent: 10, cost: 2_000 },
    { severity: 'E', percent: 40, cost: 0 },
  ],
};

test.each([
  ['D', 30, { harms: 3, cost: 6_000 }],
  ['D', 1, { harms: 0.1, cost: 200 }],
  ['E', 5, { harms: 2, cost: 0 }],
  // A severity that the team does not estimate is not an avoided harm of zero.
  ['F', 5, undefined],
  [null, 5, undefined],
] as const)('accepted errors of severity %s: %d avoid %j', (severity, accepted, avoided) =>
  expect(avoidedBy(table, severity, accepted)).toEqual(avoided),
);

test("the team's admin writes the table, once", () => {
  const teamId = 't1';
  const given = specificationOf({ initial, evolve });
  const data = { ...table, rows: [...table.rows] };
  given(created, adminJoined)
    .when(editTeam, by(people.teamAdmin, { teamId, avoidedHarm: table }))
    .then({ type: 'TeamAvoidedHarmSet', data });
  given(created, adminJoined)
    .when(editTeam, by(people.pharmacist, { teamId, avoidedHarm: table }))
    .thenRejected('forbidden', 'Not allowed');
});
