import { expect, test } from 'vitest';
import {
  admissionEdited,
  admitted,
  discharged,
  entry,
  entryAdded,
  entryRemoved,
  entryTakenOverBy,
  entryUpdated,
  errorRated,
  followUpDateSet,
  groupAdded,
  headEdited,
  medication,
  medicationAdded,
  noteAdded,
  noteEdited,
  responseRecordedBy,
  reviewAdded,
} from './admission/chart.testdata.ts';
import type { AdmissionEvent } from './admission/events.ts';
import { touchedBy as touchedInAdmission } from './admission/touched.ts';
import { calendarDate } from './values/calendar-date.ts';
import { touchedBy as touchedInCatalogue } from './catalogue/touched.ts';
import type { DomainEvent, Recorded } from './command.ts';
import { touchedBy as touchedInDrug } from './drug/touched.ts';
import type { PatientEvent } from './patient/events.ts';
import { touchedBy as touchedInPatient } from './patient/touched.ts';
import { people } from './testing/people.ts';
import { type Given, recorded } from './testing/specification.ts';
import type { TeamEvent } from './team/events.ts';
import { touchedBy as touchedInTeam } from './team/touched.ts';
import { touchedBy as touchedInUser } from './user/touched.ts';

const one = <Event extends DomainEvent>(given: Given<Event>): Recorded<Event> => recorded([given])[0]!;
const inAdmission = (given: Given<AdmissionEvent>): string[] => {
  const event = one(given);
  return touchedInAdmission('a1', { ...event, metadata: { ...event.metadata, patientId: 'patient-1' } });
};

test('admitting and discharging touch the admission and the patient', () => {
  expect(inAdmission(admitted)).toEqual(['admission:a1', 'patient:patient-1']);
  expect(inAdmission(discharged)).toEqual(['admission:a1', 'patient:patient-1']);
  expect(touchedInAdmission('a1', one(discharged))).toEqual(['admission:a1']);
});

test('a merge touches both patients, as soon as the patient who stays has taken the other', () => {
  const inPatient = (event: PatientEvent): string[] => touchedInPatient('p1', one<PatientEvent>(event));
  for (const type of ['PatientAbsorbed', 'PatientMergeDeclined', 'PatientSeparated'] as const)
    expect(inPatient({ type, data: { patientId: 'p2' } })).toEqual(['patient:p1', 'patient:p2']);
  expect(inPatient({ type: 'PatientMerged', data: { into: 'p2', reason: '' } })).toEqual(['patient:p1']);
  expect(inPatient({ type: 'PatientMergeUndone', data: {} })).toEqual(['patient:p1']);
});

test('an offer touches the receiving team, a transfer both teams', () => {
  const offer = { offerId: 'o1', toTeamId: 'team-2' };
  const both = ['admission:a1', 'patient:patient-1', 'team:team-2'];
  for (const given of [
    { type: 'TransferOffered', data: { ...offer, toTeamName: 'Ward 7', note: '' } },
    { type: 'TransferWithdrawn', data: offer },
    { type: 'TransferDeclined', data: { ...offer, reason: '' } },
  ] as const)
    expect(inAdmission(given)).toEqual(both);
  const moved = { fromTeamId: 'team-1', toTeamId: 'team-2' };
  const accepted = { ...offer, ...moved, transferDate: calendarDate('2026-03-05') };
  expect(inAdmission({ type: 'TransferAccepted', data: accepted })).toEqual([
    'admission:a1',
    'patient:patient-1',
    'team:team-1',
    'team:team-2',
  ]);
  expect(touchedInPatient('p1', one({ type: 'PatientTransferred', data: { admissionId: 'a1', ...moved } }))).toEqual([
    'patient:p1',
    'team:team-1',
    'team:team-2',
  ]);
});

test('a new review or note touches itself and the admission', () => {
  expect(inAdmission(reviewAdded)).toEqual(['review:review-1', 'admission:a1']);
  expect(inAdmission(noteAdded)).toEqual(['note:note-1', 'admission:a1']);
});

test('a change in a review touches the review and the entry', () => {
  expect(inAdmission(headEdited)).toEqual(['review:review-1']);
  expect(inAdmission(entryAdded)).toEqual(['entry:entry-3', 'review:review-1']);
  for (const given of [
    entryUpdated,
    entryRemoved,
    errorRated(4),
    followUpDateSet('2026-03-05'),
    entryTakenOverBy(people.teammate),
    responseRecordedBy(people.teammate, 1),
    { type: 'EntryAddressed', data: { reviewId: 'review-1', entryId: 'entry-1', to: { kind: 'physicians' } } } as const,
    {
      type: 'EntryAnswered',
      data: { reviewId: 'review-1', entryId: 'entry-1', answer: 'seen', text: '', reason: '' },
    } as const,
  ])
    expect(inAdmission(given)).toEqual(['entry:entry-1', 'review:review-1']);
});

test('a move touches what was moved and the admission, in both charts', () => {
  const away = (kind: 'entry' | 'review' | 'note' | 'images', id: string, reviewId: string | null = null) =>
    inAdmission({
      type: 'MovedToAnotherChart',
      data: {
        moveId: 'move-1',
        reason: 'Wrong patient',
        what: { kind, id, reviewId, images: [] },
        to: { admissionId: 'a2', reviewId: null, isNewReview: false, id: 'x' },
      },
    });
  expect(away('entry', 'entry-1', 'review-1')).toEqual(['entry:entry-1', 'review:review-1', 'admission:a1']);
  expect(away('review', 'review-1')).toEqual(['review:review-1', 'admission:a1']);
  expect(away('note', 'note-1')).toEqual(['note:note-1', 'admission:a1']);
  expect(away('images', 'group-1')).toEqual(['gallery:group-1', 'admission:a1']);
  const writing = { teamId: 'team-1', authorId: 'user-1', createdAt: '2026-03-02T08:00:00.000Z' };
  const moved = {
    entry: {
      kind: 'entry' as const,
      reviewId: 'a1.r2',
      isNewReview: true,
      wasIn: { reviewId: 'a2.r1', reviewDate: calendarDate('2026-03-02'), ...writing },
      entry: { ...entry('entry-9'), was: 'entry-8', rating: null },
    },
    images: { kind: 'images' as const, was: 'g', groupId: 'group-2', title: 'Wound', images: ['one'], ...writing },
  };
  expect(inAdmission({ type: 'MoveReturned', data: { moveId: 'move-1', moved: moved.images } })).toEqual([
    'gallery:group-2',
    'admission:a1',
  ]);
  expect(
    inAdmission({
      type: 'MovedFromAnotherChart',
      data: { moveId: 'move-1', reason: '', from: { admissionId: 'a2' }, moved: moved.entry },
    }),
  ).toEqual(['entry:entry-9', 'review:a1.r2', 'admission:a1']);
  const what = { kind: 'note' as const, id: 'note-1', reviewId: null };
  expect(inAdmission({ type: 'MoveCompleted', data: { moveId: 'move-1', what } })).toEqual([
    'note:note-1',
    'admission:a1',
  ]);
});

test('edit, cancelled discharge and deletion touch the admission and the patient', () => {
  for (const given of [
    admissionEdited,
    { type: 'DischargeCancelled', data: {} },
    { type: 'AdmissionDeleted', data: {} },
  ] as const) {
    expect(inAdmission(given)).toEqual(['admission:a1', 'patient:patient-1']);
  }
});

test('a removal touches itself and the admission, an edited note only itself', () => {
  expect(inAdmission({ type: 'ReviewDeleted', data: { reviewId: 'r1' } })).toEqual(['review:r1', 'admission:a1']);
  expect(
    inAdmission({
      type: 'ReviewDuplicated',
      data: { reviewId: 'r2', copiedFrom: 'r1', reviewDate: calendarDate('2026-03-02'), clinicalNote: '', entries: [] },
    }),
  ).toEqual(['review:r2', 'admission:a1']);
  expect(inAdmission({ type: 'PhysicianNoteDeleted', data: { noteId: 'n1' } })).toEqual(['note:n1', 'admission:a1']);
  expect(inAdmission(noteEdited)).toEqual(['note:note-1']);
});

test('images and medications touch themselves and the admission, a new order all medications', () => {
  expect(inAdmission(groupAdded('g1'))).toEqual(['gallery:g1', 'admission:a1']);
  expect(inAdmission({ type: 'GalleryGroupRemoved', data: { groupId: 'g1' } })).toEqual(['gallery:g1', 'admission:a1']);
  expect(inAdmission(medicationAdded('m1'))).toEqual(['medication:m1', 'admission:a1']);
  expect(inAdmission({ type: 'AdmissionMedicationUpdated', data: { medication: medication('m1') } })).toEqual([
    'medication:m1',
    'admission:a1',
  ]);
  expect(
    inAdmission({
      type: 'AdmissionMedicationStopped',
      data: { medicationId: 'm1', stopDate: calendarDate('2026-03-02') },
    }),
  ).toEqual(['medication:m1', 'admission:a1']);
  const hold = { medicationId: 'm1', from: calendarDate('2026-03-02'), until: null, reason: '' };
  expect(inAdmission({ type: 'MedicationHeld', data: hold })).toEqual(['medication:m1', 'admission:a1']);
  expect(
    inAdmission({ type: 'MedicationHoldEnded', data: { medicationId: 'm1', on: calendarDate('2026-03-02') } }),
  ).toEqual(['medication:m1', 'admission:a1']);
  expect(inAdmission({ type: 'AdmissionMedicationDeleted', data: { medicationId: 'm1' } })).toEqual([
    'medication:m1',
    'admission:a1',
  ]);
  expect(inAdmission({ type: 'AdmissionMedicationsSorted', data: { medicationIds: ['m2', 'm1'] } })).toEqual([
    'medication:m2',
    'medication:m1',
    'admission:a1',
  ]);
});

test('a decision on a finding touches the findings of the admission alone', () => {
  const finding = { key: 's-1 m1', fingerprint: '[1]', statementId: 's-1', statementVersion: 1 };
  expect(
    inAdmission({ type: 'FindingDecided', data: { finding, decision: { kind: 'dismissed', reason: '' } } }),
  ).toEqual(['findings:a1']);
});

test('a new review of a hundred entries touches no entry', () => {
  const entries = Array.from({ length: 100 }, (_, index) => entry(`entry-${index}`));
  const event: AdmissionEvent = {
    type: 'ReviewAdded',
    data: { reviewId: 'r1', reviewDate: calendarDate('2026-03-02'), clinicalNote: '', entries },
  };
  expect(inAdmission(event)).toEqual(['review:r1', 'admission:a1']);
});

test('registering touches the person and a registered admission', () => {
  const day = calendarDate('2026-03-01');
  const account = { firstName: '', lastName: '', email: '', phone: '', phoneNormalised: '', start: day };
  expect(touchedInUser('u1', one({ type: 'UserRegistered', data: account }))).toEqual(['user:u1']);
  const patient = {
    teamId: 't1',
    firstName: '',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: day,
    medicalRecordNumber: '',
  };
  expect(touchedInPatient('p1', one({ type: 'PatientRegistered', data: patient }))).toEqual(['patient:p1']);
  const admission = { admissionId: 'a1', admissionDate: day, admissionDetails: '' };
  expect(touchedInPatient('p1', one({ type: 'AdmissionRegistered', data: admission }))).toEqual([
    'patient:p1',
    'admission:a1',
  ]);
  const { teamId: _, ...facts } = patient;
  expect(touchedInPatient('p1', one({ type: 'PatientCorrected', data: facts }))).toEqual(['patient:p1']);
  expect(touchedInPatient('p1', one({ type: 'AdmissionUnregistered', data: { admissionId: 'a1' } }))).toEqual([
    'patient:p1',
    'admission:a1',
  ]);
  expect(touchedInPatient('p1', one({ type: 'PatientDeleted', data: {} }))).toEqual(['patient:p1']);
});

test('an erasure touches what it ends', () => {
  expect(
    inAdmission({ type: 'AdmissionErased', data: { patientId: 'patient-1', teamId: 't1', reviews: [], errors: [] } }),
  ).toEqual(['admission:a1', 'patient:patient-1']);
  for (const event of [
    { type: 'PatientErasureRequested', data: { category: 'wish', reason: 'x' } },
    { type: 'PatientErasureWithdrawn', data: {} },
    { type: 'AllergyRemoved', data: { allergyId: 'al1', reason: 'x' } },
    { type: 'AllergiesConfirmed', data: {} },
    { type: 'PatientErasureRefused', data: {} },
    { type: 'PatientErasureAgreed', data: { category: 'wish', requestedBy: 'u1', requestedAt: '' } },
  ] as const)
    expect(touchedInPatient('p1', one(event))).toEqual(['patient:p1']);
});

test('a change of a membership touches the team and the member', () => {
  const inTeam = (event: TeamEvent) => touchedInTeam('t1', one(event));
  expect(
    inTeam({ type: 'TeamCreated', data: { name: '', specialty: 1, about: '', adminId: 'u1', adminEmail: '' } }),
  ).toEqual(['team:t1', 'user:u1']);
  expect(inTeam({ type: 'TeamMemberAdded', data: { userId: 'u2', email: '', role: 'pharmacist' } })).toEqual([
    'team:t1',
    'user:u2',
  ]);
  expect(inTeam({ type: 'TeamMemberRoleChanged', data: { userId: 'u2', role: 'physician' } })).toEqual([
    'team:t1',
    'user:u2',
  ]);
  for (const type of [
    'TeamMemberDisabled',
    'TeamMemberEnabled',
    'TeamMemberRemoved',
    'TeamAuditorAppointed',
    'TeamAuditorWithdrawn',
  ] as const) {
    expect(inTeam({ type, data: { userId: 'u2' } })).toEqual(['team:t1', 'user:u2']);
  }
  expect(inTeam({ type: 'TeamDescribed', data: { name: '', specialty: 1, about: '' } })).toEqual(['team:t1']);
  expect(inTeam({ type: 'UploadAccountSet', data: { cloudName: '', uploadPreset: '' } })).toEqual(['team:t1']);
});

test('the catalogue is touched list by list', () => {
  expect(touchedInCatalogue(one({ type: 'ErrorTypeAdded', data: { errTypeId: 'e1', label: '' } }))).toEqual([
    'catalogue:errtypes',
  ]);
  expect(touchedInCatalogue(one({ type: 'TagAdded', data: { tagId: 't1', label: '' } }))).toEqual(['catalogue:tags']);
  expect(touchedInCatalogue(one({ type: 'ErrorTypeRenamed', data: { errTypeId: 'e1', label: '' } }))).toEqual([
    'catalogue:errtypes',
  ]);
  expect(touchedInCatalogue(one({ type: 'ErrorTypeMapped', data: { errTypeId: 'e1', pcne: [] } }))).toEqual([
    'catalogue:errtypes',
  ]);
  expect(touchedInCatalogue(one({ type: 'TagRenamed', data: { tagId: 't1', label: '' } }))).toEqual([
    'catalogue:tags',
    'catalogue:drugs',
  ]);
  expect(touchedInCatalogue(one({ type: 'TradeListUpdated', data: { version: 1 } }))).toEqual(['catalogue:drugs']);
  const drug = { label: '', tradeLabels: [], errTemps: [], tags: [], tips: '' };
  expect(touchedInDrug('d1', one({ type: 'DrugAdded', data: drug }))).toEqual(['drug:d1', 'catalogue:drugs']);
  expect(touchedInDrug('d1', one({ type: 'DrugChanged', data: { ...drug, compatibility: [] } }))).toEqual([
    'drug:d1',
    'catalogue:drugs',
  ]);
});
