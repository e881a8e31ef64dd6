import { expect, test } from 'vitest';
import { initialOrder, sortRows, type BoardRow, type Column } from './sorting.ts';

const patient = (_id: string, over: Partial<BoardRow>): BoardRow => ({
  _id,
  firstName: _id,
  middleName: '',
  lastName: '',
  fourthName: '',
  birthdate: '1960-01-01',
  medicalRecordNumber: '',
  admission: `a-${_id}`,
  admissionDate: '2026-03-01',
  lastReviewDate: null,
  reviewedToday: false,
  pending: 0,
  worstSeverity: null,
  overdue: 0,
  lastBy: '',
  lastByName: '',
  lastAt: null,
  isNew: false,
  ...over,
});
const ward = [
  patient('ahmed', {
    birthdate: '1950-05-05',
    admissionDate: '2026-03-03',
    reviewedToday: true,
    lastReviewDate: '2026-03-05',
    pending: 2,
    worstSeverity: 'C',
    lastAt: '2026-03-05T09:00:00.000Z',
  }),
  patient('huda', {
    birthdate: '2001-01-01',
    admissionDate: '2026-02-20',
    lastReviewDate: '2026-03-04',
    pending: 1,
    worstSeverity: 'F',
    overdue: 1,
    isNew: true,
    lastAt: '2026-03-05T11:00:00.000Z',
  }),
  patient('mona', { birthdate: '1980-01-01' }),
];
const ids = (by: Column, isReversed = false) =>
  sortRows(ward, { by, isDescending: initialOrder(by).isDescending !== isReversed }).map(({ _id }) => _id);

test('the order by name is the server’s or its reverse', () => {
  expect(ids('name')).toEqual(['ahmed', 'huda', 'mona']);
  expect(ids('name', true)).toEqual(['mona', 'huda', 'ahmed']);
});

test('the first order of a column begins with the rows that matter most', () => {
  expect(ids('age')).toEqual(['ahmed', 'mona', 'huda']);
  expect(ids('day')).toEqual(['huda', 'mona', 'ahmed']);
  expect(ids('reviewed')).toEqual(['mona', 'huda', 'ahmed']);
  expect(ids('news')).toEqual(['huda', 'ahmed', 'mona']);
  expect(ids('pending')).toEqual(['ahmed', 'huda', 'mona']);
  expect(ids('worst')).toEqual(['huda', 'ahmed', 'mona']);
  expect(ids('overdue')).toEqual(['huda', 'ahmed', 'mona']);
  expect(ids('last')).toEqual(['huda', 'ahmed', 'mona']);
});

test('rows with equal values keep the order by name, in both directions', () => {
  expect(ids('overdue', true)).toEqual(['ahmed', 'mona', 'huda']);
});
