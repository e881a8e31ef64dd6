/** The reference ranges of the hospital's laboratory, from the server's settings. */
import type { ReferenceRange } from 'language/domain/measurements/reference-ranges';

let ranges: readonly ReferenceRange[] | undefined;

/** Undefined: the hospital has none of its own. */
export const hospitalRanges = (): readonly ReferenceRange[] | undefined => ranges;
export function setHospitalRanges(given: readonly ReferenceRange[] | undefined): void {
  ranges = given;
}
