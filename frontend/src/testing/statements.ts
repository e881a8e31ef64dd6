/** Statements of the catalogue, for specs. */
import type { ListedStatement } from 'language/contract/statements';
import { calendarDate } from 'language/domain/values/calendar-date';

type Content<One> = One extends unknown
  ? Omit<One, Exclude<keyof ListedStatement, 'kind' | 'severity' | 'text'>> & Partial<ListedStatement>
  : never;
/** An approved one of the error type e1. */
export const statement = (_id: string, content: Content<ListedStatement>): ListedStatement => ({
  _id,
  version: 7,
  statementVersion: 1,
  errType: 'e1',
  source: 'A source of the specs',
  sourceDate: calendarDate('2026-01-01'),
  approvedBy: 'Dr. Sample',
  approvedAt: '2026-02-01T08:00:00Z',
  use: { shown: 0, taken: 0, deferred: 0, dismissed: 0 },
  state: 'useful',
  ...content,
});
