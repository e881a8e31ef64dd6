import type { WardPatient } from 'command-api/contract/handover';

export interface BoardRow extends WardPatient {
  /** Whether other people have changed the chart since this person last looked at it. */
  isNew: boolean;
}
export type Column = 'name' | 'age' | 'day' | 'reviewed' | 'news' | 'pending' | 'worst' | 'overdue' | 'last';
export interface Order {
  by: Column;
  isDescending: boolean;
}

/** What the rows are compared by, in ascending order. */
const sortKeys: Record<Exclude<Column, 'name'>, (row: BoardRow) => string | number> = {
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

/** The first order of a column: names from A, patients without a review today first, else the largest value first. */
export const initialOrder = (by: Column): Order => ({ by, isDescending: by !== 'name' && by !== 'reviewed' });

/**
 * Sorts rows that come in the server's order, which is by name. Rows with equal values keep it.
 * The order by name is the server's or its reverse: only the server compares folded names.
 */
export function sortRows(rows: readonly BoardRow[], { by, isDescending }: Order): BoardRow[] {
  if (by === 'name') return isDescending ? [...rows].reverse() : [...rows];
  const sortKey = sortKeys[by];
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [keyA, keyB] = [sortKey(a), sortKey(b)];
    return keyA < keyB ? -sign : keyA > keyB ? sign : 0;
  });
}
