/** The shifts of the demo hospital: the week begins on Sunday; few people work on Friday and Saturday. */
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import { type Weekday, weekdayOf } from './hospital-clock.ts';

/** The working days of each person, in the order of `demo-people.ts`; the first pharmacist is the team's admin. */
export interface Roster {
  readonly pharmacists: readonly (readonly Weekday[])[];
  readonly physicians: readonly (readonly Weekday[])[];
  /** Those who write their notes in Arabic, by their index. The others write in English. */
  readonly writeArabic: { readonly pharmacists: readonly number[]; readonly physicians: readonly number[] };
  /** Percent of the patients who are reviewed on a day, from Sunday on. */
  readonly reviewed: readonly [number, number, number, number, number, number, number];
}

/** Where a stay takes place. */
export interface Ward {
  /** Its index among the teams. */
  readonly team: number;
  readonly roster: Roster;
  readonly beds: number;
  readonly timeZone: string;
  readonly today: CalendarDate;
}

/** In the order of `demoTeams`. */
export const rosters: readonly [icu: Roster, ward: Roster] = [
  {
    pharmacists: [
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 6],
      [1, 2, 3, 4, 5],
    ],
    physicians: [
      [0, 1, 2, 3],
      [3, 4, 5, 6],
    ],
    writeArabic: { pharmacists: [2], physicians: [1] },
    reviewed: [96, 96, 96, 96, 94, 45, 65],
  },
  {
    pharmacists: [
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 6],
    ],
    physicians: [[0, 1, 2, 3, 4, 6]],
    writeArabic: { pharmacists: [0], physicians: [0] },
    reviewed: [94, 94, 94, 94, 92, 0, 50],
  },
];

/** Minutes since midnight. */
export const SHIFT = { begins: 8 * 60, ends: 15 * 60 + 30 } as const;
export const ROUND = { begins: 8 * 60 + 30, ends: 12 * 60 } as const;
export const THURSDAY: Weekday = 4;

/** The indices of the people who are on duty that day. */
export const onDuty = (people: readonly (readonly Weekday[])[], date: CalendarDate): number[] =>
  people.flatMap((days, index) => (days.includes(weekdayOf(date)) ? [index] : []));

/** The first working day from `from` on, inclusive. */
export function nextShift(days: readonly Weekday[], from: CalendarDate): CalendarDate {
  const ahead = [0, 1, 2, 3, 4, 5, 6].find((count) => days.includes(weekdayOf(addDays(from, count))));
  if (ahead === undefined) throw new RangeError('A roster without a working day');
  return addDays(from, ahead);
}

/**
 * When the network of a team was down: work of that time was recorded afterwards. A working day of the week before
 * last.
 */
export function outageOf(
  team: number,
  today: CalendarDate,
): { readonly date: CalendarDate; readonly from: number; readonly to: number } {
  return { date: nextShift([0, 1, 2, 3], addDays(today, team === 0 ? -10 : -8)), from: 9 * 60 + 10, to: 12 * 60 + 38 };
}
