/** A list of entries at a glance: errors, their worst severity, and what waits for a response. */
import { isNoError, type Severity } from 'language/domain/values/codes';
import type { DrugErr } from 'language/contract/entities';

export interface EntryFigures {
  errors: number;
  /** The worst severity of the errors; null where none is graded. */
  worst: Severity | null;
  /** Errors without a response. */
  pending: number;
  worstPending: Severity | null;
}

/** The letters go from A, no harm, to I, death (docs/product.md, "Severity"). */
const worse = (a: Severity | null, b: Severity | null): Severity | null =>
  a === null ? b : b === null || a > b ? a : b;

type Counted = Pick<DrugErr, 'errType' | 'errSeverity' | 'errRes'> &
  Partial<Pick<DrugErr, '_id' | 'copiedFrom' | 'firstId'>>;

const isCopy = ({ copiedFrom }: Counted): boolean => copiedFrom !== undefined;

/**
 * Counts the errors of these entries. An entry without an error counts nowhere. An error that was copied with its review
 * counts once (docs/product.md, "Duplicates").
 */
export function figuresOf(entries: readonly Counted[]): EntryFigures {
  const figures: EntryFigures = { errors: 0, worst: null, pending: 0, worstPending: null };
  const same = ({ _id, copiedFrom, firstId, errType }: Counted): string => `${firstId ?? copiedFrom ?? _id} ${errType}`;
  const counting = new Map<string, Counted>();
  const originalsFirst = entries.toSorted((a, b) => Number(isCopy(a)) - Number(isCopy(b)));
  for (const entry of originalsFirst) if (!counting.has(same(entry))) counting.set(same(entry), entry);
  const isRepeat = (entry: Counted): boolean => isCopy(entry) && counting.get(same(entry)) !== entry;
  const answered = new Set(entries.flatMap((entry) => (entry.errRes === null ? [] : [same(entry)])));
  for (const entry of entries) {
    const { _id, errType, errSeverity } = entry;
    if (isNoError(errType) || isRepeat(entry)) continue;
    figures.errors += 1;
    figures.worst = worse(figures.worst, errSeverity);
    if (entry.errRes !== null || (_id !== undefined && answered.has(same(entry)))) continue;
    figures.pending += 1;
    figures.worstPending = worse(figures.worstPending, errSeverity);
  }
  return figures;
}
