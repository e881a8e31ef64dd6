import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindRow, type MeasurementKind, measurementKinds } from './kinds.ts';
import type { UnitCode } from './ucum.ts';
import { canonicalUnit, fromCanonical, toCanonical, unitOf } from './units.ts';

/** The package has no types. */
const { UcumLhcUtils } = createRequire(import.meta.url)('@lhncbc/ucum-lhc') as {
  UcumLhcUtils: {
    getInstance(): {
      convertUnitTo(
        from: string,
        value: number,
        to: string,
        options: { molecularWeight?: number | undefined; charge?: number | undefined },
      ): { status: string; toVal: number };
      validateUnitString(unit: string): { status: string };
    };
  };
};
const ucum = UcumLhcUtils.getInstance();
const kinds = Object.keys(measurementKinds) as MeasurementKind[];
const pairs = kinds.flatMap((kind) => kindRow(kind).units.map((unit) => [kind, unit] as const));

/** UCUM knows no nitrogen of urea: it goes through moles, with the mass of the nitrogen (BUN × 0.357 is mmol/L). */
function oracle(kind: MeasurementKind, value: number, from: UnitCode, to: UnitCode): number {
  const convert = (amount: number, source: UnitCode, target: UnitCode, molecularWeight?: number): number => {
    const { status, toVal } = ucum.convertUnitTo(source, amount, target, {
      molecularWeight,
      charge: kindRow(kind).charge,
    });
    expect(status).toBe('succeeded');
    return toVal;
  };
  const { molarMass } = kindRow(kind);
  if (from === to) return value;
  if (from === 'mg{N}/dL') return convert(convert(value, from, 'mmol/L', 28.014), 'mmol/L', to, molarMass);
  if (to === 'mg{N}/dL') return convert(convert(value, from, 'mmol/L', molarMass), 'mmol/L', to, 28.014);
  return convert(value, from, to, molarMass);
}
const isClose = (one: number | undefined, other: number): boolean =>
  one !== undefined && Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));

test.each(pairs)('%s in %s converts as UCUM does, there and back', (kind, unit) => {
  expect(ucum.validateUnitString(unit).status).toBe('valid');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (thousandths) => {
      const value = thousandths / 1000;
      const read = toCanonical(kind, value, unit);
      expect(read?.unit).toBe(unit);
      expect(isClose(read?.canonical, oracle(kind, value, unit, canonicalUnit(kind)))).toBe(true);
      expect(isClose(fromCanonical(kind, value, unit), oracle(kind, value, canonicalUnit(kind), unit))).toBe(true);
      expect(isClose(fromCanonical(kind, read?.canonical ?? NaN, unit), value)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a kind accepts no unit of another kind, also where UCUM could convert it', () => {
  const accepted = new Set(pairs.map(([kind, unit]) => `${kind} ${unit}`));
  for (const kind of kinds)
    for (const [, unit] of pairs)
      if (!accepted.has(`${kind} ${unit}`)) {
        expect(toCanonical(kind, 1, unit)).toBeUndefined();
        expect(fromCanonical(kind, 1, unit)).toBeUndefined();
      }
});

test('decimal conversions carry no errors of binary fractions', () => {
  expect(toCanonical('weight', 3215, 'g')?.canonical).toBe(3.215);
  expect(toCanonical('height', 1.1, 'm')?.canonical).toBe(110);
  expect(toCanonical('albumin', 41, 'g/L')?.canonical).toBe(4.1);
  expect(toCanonical('temperature', 98.6, '[degF]')?.canonical).toBe(37);
  expect(toCanonical('wbc', 11_200, '/uL')?.canonical).toBe(11.2);
  expect(toCanonical('platelets', 150, '10*9/L')?.canonical).toBe(150);
  expect(toCanonical('magnesium', 2, 'meq/L')?.canonical).toBe(2.4305);
});

/** Abridged standard atomic weights, IUPAC 2021. */
const weights = { C: 12.011, H: 1.008, N: 14.007, O: 15.999, P: 30.974, Mg: 24.305, Ca: 40.078 };
const formulas: Partial<Record<MeasurementKind, string>> = {
  creatinine: 'C4H7N3O',
  urea: 'C1H4N2O',
  magnesium: 'Mg',
  phosphate: 'P',
  calcium: 'Ca',
  bilirubin: 'C33H36N4O6',
  lactate: 'C3H6O3',
  glucose: 'C6H12O6',
  phenytoin: 'C15H12N2O2',
  digoxin: 'C41H64O14',
  valproate: 'C8H16O2',
  carbamazepine: 'C15H12N2O',
  theophylline: 'C7H8N4O2',
  ciclosporin: 'C62H111N11O12',
};

test('each molar mass is the sum of the atoms, and no kind has another', () => {
  const sums = kinds.map((kind) => {
    const atoms = [...(formulas[kind] ?? '').matchAll(/([A-Z][a-z]?)(\d*)/g)];
    const sum = atoms.reduce(
      (mass, [, atom, count]) => mass + weights[atom as keyof typeof weights] * Number(count || 1),
      0,
    );
    return [kind, sum === 0 ? undefined : Number(sum.toFixed(3))];
  });
  expect(sums).toEqual(kinds.map((kind) => [kind, kindRow(kind).molarMass]));
});

/**
 * Factors from the first unit to the second as published: JAMA's table of SI units; the drugs by appendix A of Basic
 * Skills in Interpreting Laboratory Data (ASHP). Urea nitrogen: 0.357 in both units.
 */
test.each([
  ['creatinine', 'mg/dL', 'umol/L', 88.4],
  ['urea', 'mg{N}/dL', 'mmol/L', 0.357],
  ['magnesium', 'mg/dL', 'mmol/L', 0.4114],
  ['magnesium', 'meq/L', 'mmol/L', 0.5],
  ['phosphate', 'mg/dL', 'mmol/L', 0.3229],
  ['calcium', 'mg/dL', 'mmol/L', 0.2495],
  ['calcium', 'meq/L', 'mmol/L', 0.5],
  ['potassium', 'meq/L', 'mmol/L', 1],
  ['bilirubin', 'mg/dL', 'umol/L', 17.1],
  ['lactate', 'mg/dL', 'mmol/L', 0.111],
  ['glucose', 'mg/dL', 'mmol/L', 0.05551],
  ['albumin', 'g/dL', 'g/L', 10],
  ['phenytoin', 'mg/L', 'umol/L', 3.964],
  ['carbamazepine', 'mg/L', 'umol/L', 4.23],
  ['theophylline', 'ug/mL', 'umol/L', 5.55],
  ['digoxin', 'ng/mL', 'nmol/L', 1.281],
  ['lithium', 'meq/L', 'mmol/L', 1],
] as const)('the factor of %s from %s to %s is the published %d', (kind, from, to, factor) => {
  const converted = fromCanonical(kind, toCanonical(kind, 1, from)?.canonical ?? NaN, to) ?? NaN;
  expect(Math.abs(converted / factor - 1)).toBeLessThan(0.0015);
});

describe('units as people write them', () => {
  test.each([
    ['weight', 'kg', 'kg KG kgs كجم كغ كيلو كِجم'],
    ['weight', 'g', 'g gm Gram جم جرام'],
    ['height', 'cm', 'cm CM سم'],
    ['height', 'm', 'm M متر'],
    ['temperature', 'Cel', 'C °C ºC ℃ ° Cel درجة'],
    ['temperature', '[degF]', 'F °F ℉ [degF]'],
    ['creatinine', 'mg/dL', 'mg/dL|mg/dl|MG/DL|mg / dl|mg%|mg/100ml|مجم/ديسيلتر|ملغ/دل'],
    ['creatinine', 'umol/L', 'umol/L|µmol/L|μmol/l|mcmol/L|micromol/L|ميكرومول/لتر'],
    ['urea', 'mg{N}/dL', 'mg{N}/dL'],
    ['potassium', 'meq/L', 'mEq/L|meq/l|MEQ/L'],
    ['potassium', 'mmol/L', 'mmol/L|mmol/l|ملليمول/لتر'],
    ['alt', 'U/L', 'U/L|u/l|IU/L|units/L|وحدة/لتر'],
    ['inr', '{INR}', '{INR}|INR'],
    ['hemoglobin', 'g/dL', 'g/dL|gm/dl|g%|gm%'],
    ['platelets', '10*3/uL', '10*3/uL|10^3/uL|x10^3/µL|×10³/μl|x 10^3 / uL|K/uL|10^3/mm3|10³/mm³|thousand/cmm'],
    ['platelets', '10*9/L', '10*9/L|10^9/L|x10⁹/L|×10^9/l'],
    ['wbc', '/uL', '/uL|/µl|cells/uL|/cmm|/mm3|/mm³'],
    ['vancomycin', 'mg/L', 'mg/L|mg/l'],
    ['vancomycin', 'ug/mL', 'ug/mL|mcg/ml|µg/mL|μg/ml|ميكروجرام/مل'],
    ['digoxin', 'ng/mL', 'ng/mL|ng/ml|نانوجرام/مل'],
  ] as const)('%s in %s: %s', (kind, code, written) => {
    const wrong = written.split(written.includes('|') ? '|' : ' ').filter((text) => unitOf(kind, text) !== code);
    expect(wrong).toEqual([]);
  });

  test.each(['', ' ', 'lb', 'mg', 'mg/dL/day', 'mg/kg', '/', 'dL', 'constructor', 'mol/L', '10^6/uL', 'mgdl'])(
    'no unit of creatinine: %j',
    (text) => expect(toCanonical('creatinine', 1, text)).toBeUndefined(),
  );
});
