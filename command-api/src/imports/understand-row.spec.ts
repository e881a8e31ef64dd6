import type { DateOrder, ImportKind } from 'language/contract/imports';
import { calendarDate } from 'language/domain/values/calendar-date';
import { HttpProblem } from 'service-kit/http/http-problem';
import { expect, test } from 'vitest';
import { understandRow } from './understand-row.ts';

const today = calendarDate('2026-11-30');
function understand(kind: ImportKind, values: Record<string, string>, dateOrders: Record<string, DateOrder> = {}) {
  try {
    return understandRow({ kind, dateOrders, today }, values);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { refused: error.refusal.reason, at: Object.keys(error.problem.fields ?? {})[0] };
  }
}

test('a patient: record number and date in Arabic digits, a whole name, a word for the sex', () => {
  const values = {
    medicalRecordNumber: '٠٠١٢',
    fullName: 'أحمد عبد الرحمن محمود علي حسن',
    birthdate: '٠١/٠٢/١٩٩٠',
    sex: 'أنثى',
  };
  expect(understand('patients', values, { birthdate: 'dmy' })).toEqual({
    medicalRecordNumber: '0012',
    firstName: 'أحمد',
    middleName: 'عبد الرحمن',
    lastName: 'محمود',
    fourthName: 'علي حسن',
    birthdate: '1990-02-01',
    sex: 'female',
  });
  expect(understand('patients', values)).toEqual({ refused: 'date-order-unknown', at: 'birthdate' });
  expect(understand('patients', { ...values, sex: 'x' }, { birthdate: 'dmy' })).toEqual({
    refused: 'word-not-understood',
    at: 'sex',
  });
  expect(understand('patients', { ...values, sex: 'N/A' }, { birthdate: 'dmy' })).not.toHaveProperty('sex');
  expect(understand('patients', { medicalRecordNumber: '1' })).toEqual({ refused: 'cell-required', at: 'birthdate' });
});

const sample = {
  medicalRecordNumber: '1',
  kind: 'Serum Creatinine',
  value: '2.1',
  unit: 'mg/dl',
  takenOn: '2026-11-30 08:15',
};
test('a measurement: kind and unit as the line of entry reads them, the time behind the date', () => {
  expect(understand('measurements', sample)).toMatchObject({
    kind: 'creatinine',
    value: '2.1',
    unit: 'mg/dL',
    takenOn: '2026-11-30',
    takenAt: '08:15',
  });
  expect(understand('measurements', { ...sample, kind: 'وزن', value: '٧٢٫٥', unit: 'كجم' })).toMatchObject({
    kind: 'weight',
    value: '72.5',
    unit: 'kg',
  });
  expect(understand('measurements', { ...sample, kind: 'INR', unit: '' })).toMatchObject({
    kind: 'inr',
    unit: '{INR}',
  });
});

test.each([
  ['a unit that is missing', { unit: '' }, 'unit-missing'],
  ['a unit of another kind', { unit: 'kg' }, 'value-not-understood'],
  ['a test that is not known', { kind: 'Urine colour' }, 'value-not-understood'],
  ['a value that is hardly possible', { value: '186' }, 'value-questionable'],
  ['two values', { value: '2.1 / 2.3' }, 'value-not-understood'],
])('%s is a question, not a guess', (_, changed, refused) => {
  expect(understand('measurements', { ...sample, ...changed })).toMatchObject({ refused });
});

test.each(['NKDA', 'none known', 'لا يوجد', 'No known drug allergies'])(
  '%s is not recorded as an allergy to it',
  (agentText) => {
    expect(understand('allergies', { medicalRecordNumber: '1', agentText })).toEqual({
      refused: 'no-allergy-in-row',
      at: 'agentText',
    });
  },
);
