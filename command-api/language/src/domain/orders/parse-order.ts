/**
 * Reads a written order: drug, dose, route and schedule, in English, Arabic or both. A text that can be read in two ways is
 * not read: it stays text, and is marked as such. Each character is in one piece, so nothing that was typed is lost.
 */
import {
  isForm,
  isMoment,
  mealHints,
  minutesOfUnit,
  moments,
  type Dose,
  type Order,
  type Route,
  type Schedule,
} from './order.ts';
import { fold, readAt, type Fact, type Folded, type QuestionCode } from './read-words.ts';

export type { QuestionCode } from './read-words.ts';
export type PieceKind = 'drug' | Fact['kind'] | 'strength' | 'space';
/** A part of the text as it was typed. `rest` was not understood. */
export interface Piece {
  readonly kind: PieceKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
export interface Question {
  readonly code: QuestionCode;
  readonly start: number;
  readonly end: number;
}
export interface Parsed {
  readonly order: Order;
  /** In the order of the text. Joined they are the text. */
  readonly pieces: readonly Piece[];
  /** The pieces that were not understood. */
  readonly rest: readonly Piece[];
  readonly questions: readonly Question[];
}
/** The order, if each part of the text was understood and nothing is asked. */
export const understood = ({ order, rest, questions }: Parsed): Order | undefined =>
  rest.length > 0 || questions.length > 0 ? undefined : order;
/** Two names of one root are one drug. */
export interface NamedDrug {
  readonly rootId: string;
}
export type FindDrug<Drug extends NamedDrug> = (words: string) => Drug | undefined;
export interface ParsedOrder<Drug extends NamedDrug> extends Parsed {
  readonly drug: Drug | undefined;
}

/** Longer text is no order. */
const MOST_CHARACTERS = 500;
const MOST_NAME_PARTS = 12;

/** A part of the folded text. An assembly step changes a fact that it refuses to `rest`. */
interface Part {
  fact: Fact | { readonly kind: 'drug' | 'strength' };
  readonly start: number;
  readonly end: number;
  readonly text: string;
  questions: readonly QuestionCode[];
}
type PartOf<Kind extends Fact['kind']> = Part & { fact: Extract<Fact, { kind: Kind }> };
const partsOf = <Kind extends Fact['kind']>(parts: readonly Part[], kind: Kind): PartOf<Kind>[] =>
  parts.filter((part): part is PartOf<Kind> => part.fact.kind === kind);
const refuse = (parts: readonly Part[]): void => {
  for (const part of parts) part.fact = { kind: 'rest' };
};

const NUMBER_BEFORE = /(?:[\p{N}\-−/⁄<>=~≤≥±+*×^$#%\uFFFD]|\p{N}[.,:٫٬]|[<>=~≤≥±+*×^]\s{1,3})$/u;
const LETTER_BEFORE = /[\p{L}\p{M}]$/u;
const SPACE = /[\s.,;:()[\]{}\-–—|/،؛•"'_]/u;
const WORD =
  /\p{L}[\p{L}\p{N}]*(?:['’]\p{L}+)?|[\p{N}\uFFFD.٫][\p{L}\p{N}\uFFFD]*(?:[.,٫٬:/⁄\-−–+×*^<>=~°]+[\p{N}\uFFFD][\p{L}\p{N}\uFFFD]*)*%?|[^]/uy;
const BARE_NUMBER = /^[x×*]?\s{0,2}[.٫]?\p{N}[\p{N}.,/٫٬⁄:\-–x×*]*$/u;
const DILUENT_BEFORE = /(?:^|[\s(])(?:in|into|with|في|على)\s{1,3}$/u;

/** A name that goes on is of another drug: a combination, `Concor Plus`. */
const GOES_ON =
  /^(?:\s{0,3}[+&]\s{0,3}\p{L}|[-/]\p{L}|[\s-]{0,3}(?:plus|forte|extra|co|duo|comp|بلس|فورت|اكسترا|إكسترا)(?!\p{L}))/iu;
/** The longest words from a place of the typed text that name a drug. */
function drugAt<Drug extends NamedDrug>(
  typed: string,
  start: number,
  findDrug: FindDrug<Drug>,
): { readonly drug: Drug; readonly end: number } | undefined {
  const ends: number[] = [];
  for (const { 0: part, index } of typed.slice(start, start + 120).matchAll(/[\p{L}\p{M}]+|\p{N}+%?/gu)) {
    ends.push(start + index + part.length);
    if (ends.length === MOST_NAME_PARTS) break;
  }
  for (const end of ends.toReversed()) {
    const words = typed.slice(start, end);
    const after = typed.slice(end, end + 20);
    const isCut = GOES_ON.test(after) || (/\p{N}$/u.test(words) && /^[-/.,٫]\p{N}/u.test(after));
    const drug = isCut || (words.match(/\p{L}/gu)?.length ?? 0) < 3 ? undefined : findDrug(words);
    if (drug) return { drug, end };
  }
  return undefined;
}

interface Scan<Drug> {
  readonly parts: readonly Part[];
  readonly drug: Drug | undefined;
  readonly isOneDrug: boolean;
}
function scan<Drug extends NamedDrug>(
  typed: string,
  { text, at: places }: Folded,
  kinds: readonly Fact['kind'][],
  findDrug: FindDrug<Drug>,
): Scan<Drug> {
  const parts: Part[] = [];
  let drug: Drug | undefined;
  let at = 0;
  const push = (fact: Part['fact'], end: number, questions: readonly QuestionCode[] = []): void => {
    parts.push({ fact, start: at, end, text: text.slice(at, end), questions });
    at = end;
  };
  const readHere = (place: number): ReturnType<typeof readAt> => {
    const last = parts.at(-1);
    const left = text.slice(Math.max(0, place - 4), place);
    const isApart = !LETTER_BEFORE.test(left) || (last?.fact.kind === 'drug' && last.end === place);
    const isNumber = /[\p{N}.٫]/u.test(text[place] ?? '');
    const isDot = /[.٫]/u.test(text[place] ?? '');
    if (
      isNumber
        ? NUMBER_BEFORE.test(left) || !isApart || (isDot && /[^\s(]$/u.test(left))
        : /[\p{L}\p{M}]/u.test(text[place] ?? '') && !isApart
    )
      return undefined;
    const before = last?.fact;
    const reading = readAt(text, place, before?.kind === 'dose' ? before : undefined);
    return reading && (reading.fact.kind === 'rest' || kinds.includes(reading.fact.kind)) ? reading : undefined;
  };
  while (at < text.length) {
    const isWord = /\p{L}/u.test(text[at] ?? '') && !LETTER_BEFORE.test(text.slice(Math.max(0, at - 1), at));
    const nameAt = (place: number) => (isWord ? drugAt(typed, places[place] ?? 0, findDrug) : undefined);
    // An Arabic `and` is a part of the word.
    const found = nameAt(at) ?? (text[at] === 'و' ? nameAt(at + 1) : undefined);
    const last = parts.at(-1)?.fact;
    const isDiluent =
      drug !== undefined &&
      (DILUENT_BEFORE.test(text.slice(Math.max(0, at - 8), at)) ||
        (last?.kind === 'dose' && last.dose.inMl !== undefined));
    if (found && !isDiluent) {
      const isSecond = drug ? drug.rootId !== found.drug.rootId : parts.some(({ fact }) => fact.kind === 'rest');
      if (isSecond) return { parts, drug, isOneDrug: false };
      drug ??= found.drug;
      // The name of a trade label has its strength and form, which are read as such.
      let end = at + 1;
      while ((places[end] ?? 0) < found.end && (/[\p{L}\p{N}]/u.test(text[end - 1] ?? '') || !readHere(end))) end += 1;
      push({ kind: 'drug' }, end);
      continue;
    }
    const reading = /\s/.test(text[at] ?? '') ? undefined : readHere(at);
    if (reading) push(reading.fact, reading.end, reading.questions);
    else if (SPACE.test(text[at] ?? '')) at += 1;
    else {
      WORD.lastIndex = at;
      push({ kind: 'rest' }, at + Math.max(1, WORD.exec(text)?.[0].length ?? 1));
    }
  }
  return { parts, drug, isOneDrug: true };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const distinct = <Value>(values: readonly Value[]): Value[] =>
  values.filter((value, nth) => values.findIndex((other) => isSame(value, other)) === nth);
const isVolume = ({ unit }: Dose): boolean => unit === 'mL' || unit === 'mL/h' || unit === 'drop/min';

/** A number without a unit beside a dose or a day may be a part of it. */
function refuseBesideNumbers(parts: readonly Part[]): void {
  const isNumber = (part: Part | undefined): boolean => part?.fact.kind === 'rest' && BARE_NUMBER.test(part.text);
  refuse(
    parts.filter(
      ({ fact }, nth) =>
        (fact.kind === 'dose' && (isNumber(parts[nth - 1]) || isNumber(parts[nth + 1]))) ||
        (((fact.kind === 'schedule' && fact.before === 'no-number') || fact.kind === 'hint') &&
          isNumber(parts[nth - 1])),
    ),
  );
}

type Amounts = Pick<Order, 'dose' | 'strength'>;
/** One dose, or a strength and the pieces or the volume of it. */
function amountsOf(parts: Part[]): Amounts {
  const found = partsOf(parts, 'dose');
  const [one, other, third] = distinct(found.map(({ fact: { dose, isStrength } }) => ({ dose, isStrength })));
  if (!one) return {};
  const amounts = ((): Amounts | undefined => {
    if (third) return undefined;
    if (!other) return one.isStrength ? { strength: one.dose } : { dose: one.dose };
    const [strength, dose] =
      isForm(one.dose.unit) || (isVolume(one.dose) && other.dose.inMl !== undefined)
        ? [other.dose, one.dose]
        : [one.dose, other.dose];
    const isOfLiquid = strength.inMl !== undefined && isVolume(dose) && dose.amountTo === undefined;
    const isOfPieces = isForm(dose.unit) && !isForm(strength.unit) && !/\/|^mL/.test(strength.unit);
    return strength.amountTo === undefined && (isOfLiquid || isOfPieces) ? { strength, dose } : undefined;
  })();
  if (!amounts) refuse(found);
  else if (
    amounts.strength &&
    amounts.dose &&
    isForm(amounts.dose.unit) &&
    (amounts.dose.amountTo ?? amounts.dose.amount) > 1
  )
    for (const part of found)
      if (isForm(part.fact.dose.unit)) part.questions = [...part.questions, 'strength-or-total'];
  const { strength, dose } = amounts ?? {};
  for (const part of partsOf(parts, 'dose'))
    if (strength && isSame(part.fact.dose, strength)) (part as Part).fact = { kind: 'strength' };
  return dose &&
    minutesOfUnit(dose.unit) !== undefined &&
    partsOf(parts, 'form').some(({ fact: { form } }) => form === 'patch')
    ? (refuse(found), {})
    : (amounts ?? {});
}

/** Two routes are none, unless one says more than the other. */
function routeOf(parts: readonly Part[]): Route | undefined {
  const found = partsOf(parts, 'route');
  const [one, other, third] = distinct(found.map(({ fact: { route } }) => route));
  if (other === undefined) return one;
  const pair = [one, other].toSorted().join(' ');
  if (third === undefined && pair === 'iv iv-infusion') return 'iv-infusion';
  if (third === undefined && pair === 'inh neb') return 'neb';
  refuse(found);
  return undefined;
}

const inADay = (schedule: Schedule): number | undefined =>
  schedule.kind === 'times'
    ? schedule.times
    : schedule.kind === 'interval' && schedule.hoursTo === undefined
      ? 24 / schedule.hours
      : undefined;
/** One schedule of two that say the same: `q8h tds`, `once weekly on Friday`. Undefined where they contradict. */
function joined(one: Schedule, other: Schedule): Schedule | undefined {
  if (isSame(one, other)) return one;
  if (one.kind === 'week' && other.kind === 'week' && one.times === other.times) return one.on ? one : other;
  const number = inADay(one);
  return number !== undefined && number === inADay(other) ? (one.kind === 'interval' ? one : other) : undefined;
}
/** The schedule with the hours of the day: `at bedtime` alone is once a day. Undefined where they contradict. */
function withMoments(schedule: Schedule | undefined, count: number): Schedule | undefined {
  if (count === 0 || !schedule) return count === 0 ? schedule : { kind: 'times', times: count };
  const number = schedule.kind === 'continuous' ? undefined : (inADay(schedule) ?? 1);
  return number !== undefined && Math.max(1, number) === count ? schedule : undefined;
}
function asNeeded(schedule: Schedule | undefined): Extract<Schedule, { kind: 'as-needed' }> | undefined {
  if (!schedule) return { kind: 'as-needed' };
  if (schedule.kind === 'times') return { kind: 'as-needed', maxTimes: schedule.times };
  return schedule.kind === 'interval' ? { kind: 'as-needed', minHours: schedule.hours } : undefined;
}
function scheduleOf(parts: readonly Part[]): Pick<Order, 'schedule' | 'hints'> {
  const [found, hinted, limits] = [partsOf(parts, 'schedule'), partsOf(parts, 'hint'), partsOf(parts, 'max')];
  const named = new Set(hinted.flatMap(({ fact }) => fact.hints));
  // Before sleep is at night.
  if (named.has('bedtime')) named.delete('night');
  const hints = [...moments, ...mealHints].filter((hint) => named.has(hint));
  const bases = found.flatMap(({ fact: { schedule } }) => (schedule.kind === 'as-needed' ? [] : [schedule]));
  const isAsNeeded = found.length > bases.length;
  const base = bases.slice(1).reduce<Schedule | undefined>((one, other) => one && joined(one, other), bases[0]);
  const count = hints.filter(isMoment).length;
  const timed = withMoments(base, count);
  const needed = isAsNeeded ? asNeeded(timed) : undefined;
  const isContradiction = (bases.length > 0 && !base) || ((base ?? count > 0) && !timed) || (isAsNeeded && !needed);
  if (isContradiction) {
    refuse([...found, ...hinted, ...limits]);
    return { hints: [] };
  }
  const [limit] = limits;
  const isLimited =
    needed && limit && limits.length === 1 && !('maxTimes' in limit.fact.max && needed.maxTimes !== undefined);
  if (!isLimited) refuse(limits);
  const schedule = isLimited ? { ...needed, ...limit.fact.max } : (needed ?? timed);
  return schedule ? { schedule, hints } : { hints };
}

/** Parts that are clear alone may contradict each other. */
function orderOf(parts: Part[]): Order {
  refuseBesideNumbers(parts);
  const amounts = amountsOf(parts);
  const route = routeOf(parts);
  const { dose } = amounts;
  const isDrops = route === 'eye' || route === 'ear' || dose?.unit === 'drop';
  // OD of a drop may be the right eye. An interval behind a slash may be the time that a volume runs.
  const isUnclear = ({ text }: Part): boolean =>
    (isDrops && text === 'od') || (dose?.unit === 'mL' && text.startsWith('/'));
  refuse(partsOf(parts, 'schedule').filter(isUnclear));
  const timed = scheduleOf(parts);
  const minutes = dose && minutesOfUnit(dose.unit);
  const { schedule } = timed;
  const isRate = minutes !== undefined && minutes < 1440;
  const canBeTotal = !schedule || schedule.kind === 'times' || (schedule.kind === 'interval' && schedule.hours <= 24);
  // The parts of `5/3 mg on alternate days` are two doses.
  const isTwoDoses = dose?.components !== undefined && schedule?.kind === 'days';
  if (isTwoDoses || (isRate ? schedule && schedule.kind !== 'continuous' : minutes !== undefined && !canBeTotal)) {
    refuse([...partsOf(parts, 'dose'), ...partsOf(parts, 'schedule'), ...partsOf(parts, 'hint')]);
    return { ...(amounts.strength && { strength: amounts.strength }), ...(route && { route }), hints: [] };
  }
  const [form] = partsOf(parts, 'form');
  return {
    ...amounts,
    ...(form && { form: form.fact.form }),
    ...(route && { route }),
    ...timed,
    ...(isRate && { schedule: { kind: 'continuous' } as const }),
  };
}

/** Pieces of the whole text; what is between two texts that were not understood belongs to them. */
function piecesOf(typed: string, parts: readonly Part[], places: readonly number[]): Piece[] {
  const pieces: { kind: PieceKind; start: number; end: number }[] = [];
  const add = (kind: PieceKind, start: number, end: number): void => {
    if (start < end) pieces.push({ kind, start, end });
  };
  let at = 0;
  for (const { fact, start, end } of parts) {
    const [from, until] = [places[start] ?? typed.length, places[end] ?? typed.length];
    const last = pieces.at(-1);
    if (fact.kind === 'rest' && last?.kind === 'rest') last.end = until;
    else {
      add('space', at, from);
      add(fact.kind, Math.max(at, from), until);
    }
    at = Math.max(at, until);
  }
  add('space', at, typed.length);
  return pieces.map((piece) => ({ ...piece, text: typed.slice(piece.start, piece.end) }));
}

const everyKind: readonly Fact['kind'][] = ['dose', 'route', 'schedule', 'max', 'hint', 'form', 'filler'];
/** @param findDrug finds the drug that words name as a whole, by trade label or by root, in any spelling */
export function parseOrder<Drug extends NamedDrug>(
  typed: string,
  findDrug: FindDrug<Drug>,
  kinds: readonly Fact['kind'][] = everyKind,
): ParsedOrder<Drug> {
  const folded = fold(typed.slice(0, MOST_CHARACTERS));
  const scanned = scan(typed, folded, kinds, findDrug);
  const isOrder = scanned.isOneDrug && typed.length <= MOST_CHARACTERS;
  const parts: Part[] = isOrder
    ? [...scanned.parts]
    : [{ fact: { kind: 'rest' }, start: 0, end: folded.text.length, text: folded.text, questions: [] }];
  const order = orderOf(parts);
  const pieces = isOrder
    ? piecesOf(typed, parts, folded.at)
    : piecesOf(typed, parts, [0, ...folded.at.slice(1, -1), typed.length]);
  const questions = parts.flatMap(({ fact, start, end, questions: codes }) =>
    fact.kind === 'rest'
      ? []
      : [...new Set(codes)].map((code) => ({
          code,
          start: folded.at[start] ?? 0,
          end: folded.at[end] ?? typed.length,
        })),
  );
  return {
    drug: isOrder ? scanned.drug : undefined,
    order,
    pieces,
    rest: pieces.filter(({ kind }) => kind === 'rest'),
    questions,
  };
}

const noDrug = (): undefined => undefined;
/** The line of a dose: `1 g`, `5 mg 2 tablets`. */
export const parseDose = (typed: string): Parsed => parseOrder(typed, noDrug, ['dose', 'form', 'filler']);
export const parseRoute = (typed: string): Parsed => parseOrder(typed, noDrug, ['route', 'filler']);
/** The line of a frequency, with the hours of the day and the most of a day. */
export const parseFrequency = (typed: string): Parsed =>
  parseOrder(typed, noDrug, ['schedule', 'max', 'hint', 'filler']);
