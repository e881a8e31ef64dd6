/**
 * The harm that a team's accepted recommendations have avoided, estimated by the team's own table (docs/product.md, "Avoided harm and
 * cost"). The product has no such table of its own. The browser loads this file.
 */
import type { Severity } from '../values/codes.ts';

export interface AvoidedHarmRow {
  readonly severity: Severity;
  /** So many of a hundred accepted errors of this severity would have harmed a patient. */
  readonly percent: number;
  /** The cost of one such harm, in the currency of the table; 0 where the team does not estimate it. */
  readonly cost: number;
}
export interface AvoidedHarm {
  /** The study or protocol from which the team has the numbers. */
  readonly source: string;
  /** As the team writes it, such as `EGP`. */
  readonly currency: string;
  readonly rows: readonly AvoidedHarmRow[];
}

export const avoidedHarmLimits = { percent: 100, cost: 1_000_000_000, currency: 10 } as const;

/** Until the team writes a table: nothing is estimated. */
export const noAvoidedHarm: AvoidedHarm = { source: '', currency: '', rows: [] };

export interface Avoided {
  readonly harms: number;
  readonly cost: number;
}
/** Undefined for errors without a row in the table: without a severity, or of one that the team does not estimate. */
export function avoidedBy({ rows }: AvoidedHarm, severity: Severity | null, accepted: number): Avoided | undefined {
  const row = rows.find((one) => one.severity === severity);
  if (row === undefined) return undefined;
  const harms = (accepted * row.percent) / 100;
  return { harms, cost: harms * row.cost };
}
