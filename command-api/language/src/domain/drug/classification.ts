/** The ATC code and the defined daily doses of a drug, from the hospital's own file. The browser loads this file. */
import type { DefinedDose } from './defined-doses.ts';

export interface Classification {
  /** A code of the fifth level; '' where the file has none. */
  readonly atc: string;
  /** One a route at most. */
  readonly ddds: readonly DefinedDose[];
}
export const unclassified: Classification = { atc: '', ddds: [] };

export const isAtc = (code: string): boolean => /^[A-DGHJ-NPRSV]\d{2}[A-Z]{2}\d{2}$/.test(code);
/** Characters of a code by the level that they name. */
export const atcLevels = { 1: 1, 2: 3, 3: 4, 4: 5, 5: 7 } as const;
