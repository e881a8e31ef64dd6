import { describe, test } from 'vitest';
import { defaultPriorityTable, type PriorityTable } from '../priority/table.ts';
import type { ViewFilter } from '../priority/views.ts';
import { by, people } from '../testing/people.ts';
import { specificationOf } from '../testing/specification.ts';
import { limits } from '../values/codes.ts';
import { addView, changeView, removeView, setPriorityTable } from './decide-ward.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { adminJoined, created } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, physician, teamAdmin, outsider } = people;
const team = [created, adminJoined];

describe('the table of priority', () => {
  const write = (changed: Partial<PriorityTable>, knownTags: string[] = []) => ({
    teamId: 'team-1',
    table: { ...defaultPriorityTable, ...changed },
    knownTags,
  });
  const stored = ({ highAlertTags, antibioticTags, ...table }: PriorityTable): TeamEvent => ({
    type: 'TeamPriorityTableSet',
    data: { ...table, highAlertTags: [...highAlertTags], antibioticTags: [...antibioticTags] },
  });
  test("is written by the team's admin, once", () => {
    given(...team)
      .when(setPriorityTable, by(teamAdmin, write({ most: 40 })))
      .then(stored({ ...defaultPriorityTable, most: 40 }));
    given(...team)
      .when(setPriorityTable, by(pharmacist, write({ most: 40 })))
      .thenRejected('forbidden', 'Not allowed');
    given(...team)
      .when(setPriorityTable, by(teamAdmin, write({})))
      .thenNothing();
  });
  test('has tags of the catalogue, and may keep those that it has', () => {
    given(...team)
      .when(setPriorityTable, by(teamAdmin, write({ highAlertTags: ['Opioid'] }, ['opioid'])))
      .then(stored({ ...defaultPriorityTable, highAlertTags: ['Opioid'] }));
    given(...team)
      .when(setPriorityTable, by(teamAdmin, write({ antibioticTags: ['antiviral'] })))
      .thenInvalid('antibioticTags', 'This class of drugs is not known');
  });
  test('conflicts with a newer one', () =>
    given(...team, stored({ ...defaultPriorityTable, most: 40 }))
      .when(setPriorityTable, by(teamAdmin, write({ most: 50 }), { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'priorityTable', id: 'team-1' }, changedBy: 'another-user' }));
});

describe('a view', () => {
  const filter: ViewFilter = { reasons: [], taken: 'any', deferred: 'shown', antimicrobials: true, reviewed: 'any' };
  const view = (viewId: string, name: string) => ({ viewId, name, filter });
  const saved = (viewId: string, name: string): TeamEvent => ({ type: 'TeamViewSaved', data: view(viewId, name) });
  test('is saved, changed and deleted by clinical pharmacists of the team and its admin', () => {
    for (const actor of [pharmacist, teamAdmin]) {
      given(...team)
        .when(addView, by(actor, view('v1', 'Round')))
        .then(saved('v1', 'Round'));
      given(...team, saved('v1', 'Round'))
        .when(changeView, by(actor, view('v1', 'Evening')))
        .then(saved('v1', 'Evening'));
      given(...team, saved('v1', 'Round'))
        .when(removeView, by(actor, { viewId: 'v1' }))
        .then({ type: 'TeamViewRemoved', data: { viewId: 'v1' } });
    }
    for (const actor of [physician, outsider])
      given(...team, saved('v1', 'Round'))
        .when(removeView, by(actor, { viewId: 'v1' }))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('has a name of its own, in any spelling', () => {
    for (const name of ['round', 'ROUND'])
      given(...team, saved('v1', 'Round'))
        .when(addView, by(pharmacist, view('v2', name)))
        .thenRejected('conflict', 'The team has a view with this name already');
    given(...team, saved('v1', 'Round'))
      .when(changeView, by(pharmacist, view('v1', 'ROUND')))
      .then(saved('v1', 'ROUND'));
  });
  test('is one of 30 at most', () =>
    given(...team, ...Array.from({ length: limits.viewsPerTeam }, (_, nth) => saved(`v${nth}`, `Round ${nth}`)))
      .when(addView, by(pharmacist, view('one-more', 'Round')))
      .thenRejected('conflict', 'At most 30 views a team'));
  test('that is gone is not found', () =>
    given(...team)
      .when(changeView, by(pharmacist, view('v1', 'Round')))
      .thenRejected('notFound', 'Not found'));
});
