/**
 * The words of written orders, English, Latin and Arabic, as regular expressions on text that `foldLetters` has folded.
 * Each repetition is bounded: a match takes the same time on any text.
 */
import { foldLetters } from '../values/folding.ts';
import { weekdays, type ClockHint, type Form, type Measure, type Route, type Schedule, type Weekday } from './order.ts';

export const END = '(?![\\p{L}\\p{N}])';
/** The parts that the patterns below name in capitals. */
const parts: Readonly<Record<string, string>> = {
  COUNT:
    '(\\d{1,3}|one|two|three|four|five|six|eight|twelve|واحدة?|اثنين|اتنين|ثلاثة?|تلاتة?|تلات|أربعة?|خمسة?|ستة?|ثماني?ة?|تماني?ة?|اثن[اي] عشر|اثنتي عشرة?|اتناشر)',
  DAY: '(?:daily|(?:a|per|each|every|/|في|كل)? (?:day|يوم|اليوم)|/ d|يوميا|باليوم)',
  WEEK: '(?:weekly|(?:a|per|each|every|/|في|كل)? (?:week|wk|أسبوع|الأسبوع)|أسبوعيا)',
  EVERY: '(?:q|every|each|كل)',
  HOURS: '(?:h|hrs?|hours?|hourly|hrly|ساعة|ساعات|س)',
};
/** A space of a pattern is any divider of words, or none: `per os`, `per-os`. */
const GAP = '[\\s.\\-]{0,3}';
const source = (pattern: string): string =>
  foldLetters(pattern.replaceAll(/COUNT|DAY|WEEK|EVERY|HOURS/g, (name) => parts[name] ?? name)).replaceAll(' ', GAP);
/** Matches whole words at one place. The longer of the alternatives, which `|` divides, comes first. */
const pattern = (...lines: readonly string[]): RegExp => {
  const alternatives = lines.flatMap((line) => line.split(/\|(?![^(]*\))/)).map(source);
  return new RegExp(`(?:${alternatives.toSorted((one, other) => other.length - one.length).join('|')})${END}`, 'uy');
};

export interface Row<Value> {
  readonly value: Value;
  readonly pattern: RegExp;
}
const rows = <Value>(table: readonly (readonly [Value, ...string[]])[]): readonly Row<Value>[] =>
  table.map(([value, ...alternatives]) => ({ value, pattern: pattern(...alternatives) }));

/**
 * The amounts above which a number is taken for a slip of the keys. They are wide on purpose and are no dose limits.
 */
export const mostOf: Readonly<Record<Measure | 'form' | 'drop', number>> = {
  mg: 50_000,
  g: 500,
  mcg: 20_000,
  units: 50_000_000,
  mmol: 1000,
  mEq: 1000,
  mL: 10_000,
  form: 30,
  drop: 120,
};

export const measureWords: readonly Row<Measure>[] = rows([
  ['mg', 'mgs?|mgm|milligrams?|مجم|مج|ملجم|ملغ|ملغم|مليجرام|ملي جرام|مللي جرام'],
  ['g', 'g|gms?|grams?|جم|جرام|غم|غرام'],
  ['mcg', 'mcgs?|ug|μg|micrograms?|ميكروجرام|ميكرو جرام|مكجم|ميكروغرام'],
  ['units', 'u|iu|units?|international units?|وحدة|وحدات|وحدة دولية'],
  ['mmol', 'mmols?|millimoles?|مليمول|مللي مول'],
  ['mEq', 'meqs?|milliequivalents?|مللي مكافئ'],
  ['mL', 'mls?|cc|millilit(?:er|re)s?|مل|مليلتر|مللي لتر|سم'],
]);
export const litreWords = pattern('l|lit(?:er|re)s?|لتر');
export const thousandsOf: readonly Row<number>[] = rows([
  [1_000_000, 'million|مليون'],
  [1000, 'thousand|ألف|آلاف'],
]);

export const formWords: readonly Row<Form>[] = rows([
  ['tablet', 'tabs?|tablets?|أقراص|قرص|حبة|حبات|حبوب|حباية'],
  ['capsule', 'caps?|capsules?|كبسولة|كبسولات|كبسول'],
  ['puff', 'puffs?|بخة|بخات'],
  ['drop', 'drops?|gtts?|نقطة|نقط|نقاط'],
  ['ampoule', 'amps?|ampoules?|ampules?|أمبول|أمبولة|أمبولات'],
  ['vial', 'vials?|فيال|فيالات'],
  ['sachet', 'sachets?|كيس|أكياس'],
  ['suppository', 'supp|suppository|suppositories|لبوسة'],
  ['patch', 'patch|patches|لصقة'],
  ['nebule', 'nebules?|respules?'],
]);
/** Arabic says one and two of a thing without a number. */
export const countedForms: readonly Row<{ readonly form: Form; readonly amount: number }>[] = rows([
  [{ form: 'tablet', amount: 1 }, 'قرص|قرص واحد|حبة|حبة واحدة|حباية'],
  [{ form: 'tablet', amount: 1.5 }, 'قرص ونصف|قرص ونص|حبة ونصف'],
  [{ form: 'tablet', amount: 2 }, 'قرصين|قرصان|حبتين|حبايتين'],
  [{ form: 'capsule', amount: 1 }, 'كبسولة|كبسولة واحدة'],
  [{ form: 'capsule', amount: 2 }, 'كبسولتين|كبسولتان'],
  [{ form: 'puff', amount: 1 }, 'بخة|بخة واحدة'],
  [{ form: 'puff', amount: 2 }, 'بختين'],
  [{ form: 'drop', amount: 1 }, 'نقطة|نقطة واحدة'],
  [{ form: 'drop', amount: 2 }, 'نقطتين'],
  [{ form: 'ampoule', amount: 1 }, 'أمبول|أمبولة'],
  [{ form: 'ampoule', amount: 2 }, 'أمبولين'],
  [{ form: 'vial', amount: 1 }, 'فيال'],
  [{ form: 'vial', amount: 2 }, 'فيالين'],
  [{ form: 'sachet', amount: 1 }, 'كيس'],
  [{ form: 'suppository', amount: 1 }, 'لبوسة'],
]);

export const numberWords: readonly Row<number>[] = rows([
  [0.25, 'quarter|ربع'],
  [0.5, 'half|half an?|نصف|نص'],
  [1, 'one|واحدة?'],
  [2, 'two|اثنين|اتنين'],
  [3, 'three|ثلاثة?|تلاتة?|تلات'],
  [4, 'four|أربعة?'],
  [5, 'five|خمسة?'],
  [6, 'six|ستة?'],
  [8, 'eight|ثماني?|ثمانية|تماني?|تمانية'],
  [12, 'twelve|اثنا عشر|اثني عشر|اثنتي عشرة?|اتناشر'],
]);

export const routeWords: readonly Row<Route>[] = rows([
  ['po', 'po|p/o|per os|oral|orally|by mouth|بالفم|الفم|فم|عن طريق الفم|فموي'],
  ['iv', 'iv|i/v|ivp|iv push|iv bolus|slow iv|slow iv push|intravenous|intravenously|وريد|وريدي|بالوريد', 'في الوريد'],
  ['iv-infusion', 'ivi|ivpb|iv infusion|iv drip|intravenous infusion|تسريب وريدي|تنقيط وريدي'],
  ['im', 'im|i/m|intramuscular|intramuscularly|عضل|عضلي|بالعضل|في العضل'],
  ['sc', 'sc|s/c|sq|subcut|sub cut|sub q|subcutaneous|subcutaneously|تحت الجلد'],
  ['id', 'intradermal|intradermally|في الجلد'],
  ['sl', 'sl|s/l|sublingual|sublingually|تحت اللسان'],
  ['buccal', 'buccal|buccally'],
  ['pr', 'pr|p/r|per rectum|rectal|rectally|شرجي|بالشرج|لبوس'],
  ['pv', 'pv|p/v|per vagina|vaginal|vaginally|مهبلي'],
  ['inh', 'inh|inhaled|inhalation|by inhalation|استنشاق|بالاستنشاق'],
  ['neb', 'nebs?|nebuli[sz](?:ed|er|ation)|by nebuli[sz]er|نيبولايزر|جلسة استنشاق|جلسة نيبولايزر'],
  ['top', 'top|topical|topically|موضعي|موضعيا|دهان|دهان موضعي'],
  ['td', 'transdermal|transdermally'],
  ['ng', 'ngt?|ng tube|n/g|nasogastric|nasogastric tube|ryle|ryle tube|رايل|بالرايل|أنبوب المعدة', 'أنبوبة المعدة'],
  ['eye', 'eyes?|eye drops?|ophthalmic|العين|بالعين|في العين|قطرة عين|قطرة للعين'],
  ['ear', 'ears?|ear drops?|otic|الأذن|بالأذن|في الأذن|قطرة أذن|قطرة للأذن'],
  ['nasal', 'nasal|nasally|nasal (?:drops?|spray)|intranasal|الأنف|بالأنف|في الأنف|بخاخ أنف'],
  ['it', 'intrathecal|intrathecally'],
]);

export const hintWords: readonly Row<readonly ClockHint[]>[] = rows<readonly ClockHint[]>([
  [['morning'], 'mane|qam|(?:in the |every )?morning|صباحا|الصبح|في الصباح'],
  [['noon'], '(?:at )?noon|midday|ظهرا|الظهر'],
  [['evening'], 'qpm|(?:in the |every )?evening|مساء|المساء|في المساء'],
  [['night'], 'nocte|(?:at |every )night|nightly|ليلا|بالليل|كل ليلة'],
  [['bedtime'], 'q?hs|(?:at |before )?bed ?time|before (?:bed|sleep)|قبل النوم|عند النوم'],
  [['morning', 'evening'], 'morning (?:and|&) evening|صباحا ومساء|صباحا و مساء|الصبح وبالليل'],
  [['morning', 'night'], 'morning (?:and|&) night|صباحا وليلا'],
  [['morning', 'before-meals'], 'before breakfast|قبل الفطار|قبل الإفطار'],
  [['morning', 'after-meals'], 'after breakfast|بعد الفطار|بعد الإفطار'],
  [['before-meals'], 'ac|before (?:meals?|food)|قبل الأكل|قبل الوجبات|قبل الطعام'],
  [['with-meals'], '(?:with|during) (?:meals?|food)|مع الأكل|مع الوجبات|أثناء الأكل|وسط الأكل'],
  [['after-meals'], 'pc|after (?:meals?|food)|بعد الأكل|بعد الوجبات|بعد الطعام'],
  [['empty-stomach'], '(?:on )?(?:an )?empty stomach|على الريق|على معدة فارغة|على معدة فاضية'],
]);

export const count = (text: string): number =>
  /^\d/.test(text) ? Number(text) : (numberWords.find((row) => matchAt(row.pattern, text, 0) === text)?.value ?? NaN);

/** The text that a pattern matches at a place. */
export function matchAt(wanted: RegExp, text: string, at: number): string | undefined {
  wanted.lastIndex = at;
  return wanted.exec(text)?.[0];
}

const dayNames: Readonly<Record<Weekday, string>> = {
  saturday: 'sat(?:urdays?)?|السبت',
  sunday: 'sun(?:days?)?|الأحد|الحد',
  monday: 'mon(?:days?)?|الاثنين|الاتنين',
  tuesday: 'tue(?:s|sdays?)?|الثلاثاء|التلات',
  wednesday: 'wed(?:nesdays?)?|الأربعاء|الأربع',
  thursday: 'thu(?:r|rs|rsdays?)?|الخميس',
  friday: 'fri(?:days?)?|الجمعة',
};
const DAY_NAME = `(?:${Object.values(dayNames).join('|')})`;
const onDays = (text: string): Schedule => {
  const on = weekdays.filter((day) => new RegExp(`(?<![a-z])(?:${source(dayNames[day])})${END}`, 'u').test(text));
  return { kind: 'week', times: on.length, on };
};

/** The condition on the place before the schedule. A number before `daily` may be a dose, or the number of doses. */
export type Before = 'no-number' | 'pieces' | 'one-piece';
export interface ScheduleRow {
  readonly pattern: RegExp;
  readonly read: (found: readonly string[]) => Schedule;
  readonly before?: Before;
}
const times = (number: number): Schedule => ({ kind: 'times', times: number });
const every = (hours: number): Schedule => ({ kind: 'interval', hours });
const fixed = (read: Schedule, ...alternatives: string[]): ScheduleRow => ({
  pattern: pattern(...alternatives),
  read: () => read,
});
const counted = (read: (number: number) => Schedule, ...alternatives: string[]): ScheduleRow => ({
  pattern: pattern(...alternatives),
  read: ([, ...found]) => read(count(found.find((group) => group !== undefined) ?? '')),
});
const days = (number: number): Schedule => ({ kind: 'days', days: number });
const week = (number: number): Schedule => ({ kind: 'week', times: number });

export const scheduleWords: readonly ScheduleRow[] = [
  // Sessions of a nebuliser are times a day. They say no route: a patient has sessions of other kinds as well.
  fixed(times(1), 'od|qd|once DAY|one time DAY|مرة DAY|مرة واحدة DAY|جلسة DAY|جلسة واحدة DAY'),
  { ...fixed(times(1), 'daily|(?:every|each) day|يوميا|كل يوم'), before: 'no-number' },
  { ...fixed(times(1), '(?:/|per|a|في) (?:day|اليوم)|/ يوم|باليوم'), before: 'one-piece' },
  fixed(times(2), 'bi?d|bds|twice DAY|مرتين DAY|مرتان DAY|جلستين DAY|جلستان DAY'),
  fixed(times(3), 'ti?d|tds|thrice DAY'),
  fixed(times(4), 'qid|qds'),
  counted(times, 'COUNT (?:times|x|مرات|مرة|جلسات) DAY'),
  counted(times, '1 [x×*] ([1-6])(?! (?:[x×*]|days?|d|أيام|/))'),
  { ...counted(times, '[x×*] ([1-6])(?: DAY)?'), before: 'pieces' },
  counted(every, 'EVERY COUNT HOURS', '(\\d{1,2}) (?:hourly|hrly)'),
  counted(every, '/ (4|6|8|12) (?:h|hrs?|hours?|ساعة|ساعات|س)'),
  fixed(every(1), 'qh|hourly|(?:every|each) hour|كل ساعة'),
  fixed(every(2), 'كل ساعتين'),
  {
    pattern: pattern('EVERY (\\d{1,2}) HOURS? (?:-|–|to|الى) (\\d{1,2}) HOURS'),
    read: ([, hours, hoursTo]) => ({ kind: 'interval', hours: Number(hours), hoursTo: Number(hoursTo) }),
  },
  fixed(days(2), 'qod|eod|(?:on )?alternate days?|every (?:other|second) day|يوم بعد يوم|يوم ويوم|كل يومين'),
  counted(days, 'EVERY COUNT (?:days|d|أيام|يوم)'),
  fixed(days(14), 'كل أسبوعين'),
  counted((number) => days(number * 7), 'EVERY COUNT (?:weeks|wks|أسابيع)'),
  { ...fixed(week(1), 'weekly|(?:every|each) week|أسبوعيا|كل أسبوع'), before: 'no-number' },
  fixed(week(1), 'once WEEK|one time WEEK|مرة WEEK|مرة واحدة WEEK'),
  fixed(week(2), 'twice WEEK|مرتين WEEK'),
  counted(week, 'COUNT (?:times|x|مرات) WEEK'),
  {
    pattern: new RegExp(
      `(?:(?:every|each|on|كل|يوم|ايام)\\s{1,2}${source(DAY_NAME)}|${source(DAY_NAME)}(?=[\\s,/&+\\-و]{1,4}(?:and )?${source(DAY_NAME)})|(?:${weekdays.join('|')})s?)(?:[\\s,،/&+\\-و]{1,4}(?:and )?${source(DAY_NAME)}){0,6}${END}`,
      'uy',
    ),
    read: ([text = '']) => onDays(text),
  },
  fixed(
    { kind: 'once' },
    'stat|once|once only|single dose|one dose|one dose only|now|immediately|حالا|فورا|مرة واحدة',
    'مرة واحدة فقط|جرعة واحدة',
  ),
  fixed({ kind: 'continuous' }, 'continuous|continuously|cont(?:inuous)? infusion|تسريب مستمر|مستمر|باستمرار'),
  fixed(
    { kind: 'as-needed' },
    'prn|sos|(?:as|when|if) (?:needed|required|necessary)|عند اللزوم|عند الحاجة|وقت اللزوم',
    'عند الضرورة',
  ),
];
export const maxWords = pattern('max(?:imum)?|not more than|بحد أقصى|حد أقصى');
export const maxTimes = pattern('COUNT (?:times|doses|مرات|جرعات) DAY');
export const aDay = pattern('DAY|(?:/|per|in|في) 24 (?:h|hrs?|hours?|ساعة)');

/** Words that say no more than the order does. */
export const fillerWords = pattern(
  'give|take|via|by|at|inj|injection|syr|syp|syrup|susp|suspension|cream|oint|ointment|gel|spray',
  'sol|solution|يعطى|يؤخذ|حقن|حقنة|شراب|معلق|كريم|مرهم',
);
/** A time that the order does not keep: read as a whole, so that its number is not taken for a dose. It stays text. */
export const durationWords = pattern(
  '(?:for|x|×|[*]|over|لمدة|خلال|على)? COUNT(?: (?:-|to) \\d{1,3})? (?:days?|d|weeks?|wks?|months?|h|hrs?|hours?|min|mins|minutes?|أيام|يوم|أسبوع|أسابيع|شهر|شهور|ساعة|ساعات|دقيقة|دقائق)',
  '[x×*] \\d{1,2}/(?:7|52|12)',
);
/** From one of these to the end of the clause nothing is the order itself. */
export const conditionWords = pattern(
  'if|when|unless|than|least|above|below|less|more|until|till|hold|stop|stopped|dis?continued?',
  'd/?c|omit|skip|avoid|not?|without|except|instead|max|maximum|up to|then|target',
  'titrat(?:e|ed|ion)|increase|decrease|reduce|taper|keep|total|double|allerg(?:y|ic)|last',
  'previous(?:ly)?|was|started?|since|إذا|لو|يوقف|وقف|إيقاف|بدون|لا|ثم|حتى|بحد أقصى|أقصى|زيادة',
  'تقليل|حساسية|ممنوع',
);
