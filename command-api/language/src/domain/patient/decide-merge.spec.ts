import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { correctPatient, deletePatient, registerAdmission, unregisterAdmission } from './decide.ts';
import { absorbPatient, mergePatient, separatePatient, undoMerge } from './decide-merge.ts';
import type { PatientEvent } from './events.ts';
import { evolve, initial, type Patient } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

const facts = {
  firstName: 'منة الله',
  middleName: 'أحمد',
  lastName: '',
  fourthName: '',
  birthdate: calendarDate('1990-02-28'),
  medicalRecordNumber: '4711',
};
const registered: PatientEvent = { type: 'PatientRegistered', data: { teamId: 'team-1', ...facts } };
const corrected: PatientEvent = { type: 'PatientCorrected', data: { ...facts, firstName: 'منى' } };
const deleted: PatientEvent = { type: 'PatientDeleted', data: {} };
const admission = {
  admissionId: 'admission-1',
  admissionDate: calendarDate('2026-03-01'),
  admissionDetails: '<p>Sepsis</p>',
};
const admissionRegistered: PatientEvent = { type: 'AdmissionRegistered', data: admission };
const merged: PatientEvent = { type: 'PatientMerged', data: { into: 'stays', reason: 'Registered twice' } };
const undone: PatientEvent = { type: 'PatientMergeUndone', data: {} };
const absorbed: PatientEvent = { type: 'PatientAbsorbed', data: { patientId: 'duplicate' } };
const declined: PatientEvent = { type: 'PatientMergeDeclined', data: { patientId: 'duplicate' } };
const separated: PatientEvent = { type: 'PatientSeparated', data: { patientId: 'duplicate' } };

const merge = {
  patientId: 'duplicate',
  into: 'stays',
  survivor: given(registered).state,
  reason: 'Registered twice',
};

describe('merging a patient, on the stream of the one who is merged', () => {
  test('names the patient who stays, and the reason', () =>
    given(registered, admissionRegistered).when(mergePatient, by(pharmacist, merge)).then(merged));
  test('again writes nothing', () => given(registered, merged).when(mergePatient, by(teammate, merge)).thenNothing());
  test('is possible again after it was undone', () =>
    given(registered, merged, undone).when(mergePatient, by(pharmacist, merge)).then(merged));
  test('takes along the merged patients of a merged patient', () =>
    given(registered, { type: 'PatientAbsorbed', data: { patientId: 'a-third' } })
      .when(mergePatient, by(pharmacist, merge))
      .then(merged));
  test('into two patients is refused', () =>
    given(registered, merged)
      .when(mergePatient, by(pharmacist, { ...merge, into: 'another' }))
      .thenRejected('conflict', 'This patient was merged into a third one already'));
  test('with itself is refused', () =>
    given(registered)
      .when(mergePatient, by(pharmacist, { ...merge, into: 'duplicate' }))
      .thenInvalid('patient', 'Choose another patient to merge with'));
  test('needs both patients, in one team', () => {
    const into = (survivor: Patient) => given(registered).when(mergePatient, by(pharmacist, { ...merge, survivor }));
    into(initial).thenRejected('notFound', 'Not found');
    into(given(registered, deleted).state).thenRejected('notFound', 'Not found');
    into(given({ type: 'PatientRegistered', data: { teamId: 'team-2', ...facts } }).state).thenInvalid(
      'patient',
      'Both patients must be of the same team',
    );
    into(given(registered, merged).state).thenRejected(
      'conflict',
      'The patient to keep was merged into another one. Check both records again',
    );
    given().when(mergePatient, by(pharmacist, merge)).thenRejected('notFound', 'Not found');
    given(registered, deleted).when(mergePatient, by(pharmacist, merge)).thenRejected('notFound', 'Not found');
  });
  test('conflicts with a correction since the person compared both, and not with an admission', () => {
    given(registered, madeBy(teammate, corrected))
      .when(mergePatient, by(pharmacist, merge, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'patient', id: 'duplicate' }, changedBy: teammate.id });
    given(registered, admissionRegistered)
      .when(mergePatient, by(pharmacist, merge, { basedOn: 0n }))
      .then(merged);
  });
  test('is for clinical pharmacists, as is undoing it', () => {
    for (const actor of [physician, teamAdmin, outsider]) {
      given(registered).when(mergePatient, by(actor, merge)).thenRejected('forbidden', 'Not allowed');
      given(registered, absorbed)
        .when(separatePatient, by(actor, { patientId: 'duplicate', survivorTeamId: 'team-1' }))
        .thenRejected('forbidden', 'Not allowed');
    }
  });
});

describe('taking the merged patient, on the stream of the patient who stays', () => {
  const absorption = { patientId: 'duplicate', teamId: 'team-1' };

  test('happens once', () => {
    given(registered).when(absorbPatient, by(pharmacist, absorption)).then(absorbed);
    given(registered, absorbed).when(absorbPatient, by(pharmacist, absorption)).thenNothing();
  });
  test('is declined by a patient who is merged, or in another team, by now', () => {
    expect(absorbPatient(given(registered, merged).state, by(pharmacist, absorption))).toEqual([declined]);
    expect(absorbPatient(given(registered).state, by(pharmacist, { ...absorption, teamId: 'team-2' }))).toEqual([
      declined,
    ]);
  });
  test('is refused by a deleted patient, whose stream has ended', () =>
    given(registered, deleted).when(absorbPatient, by(pharmacist, absorption)).thenRejected('notFound', 'Not found'));
});

describe('undoing a merge', () => {
  const separation = { patientId: 'duplicate', survivorTeamId: 'team-1' };
  // The merge is of 2026-03-01 00:01 (`recorded`).
  const at = (instant: string) => by(teammate, separation, { at: instant });

  test('is possible for a day', () => {
    given(registered, absorbed).when(separatePatient, at('2026-03-02T00:01:00.000Z')).then(separated);
    given(registered, absorbed)
      .when(separatePatient, at('2026-03-02T00:01:00.001Z'))
      .thenRejected('conflict', 'A merge can be undone for 24 hours. This one is older');
  });
  test('is possible also if the other patient was merged since', () =>
    given(registered, absorbed, merged).when(separatePatient, at('2026-03-01T01:00:00.000Z')).then(separated));
  test('is refused in another team than that of the merge, and possible when the patient is back', () => {
    const toTeam = (toTeamId: string, fromTeamId: string): PatientEvent => ({
      type: 'PatientTransferred',
      data: { admissionId: 'admission-1', fromTeamId, toTeamId },
    });
    const away = toTeam('team-2', 'team-1');
    const soon = { at: '2026-03-01T01:00:00.000Z' };
    const sentence =
      'This patient was transferred since the merge. It can be undone when they are back in the team where they were merged';
    given(registered, absorbed, away).when(separatePatient, at(soon.at)).thenRejected('conflict', sentence);
    given(registered, absorbed, away, toTeam('team-1', 'team-2')).when(separatePatient, at(soon.at)).then(separated);
    // Merged since: the team is that of the patient who stays after all.
    given(registered, absorbed, merged)
      .when(separatePatient, by(teammate, { ...separation, survivorTeamId: 'team-2' }, soon))
      .thenRejected('conflict', sentence);
  });
  test('is refused where there is no merge, or no longer', () => {
    for (const events of [[registered], [registered, absorbed, separated]])
      given(...events)
        .when(separatePatient, at('2026-03-01T01:00:00.000Z'))
        .thenRejected('conflict', 'These patients are not merged');
    given().when(separatePatient, at('2026-03-01T01:00:00.000Z')).thenRejected('notFound', 'Not found');
  });
  test('makes the merged patient a patient of its own, once, and ends no other merge', () => {
    given(registered, merged)
      .when(undoMerge, by(pharmacist, { into: 'stays' }))
      .then(undone);
    given(registered, merged, undone)
      .when(undoMerge, by(pharmacist, { into: 'stays' }))
      .thenNothing();
    given(registered, merged)
      .when(undoMerge, by(pharmacist, { into: 'another' }))
      .thenNothing();
    given(registered, deleted)
      .when(undoMerge, by(pharmacist, { into: 'stays' }))
      .thenNothing();
  });
});

describe('a merged patient', () => {
  const sentence =
    'This patient was merged into another one. Open the record of the patient again: you will see the merged record';

  test('takes no admission, no correction and no deletion', () => {
    given(registered, merged)
      .when(registerAdmission, by(pharmacist, { ...admission, stays: [] }))
      .thenRejected('conflict', sentence);
    given(registered, merged)
      .when(correctPatient, by(pharmacist, { patientId: 'duplicate', firstName: 'منى' }))
      .thenRejected('conflict', sentence);
    given(registered, merged)
      .when(deletePatient, by(pharmacist, { patientId: 'duplicate' }))
      .thenRejected('conflict', sentence);
  });
  test('still answers a repeated admission, and lets an admission be deleted', () => {
    given(registered, admissionRegistered, merged)
      .when(registerAdmission, by(pharmacist, { ...admission, stays: [] }))
      .thenNothing();
    given(registered, admissionRegistered, merged)
      .when(unregisterAdmission, by(pharmacist, { admissionId: 'admission-1' }))
      .then({ type: 'AdmissionUnregistered', data: { admissionId: 'admission-1' } });
  });
  test('is a patient like others again after the merge was undone or declined', () =>
    given(registered, merged, undone)
      .when(registerAdmission, by(pharmacist, { ...admission, stays: [] }))
      .then(admissionRegistered));
});

describe('the patient who stays', () => {
  test('is not deleted while a merged patient is merged into it', () => {
    given(registered, absorbed)
      .when(deletePatient, by(pharmacist, { patientId: 'stays' }))
      .thenRejected('conflict', 'Another patient was merged into this one, so it cannot be deleted');
    given(registered, absorbed, separated)
      .when(deletePatient, by(pharmacist, { patientId: 'stays' }))
      .then(deleted);
  });
  test('knows its merged patients with the time of each merge; no merge changes the version of its facts', () => {
    expect(given(registered, absorbed, declined).state).toMatchObject({
      absorbed: [{ patientId: 'duplicate', at: '2026-03-01T00:01:00.000Z' }],
      touch: { version: 0n },
    });
    expect(given(registered, absorbed, separated).state).toEqual({ ...given(registered).state, revision: 2n });
  });
});

test('a merged patient knows the command of its merge, from which those of the further steps derive', () => {
  expect(given(registered, merged).state).toMatchObject({
    mergedInto: {
      patientId: 'stays',
      mergeId: 'command-1',
      reason: 'Registered twice',
      at: '2026-03-01T00:01:00.000Z',
    },
    touch: { version: 0n },
  });
  expect(given(registered, merged, undone).state).toEqual({ ...given(registered).state, revision: 2n });
});
