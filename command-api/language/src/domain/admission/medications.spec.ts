import { describe, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import { admitted, discharged, medication, medicationAdded, reviewAdded } from './chart.testdata.ts';
import {
  addMedication,
  deleteMedication,
  endMedicationHold,
  holdMedication,
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

  test('appends it to the list, also after the discharge', () => {
    given(admitted)
      .when(addMedication, by(pharmacist, addition))
      .then({ type: 'AdmissionMedicationAdded', data: addition });
    given(admitted, discharged)
      .when(addMedication, by(pharmacist, addition))
      .then({ type: 'AdmissionMedicationAdded', data: addition });
  });
  test('starts today by default', () =>
    given(admitted)
      .when(addMedication, by(pharmacist, { medication: { ...medication('med-1'), startDate: undefined } }))
      .then({ type: 'AdmissionMedicationAdded', data: { medication: medication('med-1', { startDate: today }) } }));
  test('may start before the admission and stop in the future, but not stop before its start', () => {
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
  test('that restores a deleted one works once, for any person, and not while that one exists', () => {
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

  test('changes the given fields and keeps the rest', () =>
    given(...one)
      .when(updateMedication, by(teammate, update({ dose: '500 mg', drug: undefined })))
      .then({
        type: 'AdmissionMedicationUpdated',
        data: { medication: medication('med-1', { dose: '500 mg' }), doseChangedOn: today },
      }));
  test('notices a change of each field, and can remove the stop date', () => {
    const changes: Partial<Medication>[] = [
      { drug: 'drug-vancomycin.2' },
      { drugLabel: 'Vancomycin 1 g vial' },
      { dose: '' },
      { route: 'PO' },
      { frequency: 'once' },
      { startDate: calendarDate('2026-03-03') },
      { stopDate: null },
      { note: 'With food' },
      { indication: 'Endocarditis' },
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
  test('without a difference writes nothing', () =>
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
  test('does not allow a stop before the start', () =>
    given(...one, stopped('med-1', '2026-03-03'))
      .when(updateMedication, by(pharmacist, update({ startDate: calendarDate('2026-03-04') })))
      .thenInvalid('stopDate', 'The stop date is before the start date'));
  test('conflicts with a later change by another person', () =>
    given(...one, stopped('med-1', '2026-03-09'))
      .when(updateMedication, by(pharmacist, update({ dose: '2 g' }), { basedOn: 1n }))
      .thenConflict({ entity, changedBy: 'another-user' }));
  test('does not conflict with other additions and a new order', () =>
    given(...one, medicationAdded('med-2'), sortedAs('med-2', 'med-1'))
      .when(updateMedication, by(pharmacist, update({ dose: '2 g' }), { basedOn: 1n }))
      .then({
        type: 'AdmissionMedicationUpdated',
        data: { medication: medication('med-1', { dose: '2 g' }), doseChangedOn: today },
      }));
});

describe('a change of dose', () => {
  const changed = (over: Partial<Medication>, changes: UpdateMedication['changes']) =>
    given(admitted, medicationAdded('med-1', over)).when(
      updateMedication,
      by(pharmacist, { medicationId: 'med-1', changes }),
    );
  const updated = (over: Partial<Medication>, day: object = {}): AdmissionEvent => ({
    type: 'AdmissionMedicationUpdated',
    data: { medication: medication('med-1', over), ...day },
  });

  test('has its day, also where only the frequency is another', () =>
    changed({}, { frequency: 'every 8 h' }).then(updated({ frequency: 'every 8 h' }, { doseChangedOn: today })));
  test('is none on the first day, after the stop, of a first dose, and of other fields', () => {
    changed({ startDate: today }, { dose: '2 g' }).then(updated({ startDate: today, dose: '2 g' }));
    changed({ stopDate: today }, { dose: '2 g' }).then(updated({ stopDate: today, dose: '2 g' }));
    const undosed = { dose: '', route: '', frequency: '' };
    changed(undosed, { dose: '2 g' }).then(updated({ ...undosed, dose: '2 g' }));
    changed({}, { note: 'Slowly' }).then(updated({ note: 'Slowly' }));
  });
});

describe('holding a medication', () => {
  const held = (from: string, until: string | null = null, reason = ''): AdmissionEvent => ({
    type: 'MedicationHeld',
    data: {
      medicationId: 'med-1',
      from: calendarDate(from),
      until: until === null ? null : calendarDate(until),
      reason,
    },
  });
  const ended = (on: string): AdmissionEvent => ({
    type: 'MedicationHoldEnded',
    data: { medicationId: 'med-1', on: calendarDate(on) },
  });
  const hold = (over: object = {}) => ({ medicationId: 'med-1', until: null, reason: '', ...over });
  const end = { medicationId: 'med-1' };

  test('begins today or on the given day, until it is ended or until the given day', () => {
    given(...one)
      .when(holdMedication, by(teammate, hold()))
      .then(held(today));
    const days = { from: calendarDate('2026-03-12'), until: calendarDate('2026-03-14'), reason: 'NPO' };
    given(...one)
      .when(holdMedication, by(teammate, hold(days)))
      .then(held('2026-03-12', '2026-03-14', 'NPO'));
  });
  test('again corrects it, with the same days writes nothing', () => {
    given(...one, held(today))
      .when(holdMedication, by(pharmacist, hold()))
      .thenNothing();
    given(...one, held(today))
      .when(holdMedication, by(pharmacist, hold({ reason: 'NPO' })))
      .then(held(today, null, 'NPO'));
  });
  test('has its days in order, within those of the medication', () => {
    const refused = (over: object, field: string, why: string) =>
      given(...one, stopped('med-1', '2026-03-20'))
        .when(holdMedication, by(pharmacist, hold(over)))
        .thenInvalid(field, why);
    refused({ from: calendarDate('2026-03-01') }, 'from', 'The medication starts after that day');
    refused({ from: calendarDate('2026-03-20') }, 'from', 'The medication is stopped by that day');
    refused({ until: today }, 'until', 'The day of resuming is not after the day from which it is held');
  });
  test('ends at the stop, whichever came first', () => {
    given(...one, stopped('med-1', '2026-03-20'))
      .when(holdMedication, by(pharmacist, hold()))
      .then(held(today, '2026-03-20'));
    given(...one, held(today), stopped('med-1', '2026-03-20'))
      .when(holdMedication, by(pharmacist, hold({ until: calendarDate('2026-03-20') })))
      .thenNothing();
    given(...one, held(today), stopped('med-1', today))
      .when(endMedicationHold, by(pharmacist, end))
      .thenNothing();
  });
  test('is ended today or on the given day; a hold that is ahead does not happen', () => {
    given(...one, held('2026-03-08'))
      .when(endMedicationHold, by(teammate, end))
      .then(ended(today));
    given(...one, held('2026-03-08'))
      .when(endMedicationHold, by(teammate, { ...end, on: calendarDate('2026-03-12') }))
      .then(ended('2026-03-12'));
    given(...one, held('2026-03-12'))
      .when(endMedicationHold, by(teammate, end))
      .then(ended(today));
    given(...one, held('2026-03-12'), ended(today))
      .when(holdMedication, by(teammate, hold()))
      .then(held(today));
  });
  test('that is over is not ended again', () => {
    given(...one)
      .when(endMedicationHold, by(pharmacist, end))
      .thenNothing();
    given(...one, held('2026-03-05', '2026-03-08'))
      .when(endMedicationHold, by(pharmacist, end))
      .thenNothing();
  });
  test('is for clinical pharmacists, and conflicts with a later change by another person', () => {
    for (const actor of [physician, teamAdmin, outsider]) {
      given(...one)
        .when(holdMedication, by(actor, hold()))
        .thenRejected('forbidden', 'Not allowed');
      given(...one)
        .when(endMedicationHold, by(actor, end))
        .thenRejected('forbidden', 'Not allowed');
    }
    given(...one, stopped('med-1', '2026-03-20'))
      .when(holdMedication, by(pharmacist, hold(), { basedOn: 1n }))
      .thenConflict({ entity, changedBy: 'another-user' });
    given(...one, held('2026-03-08'))
      .when(endMedicationHold, by(pharmacist, end, { basedOn: 1n }))
      .thenConflict({ entity, changedBy: 'another-user' });
  });
});

describe('stopping a medication', () => {
  test('sets today or the given date', () => {
    given(...one)
      .when(stopMedication, by(teammate, { medicationId: 'med-1' }))
      .then(stopped('med-1', today));
    given(...one)
      .when(stopMedication, by(teammate, { medicationId: 'med-1', stopDate: calendarDate('2026-03-20') }))
      .then(stopped('med-1', '2026-03-20'));
  });
  test('again with the same date writes nothing, with another one corrects it', () => {
    given(...one, stopped('med-1', today))
      .when(stopMedication, by(pharmacist, { medicationId: 'med-1' }))
      .thenNothing();
    given(...one, stopped('med-1', today))
      .when(stopMedication, by(pharmacist, { medicationId: 'med-1', stopDate: calendarDate('2026-03-05') }))
      .then(stopped('med-1', '2026-03-05'));
  });
  test('is not before the start', () =>
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
  test('conflicts with a later change by another person', () =>
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
  test('conflicts with a later change by another person', () =>
    given(...one, stopped('med-1', '2026-03-09'))
      .when(deleteMedication, by(pharmacist, deletion, { basedOn: 1n }))
      .thenConflict({ entity, changedBy: 'another-user' }));
});

describe('sorting the medications', () => {
  const three = [admitted, medicationAdded('med-1'), medicationAdded('med-2'), medicationAdded('med-3')] as const;
  const sort = (...medicationIds: string[]) =>
    given(...three).when(sortMedications, by(teammate, { admissionId: 'admission-1', medicationIds }));

  test('sets the given order', () => sort('med-3', 'med-1', 'med-2').then(sortedAs('med-3', 'med-1', 'med-2')));
  test('into the same order writes nothing', () => {
    sort('med-1', 'med-2', 'med-3').thenNothing();
    given(admitted)
      .when(sortMedications, by(teammate, { admissionId: 'admission-1', medicationIds: [] }))
      .thenNothing();
  });
  test('needs each medication of the list exactly once', () => {
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

describe('sorting a list that another person has changed', () => {
  const two = [admitted, medicationAdded('med-1'), medicationAdded('med-2')] as const;
  const turned = { admissionId: 'admission-1', medicationIds: ['med-2', 'med-1'] };
  const list = { kind: 'medications', id: 'admission-1' } as const;

  test('conflicts with a new order, an addition and a removal', () => {
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
  test('into the same order does not conflict', () =>
    given(...two, sortedAs('med-2', 'med-1'))
      .when(sortMedications, by(teammate, turned, { basedOn: 2n }))
      .thenNothing());
  test('does not conflict with a change of a medication or of other parts', () =>
    given(...two, stopped('med-1', '2026-03-09'), reviewAdded)
      .when(sortMedications, by(teammate, turned, { basedOn: 2n }))
      .then(sortedAs('med-2', 'med-1')));
});

describe('stopping the medications of discharged admissions', () => {
  const chart = [
    admitted,
    medicationAdded('med-1'),
    medicationAdded('med-2', { stopDate: calendarDate('2026-03-04') }),
    medicationAdded('med-3', { startDate: calendarDate('2026-03-10') }),
  ] as const;

  test('sets the day of the discharge, or a later start date', () =>
    given(...chart, discharged)
      .when(stopMedicationsOfDischarged, by(adminAccount, {}))
      .then(stopped('med-1', '2026-03-09'), stopped('med-3', '2026-03-10')));
  test('changes no open, deleted or unknown admission', () => {
    given(...chart)
      .when(stopMedicationsOfDischarged, by(adminAccount, {}))
      .thenNothing();
    given(...chart, discharged, { type: 'AdmissionDeleted', data: {} })
      .when(stopMedicationsOfDischarged, by(adminAccount, {}))
      .thenNothing();
    given().when(stopMedicationsOfDischarged, by(adminAccount, {})).thenNothing();
  });
  test('is for the admin account only', () => {
    for (const actor of [pharmacist, teamAdmin, outsider])
      given(...chart, discharged)
        .when(stopMedicationsOfDischarged, by(actor, {}))
        .thenRejected('forbidden', 'Not allowed');
  });
});
