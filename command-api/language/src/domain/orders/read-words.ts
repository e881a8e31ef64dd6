/** The longest reading of all at one place of a written order. */
import { foldLetters } from '../values/folding.ts';
import {
  isForm,
  minutesOfUnit,
  type ClockHint,
  type Dose,
  type Form,
  type Measure,
  type Route,
  type Schedule,
  type Unit,
} from './order.ts';
import * as words from './order-words.ts';

/** A typed text as it is compared, and for each character its place in the typed text, and the end. */
export interface Folded {
  readonly text: string;
  readonly at: readonly number[];
}
/** A raised or circled digit is no digit of a number (10⁶ is not 106); `½` is apart from the number before it. */
const foldOne = (character: string): string => {
  if (!/\p{No}/u.test(character)) return foldLetters(character);
  const plain = character.normalize('NFKD');
  return plain.includes('⁄') ? ` ${plain}` : '\uFFFD';
};
export function fold(typed: string): Folded {
  const characters: string[] = [];
  const at: number[] = [];
  let place = 0;
  for (const character of typed) {
    const folded = character === '²' && characters.at(-1) === 'm' ? '2' : foldOne(character);
    for (let nth = 0; nth < folded.length; nth += 1) at.push(place);
    characters.push(...folded.split(''));
    place += character.length;
  }
  // The dots of an abbreviation (`b.i.d.`) are no dividers.
  const dots = new Set<number>();
  for (const { 0: found, index } of characters
    .join('')
    .matchAll(/(?<![\p{L}\p{N}])(?:\p{L}\.){1,4}\p{L}(?![\p{L}\p{N}])/gu))
    for (let nth = 0; nth < found.length; nth += 1) if (found[nth] === '.') dots.add(index + nth);
  const isKept = (_: unknown, nth: number): boolean => !dots.has(nth);
  return { text: characters.filter(isKept).join(''), at: [...at.filter(isKept), typed.length] };
}

/**
 * Questions for the reader: notations that were misread often enough to be banned. From the Joint Commission's
 * "Do Not Use" list and the ISMP List of Error-Prone Abbreviations. `strength-or-total`: `500 mg 2 tablets`.
 */
export type QuestionCode =
  | 'trailing-zero'
  | 'missing-leading-zero'
  | 'unit-abbreviation'
  | 'microgram-abbreviation'
  | 'cc'
  | 'once-daily-abbreviation'
  | 'alternate-day-abbreviation'
  | 'strength-or-total';
const questionOf: Readonly<Record<string, QuestionCode>> = {
  u: 'unit-abbreviation',
  iu: 'unit-abbreviation',
  ug: 'microgram-abbreviation',
  μg: 'microgram-abbreviation',
  cc: 'cc',
  سم: 'cc',
  od: 'once-daily-abbreviation',
  qd: 'once-daily-abbreviation',
  qod: 'alternate-day-abbreviation',
};
const questionsOf = (text: string): readonly QuestionCode[] => {
  const code = questionOf[text];
  return code === undefined ? [] : [code];
};

export type Max =
  | { readonly maxTimes: number }
  | { readonly maxADay: { readonly amount: number; readonly unit: Unit } };
export type Fact =
  /** `isStrength`: an amount by the volume of a liquid, which is no dose. */
  | { readonly kind: 'dose'; readonly dose: Dose; readonly isStrength: boolean }
  | { readonly kind: 'route'; readonly route: Route }
  | { readonly kind: 'schedule'; readonly schedule: Schedule; readonly before?: words.Before | undefined }
  | { readonly kind: 'max'; readonly max: Max }
  | { readonly kind: 'hint'; readonly hints: readonly ClockHint[] }
  | { readonly kind: 'form'; readonly form: Form }
  | { readonly kind: 'filler' }
  /** Read as a whole, and stays text. */
  | { readonly kind: 'rest' };
export interface Reading {
  readonly fact: Fact;
  readonly end: number;
  readonly questions: readonly QuestionCode[];
}

const match = (wanted: RegExp, text: string, at: number): RegExpExecArray | null => {
  wanted.lastIndex = at;
  return wanted.exec(text);
};
const end = (wanted: RegExp, text: string, at: number): number => at + (match(wanted, text, at)?.[0].length ?? 0);
const SPACE = /\s{0,2}/uy;
const skip = (text: string, at: number): number => end(SPACE, text, at);
interface Found<Value> {
  readonly value: Value;
  readonly text: string;
  readonly end: number;
}
const longest = <Value>(table: readonly words.Row<Value>[], text: string, at: number): Found<Value> | undefined =>
  table
    .flatMap(({ value, pattern }) => {
      const found = words.matchAt(pattern, text, at);
      return found === undefined ? [] : [{ value, text: found, end: at + found.length }];
    })
    .reduce<Found<Value> | undefined>((best, found) => (best && best.end >= found.end ? best : found), undefined);

interface NumberRead {
  readonly value: number;
  readonly end: number;
  readonly questions: readonly QuestionCode[];
  /** `1/2` may be a half and may be two parts. */
  readonly isSlashed?: boolean;
}
const FRACTION = /(?:(\d{1,2})\s{1,2})?([123])([/⁄])([234])(?![\d/⁄]|[.,٫٬]\d)/uy;
const NUMBER = /(?:\d{1,3}(?:[,٬]\d{3}){1,3}(?:[.٫]\d{1,6})?|\d{0,8}[.٫]\d{1,6}|\d{1,9})(?!\d|[.,٫٬:]\d)/uy;
/** Undefined where the number may be two: a decimal comma, `5.000` for thousands, `05` for `0.5`. */
function readNumber(text: string, at: number): NumberRead | undefined {
  const fraction = match(FRACTION, text, at);
  if (fraction) {
    const [found, whole, upper, slash, lower] = fraction;
    const value = Number(whole ?? 0) + Number(upper) / Number(lower);
    return Number(upper) < Number(lower)
      ? { value, end: at + found.length, questions: [], isSlashed: slash === '/' && whole === undefined }
      : undefined;
  }
  const digits = match(NUMBER, text, at)?.[0];
  if (digits === undefined) {
    const word = longest(words.numberWords, text, at);
    return word && { value: word.value, end: word.end, questions: [] };
  }
  if (/^0\d|^0[,٬]|^[1-9]\d{0,2}[.٫]\d\d0$/u.test(digits)) return undefined;
  return {
    value: Number(digits.replaceAll(/[,٬]/gu, '').replace('٫', '.')),
    end: at + digits.length,
    questions: [
      ...(/[.٫]\d*0$/u.test(digits) ? (['trailing-zero'] as const) : []),
      ...(/^[.٫]/u.test(digits) ? (['missing-leading-zero'] as const) : []),
    ],
  };
}

const PER = /\s{0,2}(?:\/|per\s)\s{0,2}/uy;
const BY_BODY = /(?:(kgs?|كجم|كيلو|كيلوجرام)|m2)(?![\p{L}\p{N}])/uy;
const timeWords = [
  ['/min', /(?:min|mins|minutes?|دقيقه)(?![\p{L}\p{N}])/uy],
  ['/h', /(?:h|hrs?|hours?|ساعه|الساعه)(?![\p{L}\p{N}])/uy],
  ['/day', /(?:day|d|24\s?h|24\s?hrs?|24\s?hours?|يوم|اليوم)(?![\p{L}\p{N}])/uy],
  ['', /(?:dose|جرعه)(?![\p{L}\p{N}])/uy],
] as const;
interface UnitRead {
  readonly unit: Unit;
  readonly factor: number;
  readonly measure: Measure | 'form' | 'drop';
  readonly end: number;
  readonly questions: readonly QuestionCode[];
}
function readUnit(text: string, from: number): UnitRead | undefined {
  const thousands = longest(words.thousandsOf, text, from);
  const at = thousands ? skip(text, thousands.end) : from;
  const litre = words.matchAt(words.litreWords, text, at);
  const measured =
    litre === undefined
      ? longest(words.measureWords, text, at)
      : { value: 'mL' as const, text: litre, end: at + litre.length };
  const form = measured ? undefined : longest(words.formWords, text, at);
  if (!measured && (form === undefined || thousands)) return undefined;
  const factor = (thousands?.value ?? 1) * (litre === undefined ? 1 : 1000);
  const base = measured?.value ?? (form?.value === 'drop' ? ('drop' as const) : undefined);
  const read = { factor, questions: questionsOf(measured?.text ?? ''), end: (measured ?? form)?.end ?? at };
  if (base === undefined) return form && { ...read, unit: form.value, measure: 'form' };
  let { end: last } = read;
  const by = match(BY_BODY, text, end(PER, text, last));
  const isBy = by !== null && by.index > last;
  if (isBy) last = by.index + by[0].length;
  const start = end(PER, text, last);
  const time = start === last ? undefined : timeWords.find(([, pattern]) => match(pattern, text, start));
  if (time) last = end(time[1], text, start);
  return {
    ...read,
    unit: `${base}${isBy ? (by[1] === undefined ? '/m2' : '/kg') : ''}${time?.[0] ?? ''}`,
    measure: base,
    end: last,
  };
}

/** Exact sums of decimals: 0.1 + 0.2 is 0.3. */
const exact = (amount: number): number => Number(amount.toPrecision(12));
const RANGE = /\s{0,2}(?:-|–|to\s|الي\s)\s{0,2}/uy;
const SLASH = /\//uy;
const IN = /\s{0,2}(?:\/|in\s|في\s)\s{0,2}/uy;
const A_DAY = /\s{0,2}(?:\/|per|a|in the|في)\s{0,2}(?:day|d|يوم|اليوم)(?![\p{L}\p{N}])/uy;
const UNREAD_AFTER = /[%^\uFFFD]|\s{0,2}[/⁄+±](?!\s{0,2}(?:4|6|8|12)\s{0,2}(?:h|س))|[.,٫٬:]\d|\s{0,2}[x×*]\s{0,2}\d/uy;

/** @param isMost of all doses of a day, where pieces `a day` are no doses */
function readDose(text: string, at: number, isMost = false): Reading | undefined {
  const first = readNumber(text, at);
  if (!first) {
    const counted = longest(words.countedForms, text, at);
    if (!counted) return undefined;
    const dose = { amount: counted.value.amount, unit: counted.value.form };
    return { fact: { kind: 'dose', dose, isStrength: false }, end: counted.end, questions: [] };
  }
  const components = [first];
  let last = first;
  let next: NumberRead | undefined;
  while (components.length < 3 && match(SLASH, text, last.end) && (next = readNumber(text, last.end + 1)))
    components.push((last = next));
  let unit = readUnit(text, skip(text, last.end));
  const from = unit?.end ?? last.end;
  const afterRange = end(RANGE, text, from);
  let to = afterRange > from ? readNumber(text, afterRange) : undefined;
  const unitTo = to && readUnit(text, skip(text, to.end));
  if (!unitTo || (unit && unit.unit !== unitTo.unit)) to = undefined;
  else unit = { ...unitTo, questions: [...(unit?.questions ?? []), ...unitTo.questions] };
  if (!unit) return undefined;

  const { measure, factor } = unit;
  const isMass = measure === 'mg' || measure === 'g' || measure === 'mcg';
  const amounts = [...components, ...(to ? [to] : [])].map(({ value }) => exact(value * factor));
  const amount = to ? amounts[0] : exact(amounts.reduce((sum, part) => sum + part, 0));
  const upper = to ? amounts.at(-1) : undefined;
  if (amount === undefined || amounts.some((part) => part <= 0) || Math.max(amount, upper ?? 0) > words.mostOf[measure])
    return undefined;
  if (components.length > 1 && (!isMass || to || minutesOfUnit(unit.unit) !== undefined)) return undefined;
  if (first.isSlashed === true && measure !== 'form') return undefined;
  if (measure === 'form' && amounts.some((part) => !Number.isInteger(part * 4))) return undefined;
  if (upper !== undefined && upper <= amount) return undefined;

  let { end: until } = unit;
  let inMl: number | undefined;
  let isStrength = false;
  const afterIn = end(IN, text, until);
  if (afterIn > until && measure !== 'mL' && measure !== 'form' && minutesOfUnit(unit.unit) === undefined) {
    const isSlash = text.slice(until, afterIn).includes('/');
    const volume = readNumber(text, afterIn);
    const volumeUnit = readUnit(text, volume ? skip(text, volume.end) : afterIn);
    if (volumeUnit?.unit === 'mL' && (volume ?? (isSlash && volumeUnit.factor === 1))) {
      inMl = exact((volume?.value ?? 1) * volumeUnit.factor);
      if (inMl <= 0) return undefined;
      // The strength of a liquid is written by 1 mL or by the spoon of 5 mL.
      isStrength = isSlash && (inMl === 1 || inMl === 5);
      until = volumeUnit.end;
    }
  }
  const aDay = end(A_DAY, text, until) > until;
  if (aDay && !isMost && (measure !== 'form' || amount !== 1 || upper !== undefined)) return undefined;
  const times = match(/\s{0,2}(?=[x×*]\s{0,2}\d)/uy, text, until);
  const canBeTimes =
    times !== null && (measure === 'form' || words.matchAt(words.durationWords, text, until + times[0].length));
  if (!aDay && !canBeTimes && match(UNREAD_AFTER, text, until)) return undefined;
  const dose: Dose = {
    amount,
    ...(upper !== undefined && { amountTo: upper }),
    ...(components.length > 1 && { components: amounts }),
    unit: unit.unit,
    ...(inMl !== undefined && { inMl }),
  };
  return {
    fact: { kind: 'dose', dose, isStrength },
    end: until,
    questions: [...components, ...(to ? [to] : [])].flatMap(({ questions }) => questions).concat(unit.questions),
  };
}

function readMax(text: string, at: number): Reading | undefined {
  const start = end(/[\s:.]{0,3}/uy, text, end(words.maxWords, text, at));
  if (!words.matchAt(words.maxWords, text, at)) return undefined;
  const times = match(words.maxTimes, text, start);
  if (times) {
    const number = words.count(times[1] ?? '');
    const isCount = Number.isInteger(number) && number > 0 && number <= 24;
    return isCount
      ? { fact: { kind: 'max', max: { maxTimes: number } }, end: start + times[0].length, questions: [] }
      : undefined;
  }
  const read = readDose(text, start, true);
  if (read?.fact.kind !== 'dose') return undefined;
  const { amount, unit, amountTo } = read.fact.dose;
  const plain = unit.replace(/\/day$/, '') as Unit;
  const after = skip(text, read.end);
  const day = plain === unit ? end(words.aDay, text, after) : read.end;
  if (amountTo !== undefined || minutesOfUnit(plain) !== undefined || (plain === unit && day === after))
    return undefined;
  return { fact: { kind: 'max', max: { maxADay: { amount, unit: plain } } }, end: day, questions: read.questions };
}

const isWithin = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most;
/** Within what is ordered: no 30 doses a day, no interval of a year. */
function isReal(schedule: Schedule): boolean {
  switch (schedule.kind) {
    case 'times':
      return isWithin(schedule.times, 1, 12);
    case 'interval':
      return isWithin(schedule.hours, 1, 168) && isWithin(schedule.hoursTo ?? 168, schedule.hours + 1, 168);
    case 'days':
      return isWithin(schedule.days, 2, 90);
    case 'week':
      return isWithin(schedule.times, 1, 6);
    case 'once':
    case 'continuous':
    case 'as-needed':
      return true;
    default:
      return schedule satisfies never;
  }
}
const canFollow = (before: words.Before | undefined, last: Fact | undefined): boolean => {
  if (before !== 'pieces' && before !== 'one-piece') return true;
  return (
    last?.kind === 'dose' &&
    isForm(last.dose.unit) &&
    (before === 'pieces' || (last.dose.amount === 1 && last.dose.amountTo === undefined))
  );
};
const readSchedules = (text: string, at: number, last: Fact | undefined): Reading[] =>
  words.scheduleWords.flatMap(({ pattern, read, before }) => {
    const found = canFollow(before, last) ? match(pattern, text, at) : null;
    if (!found) return [];
    const schedule = read(found);
    return isReal(schedule)
      ? [
          {
            fact: { kind: 'schedule' as const, schedule, before },
            end: at + found[0].length,
            questions: questionsOf(found[0]),
          },
        ]
      : [];
  });

const readRow = <Value>(
  table: readonly words.Row<Value>[],
  text: string,
  at: number,
  factOf: (value: Value) => Fact,
): Reading[] => {
  const found = longest(table, text, at);
  return found ? [{ fact: factOf(found.value), end: found.end, questions: [] }] : [];
};
const text: Fact = { kind: 'rest' };
/** The longest reading at a place; of two as long ones the first. */
export function readAt(typed: string, at: number, last: Fact | undefined): Reading | undefined {
  const dose = readMax(typed, at) ?? readDose(typed, at);
  const readings = [
    ...(dose ? [dose] : []),
    ...readSchedules(typed, at, last),
    ...readRow(words.routeWords, typed, at, (route) => ({ kind: 'route', route })),
    ...readRow(words.hintWords, typed, at, (hints) => ({ kind: 'hint', hints })),
    ...readRow(words.formWords, typed, at, (form) => ({ kind: 'form', form })),
    ...readRow([{ value: { kind: 'filler' } as const, pattern: words.fillerWords }], typed, at, (fact) => fact),
    ...readRow([{ value: text, pattern: words.durationWords }], typed, at, (fact) => fact),
  ];
  // From a condition to the end of the clause, which a semicolon or a new line ends, all is text.
  if (readings.length === 0 && words.matchAt(words.conditionWords, typed, at) !== undefined)
    return { fact: text, end: end(/[^;\n؛]*/uy, typed, at), questions: [] };
  return readings.reduce<Reading | undefined>(
    (best, reading) => (best && best.end >= reading.end ? best : reading),
    undefined,
  );
}
