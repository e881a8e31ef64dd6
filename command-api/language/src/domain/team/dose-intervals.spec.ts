import { expect, test } from 'vitest';
import { by, people } from '../testing/people.ts';
import { specificationOf } from '../testing/specification.ts';
import { editTeam } from './decide.ts';
import { type DoseIntervals, intervalsFor } from './dose-intervals.ts';
import { evolve, initial } from './state.ts';
import { adminJoined, created } from './team.testdata.ts';

const row = (drug: string, crclFrom: number, crclBelow: number | null) => ({
  drug,
  drugLabel: drug,
  crclFrom,
  crclBelow,
  mgPerKg: 5,
  everyHours: 36,
});
const table: DoseIntervals = {
  source: 'Protocol of the unit',
  rows: [row('gentamicin', 40, 60), row('gentamicin', 60, null), row('amikacin', 40, 60)],
};

test.each([
  [39.9, []],
  [40, [0]],
  [59.9, [0]],
  [60, [1]],
  [200, [1]],
])('a clearance of %d has the rows %j of the drug', (crcl, rows) =>
  expect(intervalsFor(table, new Set(['gentamicin']), crcl)).toEqual(rows.map((at) => table.rows[at])),
);

test("the team's admin writes the table, once", () => {
  const teamId = 't1';
  const given = specificationOf({ initial, evolve });
  given(created, adminJoined)
    .when(editTeam, by(people.teamAdmin, { teamId, doseIntervals: table }))
    .then({ type: 'TeamDoseIntervalsSet', data: { source: table.source, rows: [...table.rows] } });
  given(created, adminJoined)
    .when(editTeam, by(people.pharmacist, { teamId, doseIntervals: table }))
    .thenRejected('forbidden', 'Not allowed');
});
