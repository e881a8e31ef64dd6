/**
 * LOINC codes of what charts measure (https://loinc.org): of serum, plasma or blood, by the dimension of their unit. The first
 * of each is the one that the product writes. A hospital's mapping adds its own codes, and goes before these.
 */
import type { MeasurementKind } from './kinds.ts';
import { type Dimension, sizeOf, type UnitCode } from './ucum.ts';

type Codes = { readonly [Of in Dimension]?: string };
const codes: Readonly<Record<MeasurementKind, Codes>> = {
  weight: { mass: '29463-7 3141-9' },
  height: { length: '8302-2 3137-7' },
  temperature: { temperature: '8310-5 8331-1' },
  creatinine: { mass: '2160-0 38483-4', amount: '14682-9' },
  urea: { mass: '3091-6', amount: '22664-7', nitrogen: '3094-0 6299-2' },
  sodium: { amount: '2951-2 2947-0' },
  potassium: { amount: '2823-3 6298-4' },
  chloride: { amount: '2075-0 2069-3' },
  bicarbonate: { amount: '1963-8 1959-6' },
  magnesium: { mass: '19123-9', amount: '2601-3' },
  phosphate: { mass: '2777-1', amount: '14879-1' },
  calcium: { mass: '17861-6', amount: '2000-8' },
  albumin: { mass: '1751-7' },
  alt: { activity: '1742-6 1743-4 1744-2' },
  ast: { activity: '1920-8 30239-8' },
  bilirubin: { mass: '1975-2', amount: '14631-6' },
  inr: { number: '6301-6 34714-6' },
  hemoglobin: { mass: '718-7 20509-6' },
  platelets: { number: '777-3 26515-7' },
  wbc: { number: '6690-2 26464-8' },
  crp: { mass: '1988-5 30522-7' },
  lactate: { amount: '2524-7 32693-4', mass: '14118-4' },
  glucose: { mass: '2345-7 2339-0 41653-7', amount: '14749-6 15074-8' },
  vancomycin: { mass: '20578-1 4092-3 4090-7' },
  gentamicin: { mass: '35668-3 3665-7 3663-2' },
  amikacin: { mass: '35669-1 3321-7 3319-1' },
  phenytoin: { mass: '3968-5', amount: '14877-5' },
  digoxin: { mass: '10535-3', amount: '14698-5' },
  valproate: { mass: '4086-5', amount: '14946-8' },
  carbamazepine: { mass: '3432-2', amount: '14639-9' },
  theophylline: { mass: '4049-3', amount: '14915-3' },
  tacrolimus: { mass: '11253-2' },
  ciclosporin: { mass: '3520-4' },
  lithium: { amount: '14334-7' },
};

export const laboratoryCodes: ReadonlyMap<string, MeasurementKind> = new Map(
  (Object.keys(codes) as MeasurementKind[]).flatMap((kind) =>
    Object.values(codes[kind]).flatMap((of) => of.split(' ').map((code) => [code, kind] as const)),
  ),
);

/** The codes of urea nitrogen: their mg/dL is another amount than mg/dL of urea. */
export const nitrogenCodes: ReadonlySet<string> = new Set(codes.urea.nitrogen?.split(' '));

/** The code of a value in a unit; undefined where there is none of that dimension. Milliequivalents are codes of substance. */
export function loincOf(kind: MeasurementKind, unit: UnitCode): string | undefined {
  const { dimension } = sizeOf(unit);
  return codes[kind][dimension === 'charge' ? 'amount' : dimension]?.split(' ')[0];
}
