import type { WardPatient } from 'language/contract/handover';
import { foldPlace } from 'language/domain/values/folding';

export interface BoardRow extends WardPatient {
  /** True if other people have changed the chart since this person last looked at it. */
  isNew: boolean;
}
/** The errors without a response of all these inpatients. */
export const pendingOf = (patients: readonly Pick<WardPatient, 'pending'>[]): number =>
  patients.reduce((sum, { pending }) => sum + pending, 0);

export type Column =
  | 'name'
  | 'bed'
  | 'priority'
  | 'age'
  | 'day'
  | 'reviewed'
  | 'news'
  | 'pending'
  | 'worst'
  | 'overdue'
  | 'last';
export interface Order {
  by: Column;
  isDescending: boolean;
}

/**
 * Rooms and beds with numbers in the order of the numbers, in any script and spelling. A patient
 * without either is last.
 */
const placeKey = (room: string, bed: string): string =>
  room === '' && bed === ''
    ? '\uffff'
    : `${foldPlace(room)} ${foldPlace(bed)}`.replaceAll(/\d+/g, (number) => number.padStart(8, '0'));

type SortKey = (row: BoardRow) => string | number;

/** The keys by which the rows are compared, in ascending order. */
const sortKeys: Record<Exclude<Column, 'name'>, SortKey> = {
  bed: ({ room, bed }) => placeKey(room, bed),
  priority: ({ priority }) => priority.points,
  // Ascending by age is descending by date of birth. The same holds for the day of the stay.
  age: ({ birthdate }) => -Number(birthdate.replaceAll('-', '')),
  day: ({ admissionDate }) => -Number(admissionDate.replaceAll('-', '')),
  reviewed: ({ reviewedToday, lastReviewDate }) => (reviewedToday ? '9' : (lastReviewDate ?? '')),
  news: ({ isNew }) => Number(isNew),
  pending: ({ pending }) => pending,
  worst: ({ worstSeverity }) => worstSeverity ?? '',
  overdue: ({ overdue }) => overdue,
  last: ({ lastAt }) => lastAt ?? '',
};

/** The first order of a column: names from A, beds from the first, patients without a review today first, else the largest value first. */
export const initialOrder = (by: Column): Order => ({
  by,
  isDescending: by !== 'name' && by !== 'bed' && by !== 'reviewed',
});

/**
 * Sorts rows that come in the server's order, which is by name. Rows with equal values keep it.
 * The order by name is the server's or its reverse: only the server compares folded names.
 */
export function sortRows(rows: readonly BoardRow[], order: Order): BoardRow[] {
  if (order.by === 'name') return order.isDescending ? [...rows].reverse() : [...rows];
  const [key, sign] = [sortKeys[order.by], order.isDescending ? -1 : 1];
  return [...rows].sort((a, b) => {
    const [keyA, keyB] = [key(a), key(b)];
    return keyA === keyB ? 0 : keyA < keyB ? -sign : sign;
  });
}
