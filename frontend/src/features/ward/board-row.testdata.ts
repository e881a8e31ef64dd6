import type { WardPatient } from 'language/contract/handover';
import type { BoardRow } from './sorting.ts';

/** A patient of the board without anything to do; `_id` is also the first name. */
export const wardPatient = (_id: string, over: Partial<WardPatient> = {}): WardPatient => ({
  _id,
  firstName: _id,
  middleName: '',
  lastName: '',
  fourthName: '',
  birthdate: '1960-01-01',
  medicalRecordNumber: '',
  sex: '',
  allergyBrief: { state: 'not-asked', list: [] },
  admission: `a-${_id}`,
  admissionDate: '2026-03-01',
  room: '',
  bed: '',
  consultant: '',
  workingDiagnosis: '',
  pregnancy: '',
  isBedShared: false,
  isOpenTwice: false,
  lastReviewDate: null,
  reviewedToday: false,
  pending: 0,
  worstSeverity: null,
  overdue: 0,
  lastBy: '',
  lastByName: '',
  lastAt: null,
  ...over,
});
export const boardRow = (_id: string, { isNew = false, ...over }: Partial<BoardRow>): BoardRow => ({
  ...wardPatient(_id, over),
  isNew,
});
