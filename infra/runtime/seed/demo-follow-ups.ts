/**
 * The steps after a review of the demo: responses, corrections, follow-up dates, and the ratings of the team's admin at
 * the end of the week.
 */
import { addDays, type CalendarDate, daysBetween } from 'language/domain/values/calendar-date';
import type { Response, Severity } from 'language/domain/values/codes';
import type { DemoChart } from './demo-chart.ts';
import type { BedClock } from './demo-clock.ts';
import type { FoundError, PlannedReview } from './demo-review.ts';
import { nextShift, onDuty, SHIFT, THURSDAY, type Ward } from './demo-shifts.ts';
import { inLanguage, type Text } from './demo-texts.ts';
import type { PlannedEntry, Step } from './demo-steps.ts';
import workload from './data/workload.json' with { type: 'json' };
import { type Times, weekdayOf } from './hospital-clock.ts';
import type { Random } from 'language/domain/testing/random';

export interface WrittenReview extends PlannedReview {
  readonly index: number;
  readonly date: CalendarDate;
  /** Day of the stay, from 1. */
  readonly day: number;
  readonly by: number;
  readonly written: Times;
  readonly isLate: boolean;
  /** The last round of an open stay: its errors wait for a response. */
  readonly isLast: boolean;
  readonly isOpen: boolean;
}

const [NOON, QUARTER] = [12 * 60 + 10, 15];
const WEEK = 7;
const ADMIN = 0;
const ACCEPTED = 1;
const REJECTED = 2;
const changes: readonly [Text, ...Text[]] = [
  ['From the next dose on.', 'من الجرعة القادمة.'],
  ['After the result of today’s level.', 'بعد نتيجة مستوى اليوم.'],
];
const refusals: readonly [Text, ...Text[]] = [
  ['The benefit outweighs the risk here.', 'الفائدة هنا أكبر من الخطر.'],
  ['We wait for the culture.', 'ننتظر نتيجة المزرعة.'],
];

export function followUps(
  ward: Ward,
  clock: BedClock,
  review: WrittenReview,
  chart: DemoChart,
  random: Random,
): Step[] {
  const ofErrors = review.found.flatMap((found) => stepsOfError(ward, clock, review, found, chart, random));
  return [...ofErrors, ...lateResult(ward, clock, review, random), ...enteredTwice(clock, review, random)].filter(
    ({ occurredAt, recordedAt }) => occurredAt > review.written.recordedAt && recordedAt >= occurredAt,
  );
}

/** A time after the round, in the author's shift of that day or in the next one. */
function afterRound(
  { roster }: Ward,
  clock: BedClock,
  { date, by, written }: WrittenReview,
  random: Random,
  sameDayPercent: number,
): Times & { readonly date: CalendarDate } {
  const days = roster.pharmacists[by] ?? [];
  const today = random.chance(sameDayPercent);
  const on = today ? date : nextShift(days, addDays(date, random.chance(85) ? 1 : 2));
  const times = clock.times(
    on,
    today
      ? random.between(NOON + 3 * QUARTER, SHIFT.ends - QUARTER)
      : random.between(SHIFT.begins + 5, SHIFT.begins + 28),
  );
  if (times.occurredAt > written.recordedAt) return { ...times, date: on };
  const next = nextShift(days, addDays(date, 1));
  return { ...clock.times(next, random.between(SHIFT.begins + 5, SHIFT.begins + 28)), date: next };
}

function stepsOfError(
  ward: Ward,
  clock: BedClock,
  review: WrittenReview,
  { entry, error, fate }: FoundError,
  chart: DemoChart,
  random: Random,
): Step[] {
  const { today, roster } = ward;
  const { index, by, date, day, isLate, isLast, isOpen } = review;
  const written = review.entries[entry];
  const severity = written?.errSeverity;
  if (!written || !severity) return [];
  const about = { role: 'pharmacist', by, review: index, entry } as const;
  const change = (to: Partial<PlannedEntry>, times: Times): Step => ({
    ...times,
    ...about,
    do: 'update',
    to: { ...current, ...to },
  });
  let current: PlannedEntry = written;
  const steps: Step[] = [];

  const answered = afterRound(ward, clock, review, random, 45);
  const isForgotten = isOpen && random.chance(daysBetween(date, today) < WEEK ? 16 : 4);
  const isAnswered = !isLate && !isLast && !isForgotten && answered.date <= today;
  const regraded = random.chance(6) ? worseSeverity[severity] : undefined;
  if (regraded !== undefined && isAnswered) {
    steps.push(change({ errSeverity: regraded }, shortlyBefore(answered)));
    current = { ...current, errSeverity: regraded };
  }
  const answer = physiciansAnswer(ward, review, entry, fate, answered.date);
  if (isAnswered) {
    steps.push(
      answer
        ? { ...answered, ...answer, do: 'answer', review: index, entry, errRes: fate }
        : change({ errRes: fate }, answered),
    );
    current = { ...current, errRes: fate };
  } else if (isLast && !isLate && seenBy(ward, review, entry) !== undefined) {
    const at = review.written.recordedAt.getTime() + SEEN_AFTER_MS;
    steps.push({
      occurredAt: new Date(at),
      recordedAt: new Date(at + 700),
      role: 'physician',
      by: seenBy(ward, review, entry) ?? 0,
      do: 'answer',
      review: index,
      entry,
      answer: 'seen',
      text: '',
      errRes: null,
    });
  } else if (!isLate && (isLast || isForgotten) && severity >= 'B') {
    const look = addDays(date, severity >= workload.responseMix.harmSeverityAtLeast ? 0 : 1);
    steps.push({
      ...clock.times(date, random.between(NOON, NOON + 2 * QUARTER)),
      ...about,
      do: 'followUp',
      date: look,
    });
  }
  if ((isLate || isAnswered) && fate === ACCEPTED && error.ifAccepted) chart[error.ifAccepted](error.medicine, day + 1);

  const thursday = nextShift([THURSDAY], isLate ? addDays(date, 3) : date);
  const rated = clock.times(thursday, random.between(13 * 60, 14 * 60 + 45));
  const isRated =
    thursday <= today &&
    random.chance(severity >= 'C' ? 45 : 18) &&
    (roster.pharmacists[ADMIN] ?? []).includes(weekdayOf(thursday));
  if (isRated && rated.occurredAt > (steps.at(-1)?.recordedAt ?? review.written.recordedAt)) {
    steps.push({
      ...rated,
      role: 'pharmacist',
      by: ADMIN,
      review: index,
      entry,
      do: 'rate',
      rating: ratingOf(current, random),
    });
  }
  return steps;
}

const SEEN_AFTER_MS = 40 * 60_000;
/** Every third accepted or refused error of a day with a physician was answered by the physician. No random draw. */
function physiciansAnswer(
  { roster }: Ward,
  { index, day }: WrittenReview,
  entry: number,
  fate: Response,
  on: CalendarDate,
): Pick<Extract<Step, { do: 'answer' }>, 'role' | 'by' | 'answer' | 'text'> | undefined {
  const [by] = onDuty(roster.physicians, on);
  if (by === undefined || fate > REJECTED || (index + entry + day) % 3 !== 0) return undefined;
  const texts = fate === REJECTED ? refusals : (index + entry) % 4 === 0 ? changes : undefined;
  const isArabic = roster.writeArabic.physicians.includes(by);
  return {
    role: 'physician',
    by,
    answer: fate === REJECTED ? 'refused' : texts ? 'changed' : 'accepted',
    text: texts ? inLanguage(texts[(index + entry) % texts.length] ?? texts[0], isArabic) : '',
  };
}

/** The physician who has seen an error of the last round, and will decide. */
function seenBy({ roster }: Ward, { index, date }: WrittenReview, entry: number): number | undefined {
  return (index + entry) % 4 === 1 ? onDuty(roster.physicians, date)[0] : undefined;
}

/** The corrected severity of an error that turned out worse. */
const worseSeverity: Readonly<Partial<Record<Severity, Severity>>> = { A: 'B', B: 'C', C: 'D', D: 'E' };

/** Some minutes before, recorded at once. */
function shortlyBefore({ occurredAt }: Times): Times {
  const at = occurredAt.getTime() - 3 * 60_000;
  return { occurredAt: new Date(at), recordedAt: new Date(at + 700) };
}

/** In half steps. Accepted recommendations and harmful errors get more. */
const ratingOf = ({ errRes, errSeverity }: PlannedEntry, random: Random): number =>
  Math.min(10, (errRes === ACCEPTED ? 5 : 3) + ((errSeverity ?? 'A') >= 'C' ? 2 : 0) + random.between(0, 3)) / 2;

const results: readonly [Text, ...Text[]] = [
  ['Culture: no growth after 48 hours.', 'المزرعة: لا نمو بعد 48 ساعة.'],
  ['Repeated potassium 4.2 mmol/L.', 'إعادة البوتاسيوم 4.2 mmol/L.'],
  ['Chest X-ray: no new infiltrate.', 'أشعة الصدر: لا يوجد infiltrate جديد.'],
  ['Blood glucose 168 mg/dL after the change.', 'السكر 168 mg/dL بعد التعديل.'],
];

/** Adds a result that came after the round to the clinical note. */
function lateResult({ roster }: Ward, clock: BedClock, review: WrittenReview, random: Random): Step[] {
  if (review.isLate || !random.chance(5)) return [];
  const times = clock.times(review.date, random.between(NOON + QUARTER, SHIFT.ends - 2 * QUARTER));
  const [english, arabic] = random.pick(results);
  const added = inLanguage(
    [`Added after the round: ${english}`, `أُضيف بعد المرور: ${arabic}`],
    roster.writeArabic.pharmacists.includes(review.by),
  );
  const clinicalNote = `${review.clinicalNote}<p>${added}</p>`;
  return [
    {
      ...times,
      role: 'pharmacist',
      by: review.by,
      do: 'head',
      review: review.index,
      reviewDate: review.date,
      clinicalNote,
    },
  ];
}

/** Sometimes an entry without an error is entered by mistake, and removed. */
function enteredTwice(clock: BedClock, review: WrittenReview, random: Random): Step[] {
  const last = review.entries.length - 1;
  if (review.isLate || !random.chance(2) || review.found.some(({ entry }) => entry === last)) return [];
  const times = clock.times(review.date, random.between(NOON, SHIFT.ends - 2 * QUARTER));
  return [{ ...times, role: 'pharmacist', by: review.by, do: 'remove', review: review.index, entry: last }];
}
