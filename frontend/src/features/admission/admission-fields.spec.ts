import { expect, test } from 'vitest';
import { noCareDetails } from '../../clinical/care-details.ts';
import { readAdmission, editOf, fieldsOf } from './admission-fields.ts';

const open = {
  admissionDate: '2026-03-01',
  admissionDetails: '<p>MI</p>',
  ...noCareDetails,
  dischargeDate: null,
  dischargeStatus: null,
  dischargeNote: '',
};
const discharged = { ...open, dischargeDate: '2026-03-09', dischargeStatus: 0 as const, dischargeNote: 'well' };

test('a discharge status of 0 is kept, and no status is empty', () => {
  expect(fieldsOf(discharged)).toMatchObject({ dischargeDate: '2026-03-09', dischargeStatus: '0' });
  expect(fieldsOf(open)).toMatchObject({ dischargeDate: '', dischargeStatus: '' });
});
test('only changed fields are sent, and an empty discharge date takes the discharge back', () => {
  expect(editOf({})).toEqual({});
  expect(editOf({ dischargeStatus: '5', dischargeNote: '' })).toEqual({ dischargeStatus: 5, dischargeNote: '' });
  expect(editOf({ dischargeDate: '', dischargeStatus: '' })).toEqual({ dischargeDate: null, dischargeStatus: null });
});
test('a room and a bed are read and sent', () => {
  expect(fieldsOf({ ...open, room: '2', bed: '4' })).toMatchObject({ room: '2', bed: '4', consultant: '' });
  expect(editOf({ room: '', bed: '5' })).toEqual({ room: '', bed: '5' });
});
test('the current state in a conflict is read as an admission, and anything else is ignored', () => {
  expect(readAdmission({ ...discharged, version: 4 })).toEqual({ fields: fieldsOf(discharged), version: 4 });
  expect(readAdmission({ version: 4 })).toBeUndefined();
  expect(readAdmission(null)).toBeUndefined();
});
