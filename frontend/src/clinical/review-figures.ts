/** What a list of entries says at a glance: errors, their worst severity, and what waits for a response. */
import { isNoError, type Severity } from 'command-api/domain/values/codes';
import type { DrugErr } from 'command-api/contract/entities';

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

/** Counts the errors of these entries. An entry without an error counts nowhere. */
export function figuresOf(entries: readonly Pick<DrugErr, 'errType' | 'errSeverity' | 'errRes'>[]): EntryFigures {
  const figures: EntryFigures = { errors: 0, worst: null, pending: 0, worstPending: null };
  for (const { errType, errSeverity, errRes } of entries) {
    if (isNoError(errType)) continue;
    figures.errors += 1;
    figures.worst = worse(figures.worst, errSeverity);
    if (errRes !== null) continue;
    figures.pending += 1;
    figures.worstPending = worse(figures.worstPending, errSeverity);
  }
  return figures;
}
