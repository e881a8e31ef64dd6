/** Reference ranges: what a laboratory gives as usual for a sex and an age. */
import type { Sex } from '../values/codes.ts';
import { ADULT_DAYS, type AgeSpan, includesAge, type MeasurementKind, NEWBORN_DAYS } from './kinds.ts';
import type { UnitCode } from './ucum.ts';
import { toCanonical } from './units.ts';

/** Both bounds belong to the range. */
export interface ReferenceRange extends AgeSpan {
  readonly kind: MeasurementKind;
  readonly unit: UnitCode;
  readonly low?: number;
  readonly high?: number;
  /** Absent: of both sexes. */
  readonly sex?: Sex;
}

/** The first range that fits; undefined where none does, so that no adult's range is shown for a child. */
export const rangeFor = (
  ranges: readonly ReferenceRange[],
  kind: MeasurementKind,
  sex: Sex | undefined,
  ageDays: number | undefined,
): ReferenceRange | undefined =>
  ranges.find(
    (range) => range.kind === kind && (range.sex === undefined || range.sex === sex) && includesAge(range, ageDays),
  );

/** @param canonical in the canonical unit of the range's kind */
export function flagOf(canonical: number, { kind, unit, low, high }: ReferenceRange): 'low' | 'high' | null {
  const bound = (value: number | undefined): number | undefined =>
    value === undefined ? undefined : toCanonical(kind, value, unit)?.canonical;
  if (canonical < (bound(low) ?? -Infinity)) return 'low';
  return canonical > (bound(high) ?? Infinity) ? 'high' : null;
}

const adult = { fromAgeDays: ADULT_DAYS };
const newborn = { toAgeDays: NEWBORN_DAYS };

/**
 * Samples from public sources. Each laboratory has its own ranges: a hospital must replace them.
 * Sodium to phosphate: MedlinePlus, National Library of Medicine (comprehensive metabolic panel, creatinine, magnesium,
 * phosphorus and lactic acid). Calcium, bilirubin and the adults' blood count: Merck Manual, consumer version. Albumin,
 * ALT and INR: reference values of the Pharmacotherapy Self-Assessment Program, American College of Clinical Pharmacy.
 * The newborn's blood count: Department of Pathology, University of Iowa.
 */
export const sampleReferenceRanges: readonly ReferenceRange[] = [
  { kind: 'sodium', unit: 'mmol/L', ...adult, low: 136, high: 144 },
  { kind: 'potassium', unit: 'mmol/L', ...adult, low: 3.7, high: 5.2 },
  { kind: 'chloride', unit: 'mmol/L', ...adult, low: 96, high: 106 },
  { kind: 'bicarbonate', unit: 'mmol/L', ...adult, low: 20, high: 29 },
  { kind: 'urea', unit: 'mg{N}/dL', ...adult, low: 7, high: 20 },
  { kind: 'creatinine', unit: 'mg/dL', ...adult, sex: 'male', low: 0.7, high: 1.3 },
  { kind: 'creatinine', unit: 'mg/dL', ...adult, sex: 'female', low: 0.6, high: 1.1 },
  { kind: 'magnesium', unit: 'mg/dL', ...adult, low: 1.7, high: 2.2 },
  { kind: 'lactate', unit: 'mmol/L', ...adult, low: 0.5, high: 2.2 },
  { kind: 'phosphate', unit: 'mg/dL', ...adult, low: 2.8, high: 4.5 },
  { kind: 'calcium', unit: 'mg/dL', ...adult, low: 8.5, high: 10.5 },
  { kind: 'bilirubin', unit: 'mg/dL', ...adult, high: 1 },
  { kind: 'albumin', unit: 'g/dL', ...adult, low: 3.5, high: 5 },
  { kind: 'alt', unit: 'U/L', ...adult, high: 35 },
  { kind: 'inr', unit: '{INR}', ...adult, low: 0.9, high: 1.1 },
  { kind: 'hemoglobin', unit: 'g/dL', ...adult, sex: 'male', low: 14, high: 17 },
  { kind: 'hemoglobin', unit: 'g/dL', ...adult, sex: 'female', low: 12, high: 16 },
  { kind: 'hemoglobin', unit: 'g/dL', ...newborn, low: 13.4, high: 19.9 },
  { kind: 'wbc', unit: '10*3/uL', ...adult, low: 4.5, high: 11 },
  { kind: 'wbc', unit: '10*3/uL', ...newborn, low: 9, high: 30 },
  { kind: 'platelets', unit: '10*3/uL', ...adult, low: 140, high: 450 },
];
