/** The schema of the demo's data: cases, their medicines, and the errors that are possible with them. */
import { SeverityCode } from 'language/domain/admission/events';
import * as z from 'zod';
import { Text } from './demo-texts.ts';
import cases from './data/demo-cases.json' with { type: 'json' };
import errors from './data/demo-errors.json' with { type: 'json' };

const Range = z.tuple([z.number(), z.number()]);

const Medicine = z.strictObject({
  trade: z.string(),
  /** Dose, route and frequency, in English. */
  order: z
    .string()
    .transform((text) => text.split(', '))
    .pipe(z.tuple([z.string(), z.string(), z.string()])),
  lasts: Range.optional(),
});
export type Medicine = z.output<typeof Medicine>;

/** Kidney function: `prerenal` and `recovering` improve, `chronic` does not. */
const Renal = z.enum(['normal', 'mild', 'prerenal', 'recovering', 'chronic']);
export type Renal = z.output<typeof Renal>;

const Case = z.strictObject({
  id: z.string(),
  wards: z.array(z.enum(['icu', 'ward'])),
  percent: z.number(),
  ages: Range,
  renal: Renal,
  diagnosis: Text,
  medicines: z.array(z.string()).nonempty(),
  later: z.array(z.strictObject({ medicine: z.string(), fromDay: z.number() })),
  stepDown: z.string().optional(),
  longestDays: z.number(),
  findings: z.strictObject({ early: z.array(Text).nonempty(), late: z.array(Text).nonempty() }),
  physician: z.array(Text).nonempty(),
});
export type Case = z.output<typeof Case>;

const When = z.strictObject({
  crclBelow: z.number().optional(),
  crclAbove: z.number().optional(),
  ageAbove: z.number().optional(),
  weightBelow: z.number().optional(),
  femaleOnly: z.boolean().optional(),
  onTheMend: z.boolean().optional(),
  /** Needs all medicines of `with`, and none of `without`. */
  with: z.array(z.string()).optional(),
  without: z.array(z.string()).optional(),
  cases: z.array(z.string()).optional(),
});
const PossibleError = z.strictObject({
  medicine: z.string(),
  type: z.string(),
  days: Range,
  severities: z
    .string()
    .transform((letters) => [...letters])
    .pipe(z.array(SeverityCode).nonempty()),
  note: Text,
  when: When.optional(),
  doses: z.array(z.strictObject({ below: z.number(), text: z.string() })).optional(),
  finding: Text.optional(),
  ifAccepted: z.enum(['stop', 'start']).optional(),
  missing: z.boolean().optional(),
  weight: z.number().optional(),
});
export type PossibleError = z.output<typeof PossibleError>;

export const medicines: ReadonlyMap<string, Medicine> = new Map(
  Object.entries(z.record(z.string(), Medicine).parse(cases.medicines)),
);
export const allCases: readonly Case[] = z.array(Case).parse(cases.cases);
export const possibleErrors: readonly PossibleError[] = z.array(PossibleError).parse(errors.errors);

/** @throws Error for a key that the data does not have */
export function medicineOf(key: string): Medicine {
  const medicine = medicines.get(key);
  if (!medicine) throw new Error(`The demo's data names the medicine "${key}" and does not have it`);
  return medicine;
}
/** @throws Error for an id that the data does not have */
export function caseOf(id: string): Case {
  const found = allCases.find((one) => one.id === id);
  if (!found) throw new Error(`The demo's data names the case "${id}" and does not have it`);
  return found;
}
