import { expect, test } from 'vitest';
import { columnsByHeading } from './headings.ts';

test.each([
  [['MRN', 'Patient Name', 'D.O.B', 'Gender'], { medicalRecordNumber: 0, fullName: 1, birthdate: 2, sex: 3 }],
  [
    ['رقم الملف الطبي', 'الاسم الرباعي', 'تاريخ الميلاد', 'النوع'],
    { medicalRecordNumber: 0, fullName: 1, birthdate: 2, sex: 3 },
  ],
  [['الجنس / Sex', 'BirthDate', 'رقم الملف (MRN)'], { sex: 0, birthdate: 1, medicalRecordNumber: 2 }],
  [['Patient ID', 'First name', 'Surname', 'Ward'], { medicalRecordNumber: 0, firstName: 1, lastName: 2 }],
])('headings of patients %j', (headings, columns) => {
  expect(columnsByHeading('patients', headings)).toEqual(columns);
});

test('a column has one field, the likelier one', () => {
  expect(columnsByHeading('measurements', ['MRN', 'Test', 'Result', 'Unit', 'Date', 'Time', 'Notes'])).toEqual({
    medicalRecordNumber: 0,
    kind: 1,
    value: 2,
    unit: 3,
    takenOn: 4,
    takenAt: 5,
    note: 6,
  });
  expect(columnsByHeading('drugs', ['المادة الفعالة', 'الاسم التجاري', 'الفئة'])).toEqual({
    label: 0,
    tradeLabels: 1,
    tags: 2,
  });
  expect(columnsByHeading('allergies', ['رقم المريض', 'الحساسية', 'الشدة'])).toEqual({
    medicalRecordNumber: 0,
    agentText: 1,
    severity: 2,
  });
  expect(columnsByHeading('admissions', ['رقم المريض', 'تاريخ الدخول', 'السرير', 'التشخيص'])).toEqual({
    medicalRecordNumber: 0,
    admissionDate: 1,
    bed: 2,
    workingDiagnosis: 3,
  });
});
