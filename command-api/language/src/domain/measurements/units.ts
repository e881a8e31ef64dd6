/** Conversions between the units of a kind. */
import { type Amount, kindRow, type MeasurementKind } from './kinds.ts';
import { type Dimension, sizeOf, unitCodeOf, type UnitCode } from './ucum.ts';

/** The nitrogen of a mole of urea in grams: two atoms (molar masses in `kinds.ts`). */
const UREA_NITROGEN = 28.014;

/** The grams or charges of one mole of a kind in a dimension. 1 where the dimension has no moles. */
function perMole(kind: MeasurementKind, dimension: Dimension): number {
  const { molarMass = NaN, charge = NaN } = kindRow(kind);
  const per: Partial<Record<Dimension, number>> = { mass: molarMass, nitrogen: UREA_NITROGEN, charge };
  return per[dimension] ?? 1;
}

const shifted = (value: number, power: number): number => (power < 0 ? value / 10 ** -power : value * 10 ** power);
/** Twelve digits: the errors of binary fractions lie behind them. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(12));

function converted(kind: MeasurementKind, value: number, from: UnitCode, to: UnitCode): number {
  if (from === to) return value;
  if (from === '[degF]') return withoutNoise(((value - 32) * 5) / 9);
  if (to === '[degF]') return withoutNoise((value * 9) / 5 + 32);
  const [source, target] = [sizeOf(from), sizeOf(to)];
  const same = source.dimension === target.dimension;
  const sized = same ? value : (value * perMole(kind, target.dimension)) / perMole(kind, source.dimension);
  return withoutNoise(shifted(sized, source.power - target.power));
}

export const canonicalUnit = (kind: MeasurementKind): UnitCode => kindRow(kind).units[0];
const accepts = (kind: MeasurementKind, unit: UnitCode): boolean => kindRow(kind).units.includes(unit);

/** The code of a unit as people write it, if the kind is measured in it. */
export function unitOf(kind: MeasurementKind, text: string): UnitCode | undefined {
  const code = unitCodeOf(text);
  return code !== undefined && accepts(kind, code) ? code : undefined;
}

type Canonical = Pick<Amount, 'canonical' | 'unit'>;
/**
 * The value in the canonical unit, with the code of the unit that was written; undefined where the kind is not measured
 * in it. @param unit as people write it, or a code
 */
export function toCanonical(kind: MeasurementKind, value: number, unit: string): Canonical | undefined {
  const code = unitOf(kind, unit);
  return code && { canonical: converted(kind, value, code, canonicalUnit(kind)), unit: code };
}

/** A canonical value in another unit; undefined where the kind is not measured in it. */
export const fromCanonical = (kind: MeasurementKind, canonical: number, unit: UnitCode): number | undefined =>
  accepts(kind, unit) ? converted(kind, canonical, canonicalUnit(kind), unit) : undefined;
