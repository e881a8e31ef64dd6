/** A row of a table as the house understands it: dates, codes, names, amounts. Pure. */
import { type DateOrder, fieldsOf, type ImportKind } from 'language/contract/imports';
import { parseLine } from 'language/domain/measurements/parse-line';
import { canonicalUnit } from 'language/domain/measurements/units';
import { refusal, type Refusal } from 'language/domain/reasons/refusal';
import { nameParts } from 'language/domain/values/arabic';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { allergyCertainties, allergySeverities, allergySources, limits, sexes } from 'language/domain/values/codes';
import { foldLetters } from 'language/domain/values/folding';
import { plainRecordNumber } from 'language/domain/values/record-number';
import { HttpProblem } from 'service-kit/http/http-problem';
import { readDate, readTime } from './dates.ts';

export interface RowReading {
  readonly kind: ImportKind;
  readonly dateOrders: Readonly<Record<string, DateOrder | undefined>>;
  readonly today: CalendarDate;
}
/** By field: dates as YYYY-MM-DD, times as HH:MM, codes of the house. Fields without a value are absent. */
export type Understood = Record<string, string>;

export const refusedCell = (field: string, why: Refusal): HttpProblem => new HttpProblem(why, { field });

/** Words of codes, in English and Arabic; the code itself is one of them. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sex: {
    female: 'f, woman, girl, fem, انثى, أنثي, بنت, سيدة, ث',
    male: 'm, man, boy, ذكر, ولد, رجل, ذ',
  } satisfies Codes<typeof sexes>,
  severity: {
    mild: 'low, خفيفة, خفيف, بسيطة, بسيط',
    moderate: 'medium, متوسطة, متوسط',
    severe: 'high, شديدة, شديد, حادة, خطيرة',
  } satisfies Codes<typeof allergySeverities>,
  certainty: {
    confirmed: 'proven, sure, مؤكدة, مؤكد',
    suspected: 'possible, unconfirmed, مشتبه, مشتبه بها, محتملة',
  } satisfies Codes<typeof allergyCertainties>,
  source: {
    patient: 'self, المريض, مريض',
    family: 'relative, relatives, الأسرة, الأهل, العائلة',
    record: 'chart, file, السجل, الملف',
    observed: 'seen, staff, ملاحظ, شوهد',
  } satisfies Codes<typeof allergySources>,
};
type Codes<List extends readonly string[]> = Record<List[number], string>;

const keyOf = (word: string): string =>
  foldLetters(word)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const codes = new Map(
  Object.entries(words).map(([field, byCode]) => [
    field,
    new Map(
      Object.entries(byCode).flatMap(([code, list]) => [code, ...list.split(', ')].map((word) => [keyOf(word), code])),
    ),
  ]),
);
/** In the place of an unknown value. */
const isNothing = (text: string): boolean => /^(?:-+|n\/?a|null|unknown|غير معروف|لا يوجد|\?)?$/i.test(text);
/** In the place of an agent: the patient has no allergy that is known. */
const noAllergy = new Set(
  [
    'nkda',
    'nka',
    'nil',
    'no',
    'none',
    'none known',
    'no known allergies',
    'no known drug allergies',
    'no allergies',
    'no allergy',
    'negative',
    'لا يوجد',
    'لا توجد',
    'لا توجد حساسيه',
    'لا يوجد حساسيه',
    'بدون',
    'لا',
  ].map(keyOf),
);

/** @throws HttpProblem 400 with the field of the cell that is not understood */
export function understandRow(reading: RowReading, values: Readonly<Record<string, string | undefined>>): Understood {
  const { kind } = reading;
  const understood: Understood = {};
  for (const [field, { required, is }] of Object.entries(fieldsOf(kind))) {
    const text = (values[field] ?? '').trim();
    if (text === '') {
      if (required) throw refusedCell(field, refusal('cell-required'));
      continue;
    }
    if (is !== undefined || codes.has(field)) {
      const value = isNothing(text) && !required ? '' : asCode(reading, field, text);
      if (value !== '') understood[field] = value;
    } else understood[field] = text;
  }
  if (understood['medicalRecordNumber'] !== undefined)
    understood['medicalRecordNumber'] = plainRecordNumber(understood['medicalRecordNumber']).trim();
  if (kind === 'patients') return withNames(understood);
  if (kind === 'measurements') return measured(understood, values['takenOn'] ?? '');
  if (kind === 'allergies' && noAllergy.has(keyOf(understood['agentText'] ?? '')))
    throw refusedCell('agentText', refusal('no-allergy-in-row'));
  return understood;
}

function asCode({ kind, dateOrders, today }: RowReading, field: string, text: string): string {
  const { is } = fieldsOf(kind)[field] ?? {};
  if (is === 'date') {
    const read = readDate(text, dateOrders[field], today);
    if ('date' in read) return read.date;
    throw refusedCell(field, refusal(read.refused, { text: shortened(text) }));
  }
  const value = is === 'time' ? readTime(text) : codes.get(field)?.get(keyOf(text));
  if (value === undefined)
    throw refusedCell(
      field,
      is === 'time' ? refusal('not-a-time') : refusal('word-not-understood', { text: shortened(text) }),
    );
  return value;
}

/** A whole name is divided as the registration divides a pasted one. Names that have a column of their own stay. */
function withNames({ fullName, ...understood }: Understood): Understood {
  if (fullName !== undefined && understood['firstName'] === undefined) {
    const parts = nameParts(fullName);
    for (const [at, field] of ['firstName', 'middleName', 'lastName', 'fourthName'].entries())
      if (parts[at] !== undefined) understood[field] = parts[at];
  }
  if (understood['firstName'] === undefined) throw refusedCell('fullName', refusal('cell-required'));
  return understood;
}

/** Test, value and unit, as the line of entry reads them. A unit is never guessed, and neither is a doubtful number. */
function measured(understood: Understood, takenOn: string): Understood {
  const { kind = '', value = '', unit = '' } = understood;
  const text = `${kind} ${value} ${unit}`;
  const [piece, ...others] = parseLine(text);
  const why = { text: shortened(text) };
  if (piece?.kind === undefined || others.length > 0) throw refusedCell('value', refusal('value-not-understood', why));
  if (!piece.isUnitTyped && canonicalUnit(piece.kind) !== '{INR}') throw refusedCell('unit', refusal('unit-missing'));
  if (piece.question !== undefined) throw refusedCell('value', refusal('value-questionable', why));
  const takenAt = understood['takenAt'] ?? readTime(takenOn);
  return {
    ...understood,
    kind: piece.kind,
    value: String(piece.value),
    unit: piece.unit,
    ...(takenAt !== undefined && { takenAt }),
  };
}

/** For a sentence. */
const shortened = (text: string): string => (text.length > limits.name ? `${text.slice(0, limits.name)}…` : text);

/** The parts of a cell that lists several things. */
export const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[;|؛\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
