import { describe, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import {
  admissionEdited,
  admitted,
  admittedOn,
  discharged,
  dischargedBy,
  errorRated,
  groupAdded,
  medicationAdded,
  noteAdded,
  reviewAdded,
} from './chart.testdata.ts';
import { type AdmittedPerson, admitPatient, deleteAdmission, editAdmission } from './decide.ts';
import { evolve, initial } from './state.ts';

const entity = { kind: 'admission', id: 'admission-1' } as const;
const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

describe('admitting a patient', () => {
  const admission = {
    patientId: 'patient-1',
    teamId: 'team-1',
    admissionDate: admittedOn,
    admissionDetails: '<p>Sepsis</p>',
  };

  test('opens the admission', () =>
    given().when(admitPatient, by(pharmacist, admission)).then({ type: 'PatientAdmitted', data: admission }));
  test('again writes nothing, also after the discharge', () => {
    given(admitted).when(admitPatient, by(teammate, admission)).thenNothing();
    given(admitted, discharged).when(admitPatient, by(teammate, admission)).thenNothing();
  });
  test('does not change an admission of another patient', () =>
    given(admitted)
      .when(admitPatient, by(pharmacist, { ...admission, patientId: 'patient-2' }))
      .thenRejected('conflict', 'This admission belongs to another patient'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given().when(admitPatient, by(actor, admission)).thenRejected('forbidden', 'Not allowed');
  });
  test('may be entered late, and on the day, and not before it', () => {
    const on = (day: string) =>
      given().when(admitPatient, by(pharmacist, { ...admission, admissionDate: calendarDate(day) }));
    on('2024-02-29').then({
      type: 'PatientAdmitted',
      data: { ...admission, admissionDate: calendarDate('2024-02-29') },
    });
    on('2026-03-10').then({
      type: 'PatientAdmitted',
      data: { ...admission, admissionDate: calendarDate('2026-03-10') },
    });
    on('2026-03-11').thenInvalid('admissionDate', 'The admission date is in the future');
  });
});

describe('discharging a patient', () => {
  const said = { dischargeDate: calendarDate('2026-03-09'), dischargeStatus: 0, dischargeNote: 'Home' } as const;
  const discharge = { admissionId: 'admission-1', ...said };

  test('closes the admission', () =>
    given(admitted).when(editAdmission, by(teammate, discharge)).then({ type: 'PatientDischarged', data: said }));
  test('again with the same data writes nothing', () =>
    given(admitted, discharged).when(editAdmission, by(teammate, discharge)).thenNothing());
  test('again with other data corrects the discharge', () =>
    given(admitted, discharged)
      .when(editAdmission, by(teammate, { ...discharge, dischargeStatus: 5 }))
      .then({ type: 'PatientDischarged', data: { ...said, dischargeStatus: 5 } }));
  test('needs an admission', () =>
    given().when(editAdmission, by(pharmacist, discharge)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) {
      given(admitted).when(editAdmission, by(actor, discharge)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('is not before the admission and not in the future', () => {
    const on = (day: string) =>
      given(admitted).when(editAdmission, by(pharmacist, { ...discharge, dischargeDate: calendarDate(day) }));
    on('2026-03-01').then({ type: 'PatientDischarged', data: { ...said, dischargeDate: calendarDate('2026-03-01') } });
    on('2026-02-28').thenInvalid('dischargeDate', 'The discharge date is before the admission date');
    on('2026-03-11').thenInvalid('dischargeDate', 'The discharge date is in the future');
  });
  test('conflicts with a later change of the discharge', () =>
    given(admitted, dischargedBy(teammate))
      .when(editAdmission, by(pharmacist, { ...discharge, dischargeStatus: 5 }, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'admission', id: 'admission-1' }, changedBy: teammate.id }));
  test('does not conflict with later reviews and notes', () =>
    given(admitted, reviewAdded, noteAdded, errorRated(3))
      .when(editAdmission, by(pharmacist, discharge, { basedOn: 0n }))
      .then({ type: 'PatientDischarged', data: said }));
  test('does not conflict with an equal change', () =>
    given(admitted, dischargedBy(teammate))
      .when(editAdmission, by(pharmacist, discharge, { basedOn: 0n }))
      .thenNothing());
  test('needs a date and a status; a correction keeps absent fields', () => {
    const with_ = (fields: object) =>
      given(admitted).when(editAdmission, by(pharmacist, { admissionId: 'admission-1', ...fields }));
    with_({ dischargeStatus: 0 }).thenInvalid('dischargeDate', 'Enter the discharge date');
    with_({ dischargeNote: 'Home' }).thenInvalid('dischargeDate', 'Enter the discharge date');
    with_({ dischargeDate: calendarDate('2026-03-09') }).thenInvalid('dischargeStatus', 'Enter the discharge status');
    given(admitted, discharged)
      .when(editAdmission, by(pharmacist, { admissionId: 'admission-1', dischargeDate: calendarDate('2026-03-08') }))
      .then({ type: 'PatientDischarged', data: { ...said, dischargeDate: calendarDate('2026-03-08') } });
    given(admitted, discharged)
      .when(editAdmission, by(pharmacist, { admissionId: 'admission-1', dischargeNote: 'To his son' }))
      .then({ type: 'PatientDischarged', data: { ...said, dischargeNote: 'To his son' } });
  });
  test('is cancelled by a null date, which changes nothing in an open admission', () => {
    const takenBack = { admissionId: 'admission-1', dischargeDate: null, dischargeStatus: null };
    given(admitted, discharged)
      .when(editAdmission, by(teammate, takenBack))
      .then({ type: 'DischargeCancelled', data: {} });
    given(admitted).when(editAdmission, by(teammate, takenBack)).thenNothing();
    given(admitted, dischargedBy(teammate))
      .when(editAdmission, by(pharmacist, takenBack, { basedOn: 0n }))
      .thenConflict({ entity, changedBy: teammate.id });
    given(admitted, discharged)
      .when(editAdmission, by(teammate, { ...takenBack, dischargeStatus: 5 }))
      .thenInvalid('dischargeDate', 'Enter the discharge date');
  });
  test('is not cancelled in a team that the patient has left, or beside another open admission', () => {
    const reopen = (person: Partial<AdmittedPerson>) =>
      given(admitted, discharged).when(
        editAdmission,
        by(teammate, {
          admissionId: 'admission-1',
          dischargeDate: null,
          person: { birthdate: calendarDate('1960-01-01'), teamId: 'team-1', hasOtherOpen: false, ...person },
        }),
      );
    reopen({}).then({ type: 'DischargeCancelled', data: {} });
    reopen({ hasOtherOpen: true }).thenRejected(
      'conflict',
      'This patient has an open admission already: discharge it first',
    );
    reopen({ teamId: 'team-2' }).thenRejected(
      'conflict',
      'This patient belongs to another team now: only that team can have an open admission of them',
    );
  });
});

describe('editing an admission', () => {
  const edit = {
    admissionId: 'admission-1',
    admissionDate: calendarDate('2026-02-28'),
    admissionDetails: '<p>Sepsis, from the CCU</p>',
  };
  const edited = {
    type: 'AdmissionEdited',
    data: { admissionDate: edit.admissionDate, admissionDetails: edit.admissionDetails },
  } as const;

  test('changes date and details, also after the discharge', () => {
    given(admitted).when(editAdmission, by(teammate, edit)).then(edited);
    given(admitted, discharged).when(editAdmission, by(teammate, edit)).then(edited);
  });
  test('leaves absent fields unchanged', () => {
    given(admitted)
      .when(editAdmission, by(teammate, { admissionId: 'admission-1' }))
      .thenNothing();
    given(admitted)
      .when(editAdmission, by(teammate, { admissionId: 'admission-1', admissionDetails: '' }))
      .then({ type: 'AdmissionEdited', data: { admissionDate: admittedOn, admissionDetails: '' } });
  });
  test('stores the care details that changed, and leaves the others', () => {
    const unchanged = { admissionDate: admittedOn, admissionDetails: '<p>Sepsis</p>' };
    const inBed = { type: 'AdmissionEdited', data: { ...unchanged, room: '2', bed: '4' } } as const;
    const place = { admissionId: 'admission-1', room: '2', bed: '4' };
    given(admitted).when(editAdmission, by(teammate, place)).then(inBed);
    given(admitted, inBed).when(editAdmission, by(pharmacist, place)).thenNothing();
    given(admitted, inBed)
      .when(editAdmission, by(teammate, { ...place, bed: '5', workingDiagnosis: 'Sepsis' }))
      .then({ type: 'AdmissionEdited', data: { ...unchanged, bed: '5', workingDiagnosis: 'Sepsis' } });
    // Empty removes a value.
    given(admitted, inBed)
      .when(editAdmission, by(teammate, { admissionId: 'admission-1', bed: '' }))
      .then({ type: 'AdmissionEdited', data: { ...unchanged, bed: '' } });
  });
  test('without a difference writes nothing', () =>
    given(admitted, admissionEdited).when(editAdmission, by(pharmacist, edit)).thenNothing());
  test('together with a discharge makes two events', () =>
    given(admitted)
      .when(editAdmission, by(pharmacist, { ...edit, dischargeDate: edit.admissionDate, dischargeStatus: 4 }))
      .then(edited, {
        type: 'PatientDischarged',
        data: { dischargeDate: edit.admissionDate, dischargeStatus: 4, dischargeNote: '' },
      }));
  test('needs the admission', () =>
    given().when(editAdmission, by(pharmacist, edit)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted).when(editAdmission, by(actor, edit)).thenRejected('forbidden', 'Not allowed');
  });
  test('allows dates from birth to today, not after the discharge, a review or a note', () => {
    const on = (day: string, ...before: Parameters<typeof given>) =>
      given(admitted, ...before).when(
        editAdmission,
        by(pharmacist, {
          ...edit,
          admissionDate: calendarDate(day),
          person: { birthdate: calendarDate('2025-12-01'), teamId: 'team-1', hasOtherOpen: false },
        }),
      );
    on('2026-03-11').thenInvalid('admissionDate', 'The admission date is in the future');
    on('2025-11-30').thenInvalid('admissionDate', 'The admission date is before the patient was born');
    on('2026-03-10', discharged).thenInvalid('dischargeDate', 'The discharge date is before the admission date');
    on('2026-03-03', reviewAdded).thenInvalid(
      'admissionDate',
      'There is a review of 2026-03-02, before this admission date',
    );
    on('2026-03-03', noteAdded).thenInvalid(
      'admissionDate',
      'There is a physician note of 2026-03-02, before this admission date',
    );
    on('2026-03-02', reviewAdded, noteAdded).then({
      type: 'AdmissionEdited',
      data: { ...edited.data, admissionDate: calendarDate('2026-03-02') },
    });
  });
  test('conflicts with a later change by another person', () => {
    const mine = by(pharmacist, { ...edit, admissionDetails: '<p>Mine</p>' }, { basedOn: 0n });
    given(admitted, admissionEdited).when(editAdmission, mine).thenConflict({ entity, changedBy: teammate.id });
    given(admitted, dischargedBy(teammate)).when(editAdmission, mine).thenConflict({ entity, changedBy: teammate.id });
  });
  test('does not conflict with later images, reviews and medications', () =>
    given(admitted, groupAdded('group-1'), reviewAdded, medicationAdded('med-1'))
      .when(editAdmission, by(pharmacist, edit, { basedOn: 0n }))
      .then(edited));
});

describe('deleting an admission', () => {
  const deletion = { admissionId: 'admission-1' };

  test('ends it, with its gallery and its medications', () => {
    given(admitted).when(deleteAdmission, by(teammate, deletion)).then({ type: 'AdmissionDeleted', data: {} });
    given(admitted, discharged, groupAdded('group-1'), medicationAdded('med-1'))
      .when(deleteAdmission, by(teammate, deletion))
      .then({ type: 'AdmissionDeleted', data: {} });
  });
  test('is refused while it has reviews or notes', () => {
    given(admitted, reviewAdded, noteAdded)
      .when(deleteAdmission, by(pharmacist, deletion))
      .thenRejected('conflict', 'This admission has reviews and cannot be deleted');
    given(admitted, noteAdded)
      .when(deleteAdmission, by(pharmacist, deletion))
      .thenRejected('conflict', 'This admission has physician notes and cannot be deleted');
    given(
      admitted,
      reviewAdded,
      noteAdded,
      { type: 'ReviewDeleted', data: { reviewId: 'review-1' } },
      { type: 'PhysicianNoteDeleted', data: { noteId: 'note-1' } },
    )
      .when(deleteAdmission, by(pharmacist, deletion))
      .then({ type: 'AdmissionDeleted', data: {} });
  });
  test('a second time is not found, and neither is any other command', () => {
    const gone = { type: 'AdmissionDeleted', data: {} } as const;
    given(admitted, gone).when(deleteAdmission, by(pharmacist, deletion)).thenRejected('notFound', 'Not found');
    given(admitted, gone)
      .when(editAdmission, by(pharmacist, { ...deletion, admissionDetails: '' }))
      .thenRejected('notFound', 'Not found');
    given(admitted, gone)
      .when(
        admitPatient,
        by(pharmacist, { patientId: 'patient-1', teamId: 'team-1', admissionDate: admittedOn, admissionDetails: '' }),
      )
      .thenNothing();
  });
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted).when(deleteAdmission, by(actor, deletion)).thenRejected('forbidden', 'Not allowed');
  });
  test('conflicts with a later change by another person', () =>
    given(admitted, dischargedBy(teammate))
      .when(deleteAdmission, by(pharmacist, deletion, { basedOn: 0n }))
      .thenConflict({ entity, changedBy: teammate.id }));
  test('conflicts with later images and medications', () => {
    for (const event of [groupAdded('group-1'), medicationAdded('med-1')]) {
      given(admitted, event)
        .when(deleteAdmission, by(teammate, deletion, { basedOn: 0n }))
        .thenConflict({ entity, changedBy: pharmacist.id });
      given(admitted, event)
        .when(deleteAdmission, by(teammate, deletion, { basedOn: 1n }))
        .then({ type: 'AdmissionDeleted', data: {} });
    }
  });
});
