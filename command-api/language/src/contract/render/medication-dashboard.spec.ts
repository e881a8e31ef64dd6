import { type CalendarDate, calendarDate } from '../../domain/values/calendar-date.ts';
import { NO_ERROR } from '../../domain/values/codes.ts';
import { describe, expect, test } from 'vitest';
import { dashboardOf, daysOf, type Medicine } from './medication-dashboard.ts';

const day = (date: number): CalendarDate => calendarDate(`2026-03-${String(date).padStart(2, '0')}`);
const today = day(10);

describe('the days', () => {
  const stay = { admitted: day(7), discharged: null, reviewed: [] };
  test('go up to today without a discharge', () =>
    expect(daysOf(stay, today)).toEqual([day(7), day(8), day(9), day(10)]));
  test('go up to the discharge', () =>
    expect(daysOf({ ...stay, discharged: day(8) }, today)).toEqual([day(7), day(8)]));
  test('of an admission and discharge on one day are that day', () =>
    expect(daysOf({ ...stay, discharged: day(7) }, today)).toEqual([day(7)]));
  test("hold tomorrow's review", () =>
    expect(daysOf({ ...stay, admitted: day(10), reviewed: [day(11)] }, today)).toEqual([day(10), day(11)]));
  test('hold reviews before and after a stay whose dates were corrected', () =>
    expect(daysOf({ ...stay, discharged: day(8), reviewed: [day(6), day(9)] }, today)).toEqual([
      day(6),
      day(7),
      day(8),
      day(9),
    ]));
  test('of a stay of more than a year are those with a review', () =>
    expect(daysOf({ ...stay, admitted: calendarDate('1926-03-07'), reviewed: [day(6), day(9)] }, today)).toEqual([
      day(6),
      day(9),
    ]));
});

const medicine = (given: Partial<Medicine>): Medicine => ({
  day: day(7),
  drug: 'd.1',
  medication: 'Panadol',
  type: 'dose',
  type_label: 'Dose',
  response: null,
  ...given,
});
const fine = { type: NO_ERROR._id, type_label: NO_ERROR.label };
const empty = { isChecked: false, zType: null, zTypeLabel: '', zResp: null, zRespLabel: '', entries: 0 };

test('a medicine has one row, and a cell for each day of the stay', () =>
  expect(
    dashboardOf(
      'adm',
      [day(7), day(8)],
      [medicine({ ...fine }), medicine({ drug: 'd.2', medication: 'Zantac', day: day(8), response: 2 })],
    ),
  ).toEqual({
    admission: 'adm',
    dayList: ['2026-03-07', '2026-03-08'],
    zMedications: [
      {
        medication: 'Panadol',
        drug: 'd.1',
        days: [
          {
            isChecked: true,
            dayDate: '2026-03-07',
            zType: NO_ERROR._id,
            zTypeLabel: 'No error',
            zResp: null,
            zRespLabel: '',
            entries: 1,
          },
          { ...empty, dayDate: '2026-03-08' },
        ],
      },
      {
        medication: 'Zantac',
        drug: 'd.2',
        days: [
          { ...empty, dayDate: '2026-03-07' },
          {
            isChecked: true,
            dayDate: '2026-03-08',
            zType: 'dose',
            zTypeLabel: 'Dose',
            zResp: 2,
            zRespLabel: 'Reject',
            entries: 1,
          },
        ],
      },
    ],
  }));

test('of several entries on a day an error is shown before "No error", and the last written first', () => {
  const cell = (...medicines: Medicine[]) => dashboardOf('adm', [day(7)], medicines).zMedications[0]?.days[0];
  expect(cell(medicine({ type: 'first' }), medicine({ type: 'second', response: 4 }), medicine(fine))).toMatchObject({
    zType: 'second',
    zResp: 4,
    zRespLabel: 'Harm',
    entries: 3,
  });
  expect(cell(medicine(fine), medicine(fine))).toMatchObject({ zTypeLabel: 'No error', zRespLabel: '', entries: 2 });
  expect(cell(medicine({}))).toMatchObject({ zResp: null, zRespLabel: 'Pending' });
});
