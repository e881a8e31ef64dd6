import { expect, test } from 'vitest';
import { RegisterPatient } from '../../contract/bodies/patients.ts';
import { plainRecordNumber } from './record-number.ts';

test.each([
  ['٢٠٢٢٨', '20228'],
  ['123\u200B456', '123456'],
  ['\u200E45678\u200F', '45678'],
  ['A-1\u00AD2', 'A-12'],
  ['A-12', 'A-12'],
])('%j is the record number %s', (typed, plain) => {
  expect(plainRecordNumber(typed)).toBe(plain);
  const patient = { team: 't', firstName: 'Ali', birthdate: '1960-01-01', medicalRecordNumber: typed };
  expect(RegisterPatient.parse(patient).medicalRecordNumber).toBe(plain);
});
