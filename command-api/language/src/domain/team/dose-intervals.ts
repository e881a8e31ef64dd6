/**
 * The table of doses by creatinine clearance that a team has written, such as for aminoglycosides (docs/product.md,
 * "Measurements"). The product has no such table of its own.
 */
export interface DoseInterval {
  /** The root id of a drug, and its name when the row was written. */
  readonly drug: string;
  readonly drugLabel: string;
  /** Creatinine clearance in mL/min: from, and below; null without an upper end. */
  readonly crclFrom: number;
  readonly crclBelow: number | null;
  readonly mgPerKg: number;
  readonly everyHours: number;
}
export interface DoseIntervals {
  /** The protocol from which the team has the rows. */
  readonly source: string;
  readonly rows: readonly DoseInterval[];
}

/** The most rows of a table, and the most of a row: clearance in mL/min, dose in mg/kg, interval in hours. */
export const doseIntervalLimits = { rows: 40, crcl: 300, mgPerKg: 100, hours: 168 } as const;

/** Until the team writes one. */
export const noDoseIntervals: DoseIntervals = { source: '', rows: [] };

/** The rows for a creatinine clearance, of drugs by their root ids. @param crcl mL/min */
export const intervalsFor = (
  { rows }: DoseIntervals,
  drugs: ReadonlySet<string>,
  crcl: number,
): readonly DoseInterval[] =>
  rows.filter(
    ({ drug, crclFrom, crclBelow }) => drugs.has(drug) && crcl >= crclFrom && (crclBelow === null || crcl < crclBelow),
  );
