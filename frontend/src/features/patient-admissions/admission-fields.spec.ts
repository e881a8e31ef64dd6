import { expect, test } from 'vitest';
import { readAdmission, editOf, fieldsOf } from './admission-fields.ts';

const open = {
  admissionDate: '2026-03-01',
  admissionDetails: '<p>MI</p>',
  dischargeDate: null,
  dischargeStatus: null,
  dischargeNote: '',
};
const closed = { ...open, dischargeDate: '2026-03-09', dischargeStatus: 0 as const, dischargeNote: 'well' };

test('a status of 0 is a status, and none is empty', () => {
  expect(fieldsOf(closed)).toMatchObject({ dischargeDate: '2026-03-09', dischargeStatus: '0' });
  expect(fieldsOf(open)).toMatchObject({ dischargeDate: '', dischargeStatus: '' });
});
test('only what was changed is sent, and an emptied discharge date takes the discharge back', () => {
  expect(editOf({})).toEqual({});
  expect(editOf({ dischargeStatus: '5', dischargeNote: '' })).toEqual({ dischargeStatus: 5, dischargeNote: '' });
  expect(editOf({ dischargeDate: '', dischargeStatus: '' })).toEqual({ dischargeDate: null, dischargeStatus: null });
});
test('what a conflict shows is read as an admission, or not at all', () => {
  expect(readAdmission({ ...closed, version: 4 })).toEqual({ fields: fieldsOf(closed), version: 4 });
  expect(readAdmission({ version: 4 })).toBeUndefined();
  expect(readAdmission(null)).toBeUndefined();
});
