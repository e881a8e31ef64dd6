/** A person of the demo and their daily values, which doses and clinical notes are based on. */
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import type { AllergySeverity, AllergySource } from 'language/domain/values/codes';
import type { Case, Renal } from './demo-cases.ts';
import names from './data/names.json' with { type: 'json' };
import { nonEmpty, type Random } from 'language/domain/testing/random';

export interface DemoPerson {
  readonly names: {
    readonly firstName: string;
    readonly middleName: string;
    readonly lastName: string;
    readonly fourthName: string;
  };
  readonly female: boolean;
  readonly age: number;
  readonly birthdate: CalendarDate;
  readonly medicalRecordNumber: string;
  /** Kilograms. */
  readonly weight: number;
  readonly allergies: DemoAllergies;
}

interface DemoAllergy {
  /** The root name of a drug of the sample catalogue, of which the demo gives no dose; or absent for a text. */
  readonly drug?: string;
  readonly agentText?: string;
  readonly reaction: string;
  readonly severity: AllergySeverity;
  readonly source: AllergySource;
  readonly onset: string;
}
export type DemoAllergies = DemoAllergy | 'none-known' | 'not-asked';

const sample: readonly DemoAllergy[] = [
  {
    drug: 'Amoxicillin',
    reaction: 'Anaphylaxis',
    severity: 'severe',
    source: 'record',
    onset: '2018',
  },
  { agentText: 'Latex', reaction: 'Urticaria', severity: 'mild', source: 'patient', onset: '' },
  { drug: 'Carbamazepine', reaction: 'طفح جلدي', severity: 'moderate', source: 'family', onset: '2021' },
  {
    agentText: 'Iodinated contrast medium',
    reaction: 'Bronchospasm',
    severity: 'moderate',
    source: 'record',
    onset: '',
  },
];
/** By the bed, so that the rest of the hospital is drawn as before. */
const allergiesIn = (bed: number): DemoAllergies =>
  bed % 13 === 9
    ? 'not-asked'
    : ((bed % 5 === 2 ? sample[Math.floor(bed / 5) % sample.length] : undefined) ?? 'none-known');

/** The values of one day. Creatinine in mg/dL, CrCl in mL/min, potassium in mmol/L. */
export interface DayValues {
  readonly creatinine: number;
  readonly crcl: number;
  readonly potassium: number;
}

/** @param bed makes the record number unique */
export function drawPerson(
  random: Random,
  [youngest, oldest]: Case['ages'],
  bed: number,
  today: CalendarDate,
): DemoPerson {
  const [male, female, family] = [
    nonEmpty(names.givenNamesMale, 'names'),
    nonEmpty(names.givenNamesFemale, 'names'),
    nonEmpty(names.familyNames, 'names'),
  ];
  const isFemale = random.chance(45);
  const age = random.between(youngest, oldest);
  return {
    names: {
      firstName: random.pick(isFemale ? female : male),
      middleName: random.pick(male),
      lastName: random.pick(male),
      fourthName: random.pick(family),
    },
    female: isFemale,
    age,
    birthdate: addDays(today, -Math.floor(age * 365.25) - random.between(20, 320)),
    medicalRecordNumber: String(20_000 + bed * 37 + random.between(0, 30)),
    weight: isFemale ? random.between(48, 92) : random.between(56, 104),
    allergies: allergiesIn(bed),
  };
}

/** Creatinine: its range at its highest, the days on which it rises before, its daily factor, and its lowest value. */
const courses: Readonly<
  Record<
    Renal,
    {
      readonly from: number;
      readonly to: number;
      readonly rises?: number;
      readonly daily: number;
      readonly floor: number;
    }
  >
> = {
  normal: { from: 0.6, to: 1, daily: 1, floor: 0.5 },
  mild: { from: 1, to: 1.5, daily: 0.99, floor: 0.9 },
  prerenal: { from: 1.4, to: 2.2, daily: 0.78, floor: 0.8 },
  recovering: { from: 1.8, to: 3.6, rises: 2, daily: 0.86, floor: 0.9 },
  chronic: { from: 2.6, to: 4.6, daily: 0.96, floor: 2.1 },
};

const DAILY_RISE = 1.2;

/** @returns the values of a day of the stay, counted from 1; the same for the same day */
export function courseOf(
  random: Random,
  renal: Renal,
  { age, weight, female }: DemoPerson,
): (day: number) => DayValues {
  const { from, to, rises = 0, daily, floor } = courses[renal];
  const first = from + random.next() * (to - from);
  const sways = Array.from({ length: 32 }, () => random.next() - 0.5);
  const baseline = renal === 'chronic' ? 5.6 : 4;
  return (day) => {
    const sway = sways[day % sways.length] ?? 0;
    const sinceHighest = day - 1 - rises;
    const course = sinceHighest < 0 ? DAILY_RISE ** sinceHighest : daily ** sinceHighest;
    const creatinine = Math.round(Math.max(floor, first * course) * (1 + sway * 0.08) * 10) / 10;
    // Cockcroft and Gault.
    const crcl = Math.min(140, Math.round((((140 - age) * weight) / (72 * creatinine)) * (female ? 0.85 : 1)));
    const potassium =
      Math.round((baseline - (renal === 'chronic' ? Math.min(0.9, day * 0.15) : 0) + sway * 0.9) * 10) / 10;
    return { creatinine, crcl, potassium };
  };
}
