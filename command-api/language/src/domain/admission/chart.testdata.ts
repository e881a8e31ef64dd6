/** The events of an admission with a review of two entries. */
import { calendarDate } from '../values/calendar-date.ts';
import { NO_ERROR } from '../values/codes.ts';
import type { Actor } from '../command.ts';
import { madeBy } from '../testing/specification.ts';
import { people } from '../testing/people.ts';
import { pick } from '../values/record-fields.ts';
import type { AdmissionEvent, Entry, Medication } from './events.ts';
import { entryFields } from './fields.ts';

export const entry = (entryId: string, differing: Partial<Entry> = {}): Entry => ({
  entryId,
  ...pick(entryFields, {
    errType: 'type-dose',
    errTypeLabel: 'Dose too high',
    errDrug: 'drug-vancomycin.1',
    errDrugLabel: 'Vancomycin 500 mg vial',
    errNote: '<p>Halve the dose</p>',
    errRes: null,
    errSeverity: 'C' as const,
    followUpDate: null,
    drugTags: [{ name: 'antibiotic' }],
  }),
  ...differing,
});
export const noError = { errType: NO_ERROR._id, errTypeLabel: NO_ERROR.label };

export const admittedOn = calendarDate('2026-03-01');
const event = (given: AdmissionEvent): AdmissionEvent => given;

export const admitted = madeBy(
  people.pharmacist,
  event({
    type: 'PatientAdmitted',
    data: { patientId: 'patient-1', teamId: 'team-1', admissionDate: admittedOn, admissionDetails: '<p>Sepsis</p>' },
  }),
);
export const dischargedBy = (person: Actor) =>
  madeBy(
    person,
    event({
      type: 'PatientDischarged',
      data: { dischargeDate: calendarDate('2026-03-09'), dischargeStatus: 0, dischargeNote: 'Home' },
    }),
  );
export const discharged = dischargedBy(people.pharmacist);
export const reviewAdded = madeBy(
  people.pharmacist,
  event({
    type: 'ReviewAdded',
    data: {
      reviewId: 'review-1',
      reviewDate: calendarDate('2026-03-02'),
      clinicalNote: '<p>Stable</p>',
      entries: [entry('entry-1'), entry('entry-2')],
    },
  }),
);
export const headEdited = madeBy(
  people.pharmacist,
  event({
    type: 'ReviewHeadEdited',
    data: { reviewId: 'review-1', reviewDate: calendarDate('2026-03-03'), clinicalNote: '<p>Worse</p>' },
  }),
);
export const entryAdded = madeBy(
  people.pharmacist,
  event({ type: 'ReviewMedicationAdded', data: { reviewId: 'review-1', entry: entry('entry-3') } }),
);
export const entryUpdated = madeBy(
  people.pharmacist,
  event({
    type: 'ReviewMedicationUpdated',
    data: { reviewId: 'review-1', entry: entry('entry-1', { errNote: '<p>Stop it</p>' }) },
  }),
);
export const entryRemoved = madeBy(
  people.pharmacist,
  event({ type: 'ReviewMedicationRemoved', data: { reviewId: 'review-1', entryId: 'entry-1' } }),
);
export const errorRated = (rating: number) =>
  madeBy(people.teamAdmin, event({ type: 'ErrorRated', data: { reviewId: 'review-1', entryId: 'entry-1', rating } }));
export const followUpDateSet = (followUpDate: string | null, entryId = 'entry-1') =>
  madeBy(
    people.teammate,
    event({
      type: 'FollowUpDateSet',
      data: { reviewId: 'review-1', entryId, followUpDate: followUpDate === null ? null : calendarDate(followUpDate) },
    }),
  );
export const entryTakenOverBy = (person: Actor) =>
  madeBy(person, event({ type: 'EntryTakenOver', data: { reviewId: 'review-1', entryId: 'entry-1' } }));
export const responseRecordedBy = (person: Actor, errRes: Entry['errRes']) =>
  madeBy(person, event({ type: 'ResponseRecorded', data: { reviewId: 'review-1', entryId: 'entry-1', errRes } }));
export const noteAdded = madeBy(
  people.physician,
  event({
    type: 'PhysicianNoteAdded',
    data: { noteId: 'note-1', noteDate: calendarDate('2026-03-02'), note: '<p>Culture sent</p>' },
  }),
);
export const noteEdited = madeBy(
  people.physician,
  event({
    type: 'PhysicianNoteEdited',
    data: { noteId: 'note-1', noteDate: calendarDate('2026-03-03'), note: '<p>Culture grew</p>' },
  }),
);
export const admissionEdited = madeBy(
  people.teammate,
  event({
    type: 'AdmissionEdited',
    data: { admissionDate: calendarDate('2026-02-28'), admissionDetails: '<p>Sepsis, from the CCU</p>' },
  }),
);
export const groupAdded = (groupId: string, title = 'Wound', images: readonly string[] = ['/api/images/1']) =>
  madeBy(people.pharmacist, event({ type: 'GalleryGroupAdded', data: { groupId, title, images: [...images] } }));
export const medication = (medicationId: string, differing: Partial<Medication> = {}): Medication => ({
  medicationId,
  drug: 'drug-vancomycin.1',
  drugLabel: 'Vancomycin 500 mg vial',
  dose: '1 g',
  route: 'IV',
  frequency: 'every 12 h',
  startDate: calendarDate('2026-03-02'),
  stopDate: null,
  note: '',
  indication: '',
  culture: '',
  ...differing,
});
export const medicationAdded = (medicationId: string, differing: Partial<Medication> = {}) =>
  madeBy(
    people.pharmacist,
    event({ type: 'AdmissionMedicationAdded', data: { medication: medication(medicationId, differing) } }),
  );
