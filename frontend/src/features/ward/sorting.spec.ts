import { expect, test } from 'vitest';
import { initialOrder, sortRows, type Column } from './sorting.ts';
import { boardRow as patient } from './board-row.testdata.ts';

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
    priority: { points: 30, reasons: [] },
    lastAt: '2026-03-05T11:00:00.000Z',
  }),
  patient('mona', { birthdate: '1980-01-01', priority: { points: 45, reasons: [] } }),
];
const ids = (by: Column, isReversed = false) =>
  sortRows(ward, { by, isDescending: initialOrder(by).isDescending !== isReversed }).map(({ _id }) => _id);

test('the order by name is the server’s or its reverse', () => {
  expect(ids('name')).toEqual(['ahmed', 'huda', 'mona']);
  expect(ids('name', true)).toEqual(['mona', 'huda', 'ahmed']);
});

test('the first order of a column begins with the rows that matter most', () => {
  expect(ids('priority')).toEqual(['mona', 'huda', 'ahmed']);
  expect(ids('age')).toEqual(['ahmed', 'mona', 'huda']);
  expect(ids('day')).toEqual(['huda', 'mona', 'ahmed']);
  expect(ids('reviewed')).toEqual(['mona', 'huda', 'ahmed']);
  expect(ids('news')).toEqual(['huda', 'ahmed', 'mona']);
  expect(ids('pending')).toEqual(['ahmed', 'huda', 'mona']);
  expect(ids('worst')).toEqual(['huda', 'ahmed', 'mona']);
  expect(ids('overdue')).toEqual(['huda', 'ahmed', 'mona']);
  expect(ids('last')).toEqual(['huda', 'ahmed', 'mona']);
});

test('beds are in the order of their rooms and numbers, and patients without one come last', () => {
  const rows = [
    patient('none', {}),
    patient('b', { room: 'B', bed: '1' }),
    patient('a10', { room: 'A', bed: '10' }),
    patient('a9', { room: 'A', bed: 'Bed-٩' }),
    patient('room 412', { room: '0412', bed: '1' }),
    patient('room 300', { room: '٣٠٠', bed: '1' }),
  ];
  expect(sortRows(rows, initialOrder('bed')).map(({ _id }) => _id)).toEqual([
    'room 300',
    'room 412',
    'a9',
    'a10',
    'b',
    'none',
  ]);
});

test('rows with equal values keep the order by name, in both directions', () => {
  expect(ids('overdue', true)).toEqual(['ahmed', 'mona', 'huda']);
});
