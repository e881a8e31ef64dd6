/** Measured values as the screens show them: with unit, age and flag, and what is computed from them. */
import { computeAll, type ComputedFacts, type Facts, type Measured } from 'language/domain/formulas/compute-all';
import { type Computed, isResult, type Note } from 'language/domain/formulas/formula';
import { isPlausible, type MeasurementKind, measurementKinds } from 'language/domain/measurements/kinds';
import { flagOf, rangeFor, sampleReferenceRanges } from 'language/domain/measurements/reference-ranges';
import { fromCanonical, unitOf } from 'language/domain/measurements/units';
import type { Patient } from 'language/contract/entities';
import type { Measurement, NewestValue } from 'language/contract/measurements';
import { asCalendarDate, daysBetween } from 'language/domain/values/calendar-date';
import { formatNumber } from '../platform/language/numbers.ts';
import { hospitalRanges } from '../platform/reference-ranges.ts';
import { translate } from '../platform/language/language.ts';
import { kindLabel } from './measurement-kinds.ts';

export type Reading = Pick<Measurement, 'kind' | 'value' | 'unit' | 'canonical' | 'takenOn' | 'takenAt'>;
/** The patient, for ranges and formulas. */
export type Person = Pick<Patient, 'birthdate' | 'sex'>;

/** A newer server may have a kind that this page does not know. */
export const isKnownKind = (kind: string): kind is MeasurementKind => Object.hasOwn(measurementKinds, kind);
export const isLevel = (kind: string): boolean => isKnownKind(kind) && 'isLevel' in measurementKinds[kind];
/** Weighed, or measured, at the bedside. All others come from the laboratory. */
const bedside: ReadonlySet<string> = new Set(['weight', 'height', 'temperature'] satisfies MeasurementKind[]);
export const isBedside = (kind: string): boolean => bedside.has(kind);

/** Undefined where the birthdate is not known, or is after that day. */
export function ageInDays({ birthdate }: Person, on: string): number | undefined {
  const [born, day] = [asCalendarDate(birthdate.slice(0, 10)), asCalendarDate(on.slice(0, 10))];
  return born && day && born <= day ? daysBetween(born, day) : undefined;
}

/** Codes of UCUM as people write them. */
const written: readonly (readonly [code: string, text: string])[] = [
  ['10*3/uL', '×10³/µL'],
  ['10*9/L', '×10⁹/L'],
  ['mg{N}/dL', 'mg/dL (BUN)'],
  ['{INR}', ''],
  ['[degF]', '°F'],
  ['Cel', '°C'],
  ['meq', 'mEq'],
  ['umol', 'µmol'],
  ['ug/', 'µg/'],
  ['uL', 'µL'],
];
export const unitText = (code: string): string => written.reduce((text, [from, to]) => text.replace(from, to), code);
const withUnit = (value: string, unit: string): string => `${value} ${unitText(unit)}`.trim();
/** `2.1 mg/dL`, as it was entered. */
export const valueText = ({ value, unit }: Pick<Reading, 'value' | 'unit'>): string =>
  withUnit(formatNumber(value), unit);
/** The number in a unit of its kind, for a row of one unit; with its own unit where it cannot be converted. */
export function numberIn(reading: Reading, unit: string): string {
  const { kind, canonical } = reading;
  if (reading.unit === unit || !isKnownKind(kind))
    return reading.unit === unit ? formatNumber(reading.value) : valueText(reading);
  const code = unitOf(kind, unit);
  const converted = code && fromCanonical(kind, canonical, code);
  return converted === undefined ? valueText(reading) : formatNumber(Number(converted.toPrecision(4)));
}
export const isUnlikely = (kind: string, canonical: number, person: Person, on: string): boolean =>
  isKnownKind(kind) && !isPlausible(kind, canonical, ageInDays(person, on));

export type Flag = 'low' | 'high';
/** Undefined within the range, and where no range fits the patient. */
export function flagIn(
  { kind, canonical, takenOn }: Omit<Reading, 'value' | 'unit' | 'takenAt'>,
  person: Person,
): Flag | undefined {
  if (!isKnownKind(kind)) return undefined;
  const range = rangeFor(
    hospitalRanges() ?? sampleReferenceRanges,
    kind,
    person.sex || undefined,
    ageInDays(person, takenOn),
  );
  return (range && flagOf(canonical, range)) ?? undefined;
}

const HOURS = 24;
/** @param now the hospital's clock, `YYYY-MM-DD HH:MM` */
export function ageOf(
  { takenOn, takenAt }: Pick<Reading, 'takenOn' | 'takenAt'>,
  now: string,
): { hours: number; text: string } {
  const instant = (day: string, time: string): number => Date.parse(`${day}T${time}Z`) / 3_600_000;
  const today = now.slice(0, 10);
  const isTimed = takenAt !== '' && now.length > 10;
  const hours = Math.max(
    0,
    isTimed
      ? instant(today, now.slice(11)) - instant(takenOn, takenAt)
      : instant(today, '00:00') - instant(takenOn, '00:00'),
  );
  if (hours >= HOURS) return { hours, text: translate('values.age.days', { days: Math.floor(hours / HOURS) }) };
  return {
    hours,
    text: isTimed ? translate('values.age.hours', { hours: Math.floor(hours) }) : translate('values.age.today'),
  };
}

/** The newest reading of each kind. @param readings ascending */
export const newestOf = (readings: readonly Reading[]): ReadonlyMap<string, Reading> =>
  new Map(readings.map((reading) => [reading.kind, reading]));

const measured = [
  'weight',
  'height',
  'creatinine',
  'calcium',
  'albumin',
  'sodium',
  'chloride',
  'bicarbonate',
  'bilirubin',
  'inr',
  'phenytoin',
] as const satisfies readonly (Measured & MeasurementKind)[];

interface Known {
  /** The values of this stay, ascending. */
  readonly readings: readonly Reading[];
  /** Those of earlier stays as well, for the course of the creatinine. */
  readonly all?: readonly Reading[];
  readonly person: Person;
  /** The hospital's clock, `YYYY-MM-DD HH:MM`. */
  readonly now: string;
  /** The doses around its levels. */
  readonly vancomycin?: Facts['vancomycin'];
}

/** The formulas over the newest values of this stay. Undefined for a date that is none. */
export function computedFrom({ readings, all = readings, person, now, vancomycin }: Known): ComputedFacts | undefined {
  const today = asCalendarDate(now.slice(0, 10));
  if (today === undefined) return undefined;
  const newest = newestOf(readings);
  const dated = <Of extends Reading>(reading: Of | undefined) => {
    const day = reading && asCalendarDate(reading.takenOn);
    return reading && day ? [{ value: reading.canonical, day, hour: hourOf(reading.takenAt) }] : [];
  };
  return computeAll({
    today,
    birthdate: asCalendarDate(person.birthdate.slice(0, 10)) ?? null,
    sex: person.sex || null,
    latest: Object.fromEntries(measured.map((name) => [name, dated(newest.get(name))[0]])),
    creatinineTrend: all.filter(({ kind }) => kind === 'creatinine').flatMap(dated),
    vancomycin,
  });
}
/** The hour of the day, 0 to 24; undefined where the time is not known. */
export const hourOf = (time: string): number | undefined =>
  time === '' ? undefined : Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;

export interface ShownValue {
  readonly key: string;
  readonly label: string;
  /** Empty: not known. */
  readonly text: string;
  readonly flag?: Flag | undefined;
  readonly trend?: 'rising' | 'falling' | undefined;
  readonly age: string;
  readonly isOld: boolean;
  readonly notes?: readonly Note[];
}
export interface HeaderRules {
  /** The kinds that the team has added. */
  readonly headerKinds: readonly string[];
  /** After so many hours a laboratory value is old. */
  readonly oldAfterHours: number;
}
/** Weight and height, in hours. */
const BEDSIDE_OLD_AFTER = 30 * HOURS;

/** The values of the header, in its order (docs/product.md, "Measurements"). */
export function headerValues(known: Known, { headerKinds, oldAfterHours }: HeaderRules): ShownValue[] {
  const { readings, person, now } = known;
  const newest = newestOf(readings);
  const computed = computedFrom(known);
  const direction = computed?.creatinineDirection;
  const aged = (reading: Reading | undefined): Pick<ShownValue, 'age' | 'isOld'> => {
    if (!reading) return { age: '', isOld: false };
    const { hours, text } = ageOf(reading, now);
    return { age: text, isOld: hours > (isBedside(reading.kind) ? BEDSIDE_OLD_AFTER : oldAfterHours) };
  };
  const ofKind = (kind: string): ShownValue => {
    const reading = newest.get(kind);
    return {
      key: kind,
      label: shortLabel(kind),
      text: reading ? valueText(reading) : '',
      flag: reading && flagIn(reading, person),
      trend: kind === 'creatinine' && direction !== 'steady' ? direction : undefined,
      ...aged(reading),
    };
  };
  const formula = (
    key: 'bodyMassIndex' | 'creatinineClearance' | 'glomerularFiltration',
    value: Computed | undefined,
  ) =>
    ({
      key,
      label: translate(`values.shortOf.${key}`),
      text: value && isResult(value) ? computedText(value) : '',
      notes: value && isResult(value) ? value.notes.filter((note) => note === 'unstableCreatinine') : [],
      ...(key === 'bodyMassIndex' || !(value && isResult(value)) ? aged(undefined) : aged(newest.get('creatinine'))),
    }) satisfies ShownValue;
  const values = computed?.values;
  const child = values?.glomerularFiltrationOfChild;
  return [
    ofKind('weight'),
    ofKind('height'),
    formula('bodyMassIndex', values?.bodyMassIndex),
    ofKind('creatinine'),
    formula('creatinineClearance', values?.creatinineClearance),
    formula('glomerularFiltration', child && isResult(child) ? child : values?.glomerularFiltration),
    ...headerKinds.map(ofKind),
  ].filter(({ key, text }) => key !== 'bodyMassIndex' || text !== '');
}

/** `38 mL/min`. */
export const computedText = ({ value, unit, decimals }: { value: number; unit: string; decimals: number }): string =>
  withUnit(formatNumber(Number(value.toFixed(decimals))), unit);

/** `Cr`, where the kind has a short name. */
export const shortLabel = (kind: string): string =>
  isKnownKind(kind) ? translate(`values.short.${kind}`) : kindLabel(kind);
export const flagText = (flag: Flag): string => translate(`values.flag.${flag}`);
export const trendSigns = { rising: '↑', falling: '↓' } as const;

/** The known values in one line, for lists and paper; empty where none is known. */
export const compactValues = (values: readonly ShownValue[]): string =>
  values
    .filter(({ text }) => text !== '')
    .map(({ label, text, flag, trend, age }) =>
      [label, text, flag && flagText(flag), trend && trendSigns[trend], age && `(${age})`].filter(Boolean).join(' '),
    )
    .join(' · ');

/** The newest values of a patient in a list. The value before a newest one gives its direction. */
export const newestText = (newest: readonly NewestValue[], person: Person, rules: HeaderRules, now: string): string => {
  const readings = newest.flatMap(({ previous, ...reading }): Reading[] =>
    previous === null ? [reading] : [{ ...reading, canonical: previous, takenAt: '' }, reading],
  );
  return compactValues(headerValues({ readings, person, now }, rules));
};
