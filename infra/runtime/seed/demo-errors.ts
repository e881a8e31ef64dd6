/**
 * The medication errors that can be found on a day, and their texts: by the patient, their values and their medicines.
 */
import type { Response, Severity } from 'language/domain/values/codes';
import { type PossibleError, possibleErrors } from './demo-cases.ts';
import { arabicDose, inLanguage } from './demo-texts.ts';
import type { DayValues, DemoPerson } from './demo-patient.ts';
import workload from './data/workload.json' with { type: 'json' };
import { nonEmpty, type Random } from 'language/domain/testing/random';

/** A day of a stay as a clinical pharmacist sees it. */
export interface DayOfStay {
  readonly caseId: string;
  /** Counted from 1. */
  readonly day: number;
  readonly person: DemoPerson;
  readonly values: DayValues;
  readonly isOnTheMend: boolean;
  /** Keys of the medicines on the chart. */
  readonly taken: readonly string[];
}

const fits = (
  { when = {}, days: [first, last], medicine, missing = false }: PossibleError,
  { caseId, day, person, values, isOnTheMend, taken }: DayOfStay,
): boolean =>
  day >= first &&
  day <= last &&
  taken.includes(medicine) !== missing &&
  (when.crclBelow === undefined || values.crcl < when.crclBelow) &&
  (when.crclAbove === undefined || values.crcl > when.crclAbove) &&
  (when.ageAbove === undefined || person.age > when.ageAbove) &&
  (when.weightBelow === undefined || person.weight < when.weightBelow) &&
  (when.femaleOnly !== true || person.female) &&
  (when.onTheMend !== true || isOnTheMend) &&
  (when.cases === undefined || when.cases.includes(caseId)) &&
  (when.with ?? []).every((other) => taken.includes(other)) &&
  !(when.without ?? []).some((other) => taken.includes(other));

/** The errors that are possible on that day. */
export const errorsOf = (day: DayOfStay): PossibleError[] => possibleErrors.filter((error) => fits(error, day));

/** Draws `count` of them, at most one for each medicine. */
export function drawErrors(possible: readonly PossibleError[], count: number, random: Random): PossibleError[] {
  const found: PossibleError[] = [];
  let left = [...possible];
  while (found.length < count && left.length > 0) {
    const one = random.weighted(
      nonEmpty(
        left.map((error) => ({ value: error, percent: error.weight ?? 1 })),
        'errors',
      ),
    );
    found.push(one);
    left = left.filter(({ medicine }) => medicine !== one.medicine);
  }
  return found;
}

const rounded = (amount: number, to: number): string => String(Math.round(amount / to) * to);

/** HTML in the language of its author, with the patient's values in place. */
export function noteOf(
  { note, doses = [] }: PossibleError,
  { day, person: { age, weight }, values: { creatinine, crcl, potassium } }: DayOfStay,
  isArabic: boolean,
): string {
  const dose = doses.find(({ below }) => crcl < below)?.text ?? '';
  const values: Readonly<Record<string, string>> = {
    age: String(age),
    weight: String(weight),
    day: String(day),
    creatinine: creatinine.toFixed(1),
    crcl: String(crcl),
    potassium: potassium.toFixed(1),
    dose: isArabic ? arabicDose(dose) : dose,
    glargine: rounded(weight * 0.25, 2),
    load: String(Math.min(4500, Math.round((weight * 60) / 500) * 500)),
    protein: rounded(weight * 1.3, 5),
  };
  const text = inLanguage(note, isArabic).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '')
      throw new Error(`The demo's data asks for {${name}}, which this patient does not have: ${note.join(' ')}`);
    return value;
  });
  return `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
}

export const severityOf = ({ severities }: PossibleError, random: Random): Severity =>
  random.pick(nonEmpty(severities, 'severities'));

const responses = nonEmpty(
  workload.responseMix.rows.map(({ code, percent }) => ({ value: code as Response, percent })),
  'responses',
);

/** The response to a recommendation. Harm is possible with harmful severities only. */
export function responseOf(severity: Severity, random: Random): Response {
  const response = random.weighted(responses);
  if (response === 4 && severity < workload.responseMix.harmSeverityAtLeast) return 1;
  return response;
}
