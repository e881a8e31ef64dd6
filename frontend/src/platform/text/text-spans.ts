/**
 * The parts of a text that stay together: parts that read in the other direction than their paragraph, and parts that
 * no line may break (docs/decisions/browser/text-direction.md).
 *
 * In an Arabic paragraph the bidirectional algorithm of Unicode (UAX 9) draws `40 mL/h` as `mL/h 40`: it takes a number
 * after an Arabic letter as Arabic, and the unit as a foreign word. So each Latin phrase with a number is isolated as a
 * whole: a number with its unit, a drug with its strength, and the words after it (`Epanutin 100 mg q12h`). This needs
 * no list of drugs and units. In a Latin paragraph the Arabic phrase before a number with a unit is isolated, because
 * it would draw the number to itself. Isolation does not change the direction that `dir="auto"` finds.
 *
 * The sign of a number belongs to it: the algorithm draws `.5` after an Arabic letter as `5.`, tenfold.
 *
 * Chromium breaks a line after the hyphens of a date, and all browsers break between a number and its unit. A number
 * stays on one line with the Latin word after it, whether that is a unit or not.
 *
 * Only the first `NUMBERS_MAX` numbers of a line are looked at: each span costs an element, and a line of thousands
 * would stop the page of each reader.
 */
export type Direction = 'ltr' | 'rtl';
/** `unbroken`: on one line. The others: isolated with that direction. */
export type SpanKind = Direction | 'unbroken';
/** Half open, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
}

/** The digits of Latin, Arabic and Persian text. */
const digit = '0-9٠-٩۰-۹';
/** Left-to-right letters: Latin, Greek, Cyrillic. Ranges, because `\p{L}` takes several times as long. */
const latin = 'A-Za-zª\\u00B5ºÀ-ÖØ-öø-ʯͰ-ԯḀ-ỿ';
/** Right-to-left letters, marks and punctuation, without digits. */
const rtl = '\\u0590-\\u065F\\u066D-\\u06EF\\u06FA-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC';
/** Embeddings and isolates of the author. A phrase does not cross their limits. */
const controls = '\\u202A-\\u202E\\u2066-\\u2069';
const space = '[ \\u00A0\\u202F]';
/** In a source, `_` is an optional space of any kind. */
const expression = (source: string, flags = ''): RegExp => new RegExp(source.replaceAll('_', `${space}?`), flags);

/** Fractions of one character. */
const fraction = '¼-¾⅐-⅞';
/** Decimal and thousands signs between digits, as people write them. */
const separator = '.,٫٬،·’';
const comparisons = '<>≤≥≦≧⩽⩾≪≫≈≅~∼±＜＞';
/** Not the head of an arrow. */
const comparison = `(?<![-–−=])[${comparisons}]=?`;
/** The characters that may be before the sign of a number, so that it is no punctuation of the word before it. */
const opening = `\\s(\\[{${comparisons}+−-`;
/** The decimal sign of a number without a zero, such as `.5`. A comma directly after a word belongs to the word. */
const point = `(?:(?<![${digit}])[.٫·]|(?<=^|[${opening}])[,،])(?=[${digit}])`;

const hasDigit = expression(`[${digit}${fraction}]`);
const isRtl = expression(`[${rtl}]`);
const strong = expression(`[${rtl}${latin}]`);
/** The parts without Arabic letters. An Arabic comma in a number, or as its decimal sign, is in such a part. */
const chunks = expression(`(?:[^${rtl}${controls}]|(?<=[${digit}])،(?=[${digit}])|${point})+`, 'g');
const letter = expression(`[${latin}]`);

const power = `(?:\\^[+−-]?[${digit}]+|⁻?[⁰¹²³⁴-⁹]+)`;
/** `10 000`, also with narrow spaces. */
const thousands = `(?<![${digit}])[${digit}]{1,3}(?:[ \\u00A0\\u202F\\u2009][${digit}]{3})+(?![${digit}])`;
const amount =
  `(?:${thousands}|(?:${point})?[${digit}]+(?:[${separator}][${digit}]+)*(?:_[${fraction}])?|[${fraction}])` +
  `(?:(?:_[x×*]_10)?${power})?`;
/** A number, a range, a ratio, a blood pressure, with a sign or a comparison before it. */
const numbers = `(?:${comparison}_)?[+−-]?${amount}(?:(?:_[-–—−×x→⇒]_|[/:])${amount})*(?:\\++(?![${digit}${separator}]))?`;
/** Whole words: Marevan 5 mg is no day of March. */
const months =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|' +
  'Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const time = `[${digit}]{1,2}:[${digit}]{2}(?::[${digit}]{2})?`;
const year = `[${digit}]{4}`;
const days = [
  `${year}[-/][${digit}]{1,2}[-/][${digit}]{1,2}`,
  `[${digit}]{2}-[${digit}]{2}(?=${space}${time})`,
  `[${digit}]{1,2}${space}${months}(?:,?${space}${year})?`,
  `${months}${space}[${digit}]{1,2}(?:,?${space}${year})?`,
];
const day = `(?:${days.join('|')})(?![${latin}${digit}])`;
const latinWord = `[${latin}°%‰][${latin}${digit}°²³^]*`;
const arabicWord = '[ء-ْٱ-ۓ٪]+';
const per = `(?:_/_(?:${amount}_)?(?:${latinWord}|${arabicWord}))*`;
/** A line that people write has some tens. */
export const NUMBERS_MAX = 200;
/** Longer parts may break: they may be wider than a column on a phone. */
const UNBROKEN_LENGTH_MAX = 28;

/** Scans from left to right, so that it finds no number within a word. */
const scanner = expression(
  [
    `(?<date>${day}(?:[ T]${time})?)`,
    `(?<of>${numbers})(?:_/?_(?:(?<latin>${latinWord})|(?<arabic>${arabicWord}))${per})?`,
    `(?<code>[${latin}][${latin}${digit}]*` +
      `(?:(?:[-/.][${latin}${digit}]+)+(?:(?<=[${digit}])${space}(?<unit>${latinWord})${per})?)?)`,
  ].join('|'),
  'g',
);
const isCompound = expression(`[^${digit}.,٫٬]`);

/**
 * The Arabic units of clinical text. A list is necessary: a number before another Arabic word may belong to the Latin
 * word before it.
 */
const arabicUnits = new Set(
  (
    'ميكروجرام ميكروغرام مكجم مكغ ملجم ملغم ملغ مجم مغ كيلوجرام كيلو كجم كغم كغ جرام ' +
    'غرام جم غم ملليلتر مليلتر ملل مللي ملي مل لتر سم مم وحده وحدات مليمول ' +
    'ساعه ساعات دقيقه دقائق ثانيه ثواني يوم يوما ايام اسبوع اسابيع شهر اشهر شهور سنه سنوات صباحا مساء ' +
    'مره مرات قرص اقراص كبسوله كبسولات امبول امبولات فيال نقطه نقط نقاط بخه بخات جرعه جرعات كيس اكياس درجه نبضه'
  ).split(' '),
);

/** Accepts all common spellings, with and without vowel marks. */
const isArabicUnit = (word: string): boolean =>
  arabicUnits.has(
    word
      .replaceAll(/[\u064B-\u0652ـ]/g, '')
      .replaceAll(/[أإآ]/g, 'ا')
      .replace(/ة$/, 'ه'),
  );

const withoutZero = expression(`${point}[${digit}]+`);
/**
 * The first number that begins with its decimal sign, such as `.5`: the sign is easily overlooked, and the dose is tenfold.
 */
export const numberWithoutZero = (text: string): string | undefined => withoutZero.exec(text)?.[0];

interface ArabicAmount {
  readonly start: number;
  readonly numberEnd: number;
  readonly end: number;
}
interface Scanned {
  readonly unbroken: readonly Span[];
  readonly arabic: readonly ArabicAmount[];
  /** The place where the first number begins that is not looked at, or the length of the text. */
  readonly end: number;
}

/** The unbroken parts, and the amounts with an Arabic unit. */
function scan(text: string): Scanned {
  const unbroken: Span[] = [];
  const arabic: ArabicAmount[] = [];
  let count = 0;
  let at = 0;
  for (;;) {
    scanner.lastIndex = at;
    const match = scanner.exec(text);
    if (match && hasDigit.test(match[0])) count += 1;
    if (!match || count > NUMBERS_MAX) return { unbroken, arabic, end: match?.index ?? text.length };
    const { date, of, code, latin: latinUnit, arabic: arabicUnit = '', unit } = match.groups ?? {};
    const {
      index: start,
      0: { length },
    } = match;
    const hasArabic = isArabicUnit(arabicUnit);
    const isWhole =
      (date !== undefined || hasArabic || latinUnit !== undefined || unit !== undefined) &&
      length <= UNBROKEN_LENGTH_MAX;
    const end = start + (isWhole || code !== undefined ? length : (of ?? '').length);
    if (hasArabic) arabic.push({ start, numberEnd: start + (of ?? '').length, end });
    const isBreakable =
      isWhole ||
      (of !== undefined && isCompound.test(of)) ||
      (code !== undefined && /[-/.]/.test(code) && hasDigit.test(code));
    if (isBreakable && end - start <= UNBROKEN_LENGTH_MAX) unbroken.push({ start, end, kind: 'unbroken' });
    at = end;
  }
}

/** The direction of the first letter, as `dir="auto"` finds it; undefined without letters. */
export function letterDirection(text: string): Direction | undefined {
  const [first] = strong.exec(text) ?? [];
  return first === undefined ? undefined : isRtl.test(first) ? 'rtl' : 'ltr';
}

/**
 * The direction of a paragraph. One without letters, such as a date, may stand in a page of either direction: it is
 * isolated as in an Arabic line.
 */
const directionOf = (paragraph: string): Direction => letterDirection(paragraph) ?? 'rtl';

/**
 * The spans of a text with any number of lines. Spans are nested or separate; outer spans come first.
 * @param direction of all lines; by default each line has the direction of its first letter
 */
export function spansIn(text: string, direction?: Direction): Span[] {
  if (!hasDigit.test(text)) return [];
  const spans: Span[] = [];
  for (const { 0: whole, index } of text.matchAll(/[^\n\r\u2029]+/g)) {
    const { unbroken, arabic, end: scanned } = scan(whole);
    const base = direction ?? directionOf(whole);
    const paragraph = whole.slice(0, scanned);
    const isolated =
      base === 'rtl' ? inRtl(paragraph, arabic) : [...inLtr(paragraph), ...arabicRanges(paragraph, unbroken)];
    const crosses = (one: Span): boolean =>
      isolated.some(
        ({ start, end }) =>
          (one.start < start && start < one.end && one.end < end) ||
          (start < one.start && one.start < end && end < one.end),
      );
    const found = [...isolated, ...unbroken.filter((one) => !crosses(one))].sort(
      (one, other) => one.start - other.start || other.end - one.end,
    );
    spans.push(...found.map(({ start, end, kind }) => ({ start: start + index, end: end + index, kind })));
  }
  return spans;
}

/** Latin phrases with a number; and an Arabic unit with its number after a Latin word. */
function inRtl(text: string, arabic: readonly ArabicAmount[]): Span[] {
  const spans: Span[] = [];
  for (const { 0: chunk, index: start } of text.matchAll(chunks)) {
    const end = start + chunk.length;
    const own = arabic.find((one) => one.start >= start && one.start < end && one.end > end);
    const phrase = phraseIn(text, start, own?.start ?? end);
    if (phrase) spans.push(phrase);
    if (!own) continue;
    if (letter.test(text.slice(start, own.start))) spans.push({ start: own.start, end: own.end, kind: 'rtl' });
    const range = phraseIn(text, own.start, own.numberEnd);
    if (range) spans.push(range);
  }
  return spans;
}

const leadingNumber = expression(`^[^${latin}${digit}]*?(${numbers})`);
const latinBehind = expression(`^_[/°]?_[${latin}%‰°]`);
/** The Arabic phrase before a number with a Latin word or a sign, and ranges within Arabic. */
function inLtr(text: string): Span[] {
  const spans: Span[] = [];
  /** The start of the current Arabic phrase; a Latin word ends the phrase. */
  let phraseStart: number | undefined;
  for (const { 0: chunk, index: start } of text.matchAll(chunks)) {
    const isBehindRtl = start > 0;
    if (isBehindRtl) phraseStart ??= text.slice(0, start).search(isRtl);
    const [lead = '', number = ''] = isBehindRtl ? (leadingNumber.exec(chunk) ?? []) : [];
    const isOfLatin = number !== '' && latinBehind.test(chunk.slice(lead.length));
    if (isOfLatin && phraseStart !== undefined) spans.push({ start: phraseStart, end: start, kind: 'rtl' });
    const range = isOfLatin || number === '' ? undefined : phraseIn(text, start, start + lead.length);
    if (range) spans.push(range);
    if (!letter.test(chunk)) continue;
    const next = text.slice(start + chunk.length).search(isRtl);
    phraseStart = next < 0 ? undefined : start + chunk.length + next;
  }
  return spans;
}

const arabicRange = expression(`[٠-٩۰-۹][^${digit}${latin}]+[٠-٩۰-۹].*[${latin}]`);
/** Ranges of Arabic digits with a Latin unit: their hyphen reads from right to left, also in a Latin paragraph. */
const arabicRanges = (text: string, unbroken: readonly Span[]): Span[] =>
  unbroken
    .filter(({ start, end }) => arabicRange.test(text.slice(start, end)) && !isRtl.test(text.slice(start, end)))
    .map((span) => ({ ...span, kind: 'ltr' }));

const word = expression(`[${latin}${digit}${fraction}]`);
const wordEnd = expression(`[${latin}${digit}${fraction}¹²³⁰-⁹]`);
/** Comparison, sign and decimal sign before a number. After an Arabic letter a hyphen is no sign. */
const leadingSigns = expression(
  `(?:${comparison}\\s?)?(?:−|(?<=^|[\\s(\\[{${comparisons}=])[+-])?(?:[.٫·]|(?<=^|[${opening}])[,،])?$`,
);
/** More than the signs of a number have. */
const LEADING_SIGNS_MAX = 8;
const leadingComparison = expression(`(?:${comparison}\\s?|(?<=\\s|^)[+−-])$`);
const signs = expression(
  [
    `[${digit}]\\s?[-–—−+×*=<>≤≥~→⇒]\\s?[.٫]?[0-9]`,
    `[${digit}][·’^⁻]`,
    `[${digit}]\\s?[${fraction}]`,
    `(?:^|[^${digit}])${point}`,
    thousands,
    '\\+$',
    `[${digit}][/:][${digit}]`,
    `[${digit}]{4}-[${digit}]{1,2}-[${digit}]`,
    `^[^${latin}${digit}(]`,
    '[%‰°]',
  ].join('|'),
);

/**
 * The part of a chunk without Arabic letters that is isolated: from its first letter or digit to its last, with their
 * signs and brackets.
 */
function phraseIn(text: string, from: number, to: number): Span | undefined {
  const chunk = text.slice(from, to);
  const first = chunk.search(word);
  if (first < 0 || !hasDigit.test(chunk)) return undefined;
  let last = chunk.length;
  while (!wordEnd.test(chunk.charAt(last - 1))) last -= 1;
  const signsBefore = letter.test(chunk.charAt(first)) ? leadingComparison : leadingSigns;
  const before = text.slice(Math.max(0, from + first - LEADING_SIGNS_MAX), from + first);
  let start = first - Math.min(first, signsBefore.exec(before)?.[0].length ?? 0);
  let end = last + (/^(?:\s?[%‰]|°|\++)/.exec(chunk.slice(last))?.[0].length ?? 0);
  for (const [opening, closing] of [
    ['(', ')'],
    ['[', ']'],
  ] as const) {
    const depth = chunk
      .slice(start, end)
      .split('')
      .reduce((sum, sign) => sum + (sign === opening ? 1 : sign === closing ? -1 : 0), 0);
    if (depth > 0 && chunk[end] === closing) end += 1;
    if (depth < 0 && chunk[start - 1] === opening) start -= 1;
  }
  const phrase = chunk.slice(start, end);
  return letter.test(phrase) || signs.test(phrase) ? { start: from + start, end: from + end, kind: 'ltr' } : undefined;
}
