import { describe, expect, test } from 'vitest';
import type { Actor } from '../command.ts';
import { addDays } from '../values/calendar-date.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import { admitted, discharged } from './chart.testdata.ts';
import {
  clearReviewLevel,
  deferPatient,
  endDeferral,
  markReviewLevel,
  releasePatient,
  takePatient,
} from './decide-ward.ts';
import type { AdmissionEvent } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;
const event = (one: AdmissionEvent): AdmissionEvent => one;
const taken = (person: Actor = pharmacist, day = today) =>
  madeBy(person, event({ type: 'PatientTaken', data: { day } }));
const until = addDays(today, 3);
const deferral = { until, reason: 'Stable' };
const deferred = event({ type: 'PatientDeferred', data: deferral });
const commands = [
  [takePatient, {}],
  [releasePatient, {}],
  [deferPatient, deferral],
  [endDeferral, {}],
  [markReviewLevel, { level: 'full' }],
  [clearReviewLevel, {}],
] as const;
type Decide = Parameters<ReturnType<typeof given>['when']>[0];
const notAnInpatient = 'This patient is discharged, and is not on the list any more';

test('the marks are those of clinical pharmacists of the team', () => {
  for (const [decide, payload] of commands)
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted, taken(actor), deferred)
        .when(decide as Decide, by(actor, payload))
        .thenRejected('forbidden', 'Not allowed');
});

test('a discharged patient gets no new marks, and loses those that are there', () => {
  for (const [decide, payload] of [commands[0], commands[2], commands[4]])
    given(admitted, discharged)
      .when(decide as Decide, by(pharmacist, payload))
      .thenRejected('conflict', notAnInpatient);
  given(admitted, deferred, discharged).when(endDeferral, by(pharmacist, {})).then({ type: 'DeferralEnded', data: {} });
});

describe('a patient', () => {
  test('is taken once a day by a person, and by several people', () => {
    given(admitted)
      .when(takePatient, by(pharmacist, {}))
      .then({ type: 'PatientTaken', data: { day: today } });
    given(admitted, taken()).when(takePatient, by(pharmacist, {})).thenNothing();
    given(admitted, taken(pharmacist, addDays(today, -1)))
      .when(takePatient, by(pharmacist, {}))
      .then({ type: 'PatientTaken', data: { day: today } });
    const { state } = given(admitted, taken(outsider, addDays(today, -1)), taken(), taken(teammate));
    expect(state).toMatchObject({
      taken: [
        { userId: pharmacist.id, day: today },
        { userId: teammate.id, day: today },
      ],
    });
  });
  test('is released by the person who took them alone', () => {
    given(admitted, taken())
      .when(releasePatient, by(pharmacist, {}))
      .then({ type: 'PatientReleased', data: { day: today } });
    given(admitted, taken()).when(releasePatient, by(teammate, {})).thenNothing();
  });
  test('is deferred from tomorrow to 90 days ahead, once', () => {
    given(admitted).when(deferPatient, by(pharmacist, deferral)).then(deferred);
    given(admitted, deferred).when(deferPatient, by(teammate, deferral)).thenNothing();
    for (const days of [-1, 0, 91])
      given(admitted)
        .when(deferPatient, by(pharmacist, { ...deferral, until: addDays(today, days) }))
        .thenInvalid('until', 'Choose a day after today and at most 90 days ahead');
  });
  test('has the level of today that was marked last, until it is taken back', () => {
    const marked = (level: 'quick' | 'full') => event({ type: 'ReviewLevelMarked', data: { day: today, level } });
    given(admitted, madeBy(pharmacist, marked('quick')))
      .when(markReviewLevel, by(pharmacist, { level: 'full' }))
      .then(marked('full'));
    given(admitted, madeBy(pharmacist, marked('full')))
      .when(markReviewLevel, by(pharmacist, { level: 'full' }))
      .thenNothing();
    given(admitted, madeBy(pharmacist, marked('full')))
      .when(clearReviewLevel, by(teammate, {}))
      .then({ type: 'ReviewLevelCleared', data: { day: today } });
    given(admitted, event({ type: 'ReviewLevelMarked', data: { day: addDays(today, -1), level: 'full' } }))
      .when(clearReviewLevel, by(pharmacist, {}))
      .thenNothing();
  });
  test('comes to the next team without marks', () => {
    const accepted = event({
      type: 'TransferAccepted',
      data: { offerId: 'offer-1', fromTeamId: 'team-1', toTeamId: 'team-2', transferDate: today },
    });
    const { state } = given(admitted, taken(), deferred, accepted);
    expect(state).toMatchObject({ taken: [], deferral: undefined, reviewLevel: undefined });
  });
});
