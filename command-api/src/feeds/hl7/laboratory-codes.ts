/**
 * LOINC codes of what charts measure (https://loinc.org): of serum, plasma or blood, in mass and in substance. A hospital's
 * mapping adds its own codes, and goes before these.
 */
import type { MeasurementKind } from 'language/domain/measurements/kinds';

const codes: Readonly<Record<MeasurementKind, string>> = {
  weight: '29463-7 3141-9',
  height: '8302-2 3137-7',
  temperature: '8310-5 8331-1',
  creatinine: '2160-0 14682-9 38483-4',
  urea: '22664-7 3091-6 3094-0 6299-2',
  sodium: '2951-2 2947-0',
  potassium: '2823-3 6298-4',
  chloride: '2075-0 2069-3',
  bicarbonate: '1963-8 1959-6',
  magnesium: '19123-9 2601-3',
  phosphate: '2777-1 14879-1',
  calcium: '17861-6 2000-8',
  albumin: '1751-7',
  alt: '1742-6 1743-4 1744-2',
  ast: '1920-8 30239-8',
  bilirubin: '1975-2 14631-6',
  inr: '6301-6 34714-6',
  hemoglobin: '718-7 20509-6',
  platelets: '777-3 26515-7',
  wbc: '6690-2 26464-8',
  crp: '1988-5 30522-7',
  lactate: '2524-7 32693-4 14118-4',
  glucose: '2345-7 2339-0 14749-6 15074-8 41653-7',
  vancomycin: '20578-1 4092-3 4090-7',
  gentamicin: '35668-3 3665-7 3663-2',
  amikacin: '35669-1 3321-7 3319-1',
  phenytoin: '3968-5 14877-5',
  digoxin: '10535-3 14698-5',
  valproate: '4086-5 14946-8',
  carbamazepine: '3432-2 14639-9',
  theophylline: '4049-3 14915-3',
  tacrolimus: '11253-2',
  ciclosporin: '3520-4',
  lithium: '14334-7',
};

export const laboratoryCodes: ReadonlyMap<string, MeasurementKind> = new Map(
  (Object.keys(codes) as MeasurementKind[]).flatMap((kind) => codes[kind].split(' ').map((code) => [code, kind])),
);

/** The codes of urea nitrogen: their mg/dL is another amount than mg/dL of urea. */
export const nitrogenCodes: ReadonlySet<string> = new Set(['3094-0', '6299-2']);
