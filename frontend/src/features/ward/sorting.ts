import type { WardPatient } from 'language/contract/handover';
import { foldPlace } from 'language/domain/values/folding';

export interface BoardRow extends WardPatient {
  /** True if other people have changed the chart since this person last looked at it. */
  isNew: boolean;
}
/** The errors without a response of all these inpatients. */
export const pendingOf = (patients: readonly Pick<WardPatient, 'pending'>[]): number =>
  patients.reduce((sum, { pending }) => sum + pending, 0);

export type Column = 'name' | 'bed' | 'age' | 'day' | 'reviewed' | 'news' | 'pending' | 'worst' | 'overdue' | 'last';
interface ColumnOrder {
  by: Column;
  isDescending: boolean;
}
/** The order of a column, or that of what needs doing. */
export type Order = ColumnOrder | { by: 'need' };
export const byNeed: Order = { by: 'need' };

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
export const initialOrder = (by: Column): ColumnOrder => ({
  by,
  isDescending: by !== 'name' && by !== 'bed' && by !== 'reviewed',
});

/**
 * The keys of what needs doing (docs/product.md, "Ward board"): each in ascending order, the first
 * difference decides.
 */
const needKeys: readonly SortKey[] = [
  ({ reviewedToday }) => Number(reviewedToday),
  // 'A' is -65 and 'I' is -73. A patient without a graded error has 0.
  ({ worstSeverity }) => -(worstSeverity?.charCodeAt(0) ?? 0),
  ({ overdue }) => -overdue,
  ({ pending }) => -pending,
  // '' is before each date: without any review.
  ({ lastReviewDate }) => lastReviewDate ?? '',
];

function compareBy(keys: readonly SortKey[], a: BoardRow, b: BoardRow): number {
  for (const key of keys) {
    const [keyA, keyB] = [key(a), key(b)];
    if (keyA !== keyB) return keyA < keyB ? -1 : 1;
  }
  return 0;
}

/**
 * Sorts rows that come in the server's order, which is by name. Rows with equal values keep it.
 * The order by name is the server's or its reverse: only the server compares folded names.
 */
export function sortRows(rows: readonly BoardRow[], order: Order): BoardRow[] {
  if (order.by === 'need') return [...rows].sort((a, b) => compareBy(needKeys, a, b));
  if (order.by === 'name') return order.isDescending ? [...rows].reverse() : [...rows];
  const [keys, sign] = [[sortKeys[order.by]], order.isDescending ? -1 : 1];
  return [...rows].sort((a, b) => sign * compareBy(keys, a, b));
}
