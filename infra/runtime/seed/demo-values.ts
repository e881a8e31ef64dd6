/** The measured values of a demo stay: those of each clinical note, so that both agree. */
import type { Body } from 'language/contract/calls/call';
import type { RecordMeasurements } from 'language/contract/bodies/admissions';
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import type { DemoPerson } from './demo-patient.ts';
import type { Text } from './demo-texts.ts';

export type PlannedValue = Body<typeof RecordMeasurements>['measurements'][number];

/** Values that a finding names, in its English words. */
const namedInFindings: readonly (readonly [words: RegExp, kind: string, unit: string])[] = [
  [/otassium (\d+\.\d) mmol\/L/, 'potassium', 'mmol/L'],
  [/Lactate (\d+\.\d) mmol\/L/, 'lactate', 'mmol/L'],
  [/Hb (\d+\.\d) g\/dL/, 'hemoglobin', 'g/dL'],
];
const TROUGH = /Vancomycin trough (\d+) mg\/L/;

const laboratory = (kind: string, value: number, unit: string): PlannedValue => ({
  kind,
  value,
  unit,
  takenAt: '06:00',
  source: 'laboratory',
});

export const valuesInFindings = (findings: readonly Text[]): PlannedValue[] =>
  findings.flatMap(([english]) =>
    namedInFindings.flatMap(([words, kind, unit]) => {
      const [, value] = words.exec(english) ?? [];
      return value === undefined ? [] : [laboratory(kind, Number(value), unit)];
    }),
  );

/** The laboratory's part of a note. @param salt the potassium; undefined where a finding names it */
export const valuesOfNote = (
  values: { readonly white: string; readonly crp: number; readonly creatinine: number; readonly temperature: string },
  salt: number | undefined,
): PlannedValue[] => [
  { kind: 'temperature', value: Number(values.temperature), unit: 'Cel', takenAt: '06:00' },
  laboratory('wbc', Number(values.white), '10*3/uL'),
  laboratory('crp', values.crp, 'mg/L'),
  laboratory('creatinine', values.creatinine, 'mg/dL'),
  ...(salt === undefined ? [] : [laboratory('potassium', salt, 'mmol/L')]),
];

/** Measured at the admission. The height has no text; it follows from the weight, so that no other draw changes. */
export const bodySizeOf = ({ weight, female }: DemoPerson): PlannedValue[] => [
  { kind: 'weight', value: weight, unit: 'kg' },
  { kind: 'height', value: female ? 150 + ((weight * 7) % 16) : 162 + ((weight * 7) % 20), unit: 'cm' },
];

/** Every third day a level before the morning dose, of a patient who is given vancomycin at 9 and 21 o'clock. */
export function vancomycinLevel(
  findings: readonly Text[],
  { day, date, isTaken, crcl }: { day: number; date: CalendarDate; isTaken: boolean; crcl: number },
): PlannedValue[] {
  const named = findings.map(([english]) => TROUGH.exec(english)?.[1]).find((value) => value !== undefined);
  if (named === undefined && (!isTaken || day % 3 !== 0)) return [];
  // No text names it: the less the kidneys clear, the higher.
  const value = named === undefined ? Math.max(8, Math.round((26 - crcl / 8) * 10) / 10) : Number(named);
  return [
    {
      ...laboratory('vancomycin', value, 'mg/L'),
      takenAt: '08:30',
      lastDoseOn: addDays(date, -1),
      lastDoseAt: '21:00',
    },
  ];
}
