/** The order of the board's rows. */
import type { WardPatient } from 'command-api/contract/handover';

/** With what only the person who looks on can say of it. */
export interface BoardRow extends WardPatient {
  /** Others have changed the chart since they last looked at it. */
  isNew: boolean;
}
export type Column = 'name' | 'age' | 'day' | 'reviewed' | 'news' | 'pending' | 'worst' | 'overdue' | 'last';
export interface Order {
  by: Column;
  descending: boolean;
}

/** Small before large; among equals the order by name stays, which the server's is. */
const values: Record<Exclude<Column, 'name'>, (bed: BoardRow) => string | number> = {
  // The youngest is born last.
  age: ({ birthdate }) => -Number(birthdate.replaceAll('-', '')),
  day: ({ admissionDate }) => -Number(admissionDate.replaceAll('-', '')),
  reviewed: ({ reviewedToday, lastReviewDate }) => (reviewedToday ? '9' : (lastReviewDate ?? '')),
  news: ({ isNew }) => Number(isNew),
  pending: ({ pending }) => pending,
  worst: ({ worstSeverity }) => worstSeverity ?? '',
  overdue: ({ overdue }) => overdue,
  last: ({ lastAt }) => lastAt ?? '',
};

/**
 * What a person wants to see first when they choose a column: names from A, whoever was not reviewed, of everything
 * else the most.
 */
export const initialOrder = (by: Column): Order => ({ by, descending: by !== 'name' && by !== 'reviewed' });

/**
 * The server's order is by the folded names of the hospital, better than any that a browser could make: it is only
 * turned round.
 */
export function sortRows(beds: readonly BoardRow[], { by, descending }: Order): BoardRow[] {
  if (by === 'name') return descending ? [...beds].reverse() : [...beds];
  const value = values[by];
  const sign = descending ? -1 : 1;
  return [...beds].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    return one < other ? -sign : one > other ? sign : 0;
  });
}
