import { describe, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import { admitted, discharged, medication, medicationAdded, reviewAdded } from './chart.testdata.ts';
import {
  addMedication,
  deleteMedication,
  sortMedications,
  stopMedication,
  stopMedicationsOfDischarged,
  updateMedication,
  type UpdateMedication,
} from './decide-medication.ts';
import type { AdmissionEvent, Medication } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider, adminAccount } = people;
const entity = { kind: 'medication', id: 'med-1' } as const;
const one = [admitted, medicationAdded('med-1')] as const;
const stopped = (medicationId: string, day: string): AdmissionEvent => ({
  type: 'AdmissionMedicationStopped',
  data: { medicationId, stopDate: calendarDate(day) },
});
const sortedAs = (...medicationIds: string[]): AdmissionEvent => ({
  type: 'AdmissionMedicationsSorted',
  data: { medicationIds },
});

describe('adding a medication', () => {
  const addition = { medication: medication('med-1') };

  test('puts it at the end of the list, also after the discharge', () => {
    given(admitted)
      .when(addMedication, by(pharmacist, addition))
      .then({ type: 'AdmissionMedicationAdded', data: addition });
    given(admitted, discharged)
      .when(addMedication, by(pharmacist, addition))
      .then({ type: 'AdmissionMedicationAdded', data: addition });
  });
  test('starts today where nothing is said', () =>
    given(admitted)
      .when(addMedication, by(pharmacist, { medication: { ...medication('med-1'), startDate: undefined } }))
      .then({ type: 'AdmissionMedicationAdded', data: { medication: medication('med-1', { startDate: today }) } }));
  test('may have begun before the admission, and end on a day to come, and not before it begins', () => {
    const with_ = (startDate: string, stopDate: string) => ({
      medication: medication('med-1', { startDate: calendarDate(startDate), stopDate: calendarDate(stopDate) }),
    });
    for (const dates of [with_('2020-01-01', '2026-04-01'), with_('2026-03-02', '2026-03-02')]) {
      given(admitted)
        .when(addMedication, by(pharmacist, dates))
        .then({ type: 'AdmissionMedicationAdded', data: dates });
    }
    given(admitted)
      .when(addMedication, by(pharmacist, with_('2026-03-02', '2026-03-01')))
      .thenInvalid('stopDate', 'The stop date is before the start date');
  });
  test('again writes nothing', () =>
    given(...one)
      .when(addMedication, by(pharmacist, addition))
      .thenNothing());
  test('instead of a deleted one is done once, whoever does it, and not while that one is there', () => {
    const back = { medication: medication('med-2'), bringsBack: 'med-1' };
    const was = [...one, { type: 'AdmissionMedicationDeleted', data: { medicationId: 'med-1' } }] as const;
    given(...was)
      .when(addMedication, by(pharmacist, back))
      .then({ type: 'AdmissionMedicationAdded', data: { medication: back.medication } });
    for (const chart of [[...was, medicationAdded('med-2')], one])
      given(...chart)
        .when(addMedication, by(teammate, back))
        .thenRejected('conflict', 'This medication is back on the list already');
    for (const actor of [physician, outsider])
      given(...was, medicationAdded('med-2'))
        .when(addMedication, by(actor, back))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('needs an admission', () =>
    given().when(addMedication, by(pharmacist, addition)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted).when(addMedication, by(actor, addition)).thenRejected('forbidden', 'Not allowed');
  });
});

describe('updating a medication', () => {
  const update = (changes: UpdateMedication['changes']) => ({ medicationId: 'med-1', changes });

  test('changes what is said and keeps the rest', () =>
    given(...one)
      .when(updateMedication, by(teammate, update({ dose: '500 mg', drug: undefined })))
      .then({ type: 'AdmissionMedicationUpdated', data: { medication: medication('med-1', { dose: '500 mg' }) } }));
  test('sees a change of any one field, and lets a stopped one run again', () => {
    const changes: Partial<Medication>[] = [
      { drug: 'drug-vancomycin.2' },
      { drugLabel: 'Vancomycin 1 g vial' },
      { dose: '' },
      { route: 'PO' },
      { frequency: 'once' },
      { startDate: calendarDate('2026-03-03') },
      { stopDate: null },
      { note: 'With food' },
    ];
    for (const change of changes) {
      given(...one, stopped('med-1', '2026-03-09'))
        .when(updateMedication, by(pharmacist, update(change)))
        .then({
          type: 'AdmissionMedicationUpdated',
          data: { medication: medication('med-1', { stopDate: calendarDate('2026-03-09'), ...change }) },
        });
    }
  });
  test('that changes nothing writes nothing', () =>
    given(...one)
      .when(updateMedication, by(pharmacist, update({ dose: '1 g' })))
      .thenNothing());
  test('needs the medication', () =>
    given(admitted)
      .when(updateMedication, by(pharmacist, update({})))
      .thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(...one)
        .when(updateMedication, by(actor, update({ dose: '' })))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('does not let it end before it begins', () =>
    given(...one, stopped('med-1', '2026-03-03'))
      .when(updateMedication, by(pharmacist, update({ startDate: calendarDate('2026-03-04') })))
      .thenInvalid('stopDate', 'The stop date is before the start date'));
  test('does not overwrite what happened to it since', () =>
    given(...one, stopped('med-1', '2026-03-09'))
      .when(updateMedication, by(pharmacist, update({ dose: '2 g' }), { basedOn: 1n }))
      .thenConflict({ entity, changedBy: 'another-user' }));
  test('is no conflict where others were added and the list was sorted', () =>
    given(...one, medicationAdded('med-2'), sortedAs('med-2', 'med-1'))
      .when(updateMedication, by(pharmacist, update({ dose: '2 g' }), { basedOn: 1n }))
      .then({ type: 'AdmissionMedicationUpdated', data: { medication: medication('med-1', { dose: '2 g' }) } }));
});

describe('stopping a medication', () => {
  test('ends it today, or on the day that is said', () => {
    given(...one)
      .when(stopMedication, by(teammate, { medicationId: 'med-1' }))
      .then(stopped('med-1', today));
    given(...one)
      .when(stopMedication, by(teammate, { medicationId: 'med-1', stopDate: calendarDate('2026-03-20') }))
      .then(stopped('med-1', '2026-03-20'));
  });
  test('again on the same day writes nothing, on another corrects it', () => {
    given(...one, stopped('med-1', today))
      .when(stopMedication, by(pharmacist, { medicationId: 'med-1' }))
      .thenNothing();
    given(...one, stopped('med-1', today))
      .when(stopMedication, by(pharmacist, { medicationId: 'med-1', stopDate: calendarDate('2026-03-05') }))
      .then(stopped('med-1', '2026-03-05'));
  });
  test('is not before it began', () =>
    given(...one)
      .when(stopMedication, by(pharmacist, { medicationId: 'med-1', stopDate: calendarDate('2026-03-01') }))
      .thenInvalid('stopDate', 'The stop date is before the start date'));
  test('needs the medication, and a clinical pharmacist', () => {
    given(admitted)
      .when(stopMedication, by(pharmacist, { medicationId: 'med-1' }))
      .thenRejected('notFound', 'Not found');
    for (const actor of [physician, teamAdmin, outsider])
      given(...one)
        .when(stopMedication, by(actor, { medicationId: 'med-1' }))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('does not overwrite what happened to it since', () =>
    given(...one, stopped('med-1', '2026-03-09'))
      .when(stopMedication, by(pharmacist, { medicationId: 'med-1' }, { basedOn: 1n }))
      .thenConflict({ entity, changedBy: 'another-user' }));
});

describe('deleting a medication', () => {
  const deletion = { medicationId: 'med-1' };

  test('takes it out of the list, and a second time finds nothing', () => {
    given(...one)
      .when(deleteMedication, by(teammate, deletion))
      .then({ type: 'AdmissionMedicationDeleted', data: deletion });
    given(...one, { type: 'AdmissionMedicationDeleted', data: deletion })
      .when(deleteMedication, by(teammate, deletion))
      .thenRejected('notFound', 'Not found');
  });
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(...one)
        .when(deleteMedication, by(actor, deletion))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('does not take away what somebody has changed since', () =>
    given(...one, stopped('med-1', '2026-03-09'))
      .when(deleteMedication, by(pharmacist, deletion, { basedOn: 1n }))
      .thenConflict({ entity, changedBy: 'another-user' }));
});

describe('sorting the medications', () => {
  const three = [admitted, medicationAdded('med-1'), medicationAdded('med-2'), medicationAdded('med-3')] as const;
  const sort = (...medicationIds: string[]) =>
    given(...three).when(sortMedications, by(teammate, { admissionId: 'admission-1', medicationIds }));

  test('puts the list into the order given', () =>
    sort('med-3', 'med-1', 'med-2').then(sortedAs('med-3', 'med-1', 'med-2')));
  test('into the order that stands writes nothing', () => {
    sort('med-1', 'med-2', 'med-3').thenNothing();
    given(admitted)
      .when(sortMedications, by(teammate, { admissionId: 'admission-1', medicationIds: [] }))
      .thenNothing();
  });
  test('names each medication once, all of them, and no other', () => {
    sort('med-1', 'med-2', 'med-9').thenInvalid('ids', 'One of these medications is not in this admission');
    sort('med-1', 'med-2').thenInvalid('ids', 'A medication of this admission is left out: name them all');
    sort('med-1', 'med-2', 'med-2').thenInvalid('ids', 'Name each medication once');
  });
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(...three)
        .when(sortMedications, by(actor, { admissionId: 'admission-1', medicationIds: [] }))
        .thenRejected('forbidden', 'Not allowed');
  });
});

describe('sorting a list that somebody has changed since', () => {
  const two = [admitted, medicationAdded('med-1'), medicationAdded('med-2')] as const;
  const turned = { admissionId: 'admission-1', medicationIds: ['med-2', 'med-1'] };
  const list = { kind: 'medications', id: 'admission-1' } as const;

  test('is theirs to see: sorted, longer, or shorter', () => {
    given(...two, medicationAdded('med-3'), sortedAs('med-3', 'med-1', 'med-2'))
      .when(sortMedications, by(teammate, { ...turned, medicationIds: ['med-2', 'med-1', 'med-3'] }, { basedOn: 3n }))
      .thenConflict({ entity: list, changedBy: 'another-user' });
    given(...two, medicationAdded('med-3'))
      .when(sortMedications, by(teammate, turned, { basedOn: 2n }))
      .thenConflict({ entity: list, changedBy: pharmacist.id });
    given(...two, { type: 'AdmissionMedicationDeleted', data: { medicationId: 'med-1' } })
      .when(sortMedications, by(teammate, turned, { basedOn: 2n }))
      .thenConflict({ entity: list, changedBy: 'another-user' });
  });
  test('into the order that it has by now is no conflict', () =>
    given(...two, sortedAs('med-2', 'med-1'))
      .when(sortMedications, by(teammate, turned, { basedOn: 2n }))
      .thenNothing());
  test('goes through where a medication itself has changed, or anything else', () =>
    given(...two, stopped('med-1', '2026-03-09'), reviewAdded)
      .when(sortMedications, by(teammate, turned, { basedOn: 2n }))
      .then(sortedAs('med-2', 'med-1')));
});

describe('stopping what is still taken in closed admissions', () => {
  const chart = [
    admitted,
    medicationAdded('med-1'),
    medicationAdded('med-2', { stopDate: calendarDate('2026-03-04') }),
    medicationAdded('med-3', { startDate: calendarDate('2026-03-10') }),
  ] as const;

  test('stops it on the day of the discharge, and nothing on a day before it began', () =>
    given(...chart, discharged)
      .when(stopMedicationsOfDischarged, by(adminAccount, {}))
      .then(stopped('med-1', '2026-03-09'), stopped('med-3', '2026-03-10')));
  test('leaves open, deleted and unknown admissions alone', () => {
    given(...chart)
      .when(stopMedicationsOfDischarged, by(adminAccount, {}))
      .thenNothing();
    given(...chart, discharged, { type: 'AdmissionDeleted', data: {} })
      .when(stopMedicationsOfDischarged, by(adminAccount, {}))
      .thenNothing();
    given().when(stopMedicationsOfDischarged, by(adminAccount, {})).thenNothing();
  });
  test('is for the admin account alone', () => {
    for (const actor of [pharmacist, teamAdmin, outsider])
      given(...chart, discharged)
        .when(stopMedicationsOfDischarged, by(actor, {}))
        .thenRejected('forbidden', 'Not allowed');
  });
});
