import { describe, expect, test } from 'vitest';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { calendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import { confirmAllergies, correctAllergy, recordAllergy, removeAllergy } from './decide-allergies.ts';
import type { Allergy, PatientEvent } from './events.ts';
import { evolve, initial, type Patient } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

const registered: PatientEvent = {
  type: 'PatientRegistered',
  data: {
    teamId: 'team-1',
    firstName: 'منة الله',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: calendarDate('1990-02-28'),
    medicalRecordNumber: '',
  },
};
const admitted: PatientEvent = {
  type: 'AdmissionRegistered',
  data: { admissionId: 'admission-1', admissionDate: calendarDate('2026-03-01'), admissionDetails: '' },
};
const merged: PatientEvent = { type: 'PatientMerged', data: { into: 'patient-2', reason: '' } };
const allergy = (id: string, agent: Partial<Allergy>): Allergy => ({
  allergyId: id,
  drug: '',
  drugLabel: '',
  tag: '',
  tagLabel: '',
  agentText: '',
  reaction: '',
  severity: '',
  certainty: '',
  source: '',
  onset: '',
  ...agent,
});
const amoxicillin = allergy('allergy-1', { drug: 'drug-1', drugLabel: 'Amoxicillin', reaction: 'Rash' });
const latex = allergy('allergy-2', { agentText: 'Latex' });
const recorded = (one: Allergy): PatientEvent => ({ type: 'AllergyRecorded', data: { allergy: one } });
const confirmed: PatientEvent = { type: 'AllergiesConfirmed', data: {} };
const removed: PatientEvent = { type: 'AllergyRemoved', data: { allergyId: 'allergy-1', reason: 'Tolerated it' } };

const allergiesIn = (state: Patient) => (state.status === 'registered' ? state.allergies : undefined);

describe('recording an allergy', () => {
  test('is for clinical pharmacists and physicians of the team', () => {
    for (const actor of [pharmacist, physician])
      given(registered)
        .when(recordAllergy, by(actor, { allergy: latex }))
        .then(recorded(latex));
    for (const actor of [teamAdmin, outsider])
      given(registered)
        .when(recordAllergy, by(actor, { allergy: latex }))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('needs one agent, and no more than one', () => {
    const sentence = 'Choose a drug or a class of drugs, or write the substance: one of the three';
    for (const agent of [{}, { drug: 'drug-1', drugLabel: 'Amoxicillin', agentText: 'Latex' }])
      given(registered)
        .when(recordAllergy, by(pharmacist, { allergy: allergy('allergy-3', agent) }))
        .thenInvalid('agentText', sentence);
  });
  test('refuses the same drug, and another spelling of the same name', () => {
    const again = [
      { drug: 'drug-1', drugLabel: 'Amoxicillin trihydrate' },
      { agentText: 'AMOXICILLIN®' },
      { tag: 'tag-9', tagLabel: ' latex ' },
    ];
    for (const agent of again)
      given(registered, recorded(amoxicillin), recorded(latex))
        .when(recordAllergy, by(pharmacist, { allergy: allergy('allergy-3', agent) }))
        .thenRejected('conflict', 'An allergy to this is in the list already: correct that one');
  });
  test('ends at the limit of the list', () => {
    const full = Array.from({ length: limits.allergiesPerPatient }, (_, nth) =>
      recorded(allergy(`allergy-${nth}`, { agentText: `Substance ${nth}` })),
    );
    given(registered, ...full)
      .when(recordAllergy, by(pharmacist, { allergy: allergy('one-more', { agentText: 'Latex' }) }))
      .thenRejected('conflict', 'At most 50 allergies a patient');
  });
  test('of a merged patient is refused: the patient who stays takes it', () =>
    given(registered, merged)
      .when(recordAllergy, by(pharmacist, { allergy: latex }))
      .thenRejected(
        'conflict',
        'This patient was merged into another one. Open the record of the patient again: you will see the merged record',
      ));
});

describe('correcting an allergy', () => {
  const severe = { allergyId: 'allergy-1', changes: { severity: 'severe' as const } };
  test('keeps the fields that are not named', () =>
    given(registered, recorded(amoxicillin))
      .when(correctAllergy, by(physician, severe))
      .then({ type: 'AllergyCorrected', data: { allergy: { ...amoxicillin, severity: 'severe' } } }));
  test('that changes nothing writes nothing', () =>
    given(registered, recorded(amoxicillin))
      .when(correctAllergy, by(pharmacist, { allergyId: 'allergy-1', changes: { reaction: 'Rash' } }))
      .thenNothing());
  test('refuses an agent that another allergy has', () =>
    given(registered, recorded(amoxicillin), recorded(latex))
      .when(correctAllergy, by(pharmacist, { allergyId: 'allergy-2', changes: { agentText: 'amoxicillin' } }))
      .thenRejected('conflict', 'An allergy to this is in the list already: correct that one'));
  test('that was changed since it was read is a conflict, and a change of another one is none', () => {
    given(registered, madeBy(teammate, recorded(amoxicillin)), recorded(latex))
      .when(correctAllergy, by(pharmacist, severe, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'allergy', id: 'allergy-1' }, changedBy: teammate.id });
    given(registered, recorded(amoxicillin), recorded(latex))
      .when(correctAllergy, by(pharmacist, severe, { basedOn: 1n }))
      .then({ type: 'AllergyCorrected', data: { allergy: { ...amoxicillin, severity: 'severe' } } });
  });
});

test('an allergy is removed with its reason, once', () => {
  given(registered, recorded(amoxicillin))
    .when(removeAllergy, by(pharmacist, { allergyId: 'allergy-1', reason: 'Tolerated it' }))
    .then(removed);
  given(registered, recorded(amoxicillin), removed)
    .when(removeAllergy, by(pharmacist, { allergyId: 'allergy-1', reason: 'Again' }))
    .thenRejected('notFound', 'Not found');
});

describe('confirming the list', () => {
  const asked = { patientId: 'patient-1' };
  test('holds until the list changes', () => {
    expect(allergiesIn(given(registered, confirmed).state)?.confirmed).toMatchObject({ isOfStay: true });
    for (const change of [recorded(latex), removed])
      expect(allergiesIn(given(registered, recorded(amoxicillin), confirmed, change).state)?.confirmed).toBeUndefined();
  });
  test('is written once a stay: the next admission asks again, and keeps the answer', () => {
    given(registered, confirmed).when(confirmAllergies, by(pharmacist, asked)).thenNothing();
    given(registered, confirmed, admitted).when(confirmAllergies, by(physician, asked)).then(confirmed);
    expect(allergiesIn(given(registered, confirmed, admitted).state)?.confirmed).toMatchObject({ isOfStay: false });
  });
  test('of a list that another person has changed meanwhile is a conflict', () =>
    given(registered, madeBy(teammate, recorded(latex)))
      .when(confirmAllergies, by(pharmacist, asked, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'allergies', id: 'patient-1' }, changedBy: teammate.id }));
});

test('an allergy does not change the version of the patient, so that a correction of the name goes on', () => {
  const state = given(registered, recorded(latex), confirmed).state;
  expect(state).toMatchObject({ touch: { version: 0n }, revision: 2n });
});
