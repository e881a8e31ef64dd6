/**
 * One stay of the demo, from the admission to the discharge or to today. The pharmacist of the bed writes the review on
 * the morning round; responses and corrections come later, physicians' notes after the round, ratings at the end of the
 * week.
 */
import { addDays, type CalendarDate, daysBetween } from 'language/domain/values/calendar-date';
import type { DischargeStatus } from 'language/domain/values/codes';
import { type Case, medicineOf, type PossibleError } from './demo-cases.ts';
import { createChart } from './demo-chart.ts';
import { createClock } from './demo-clock.ts';
import { followUps } from './demo-follow-ups.ts';
import { decisionsAt, homeMedicinesOf, homeMedicinesText } from './demo-home.ts';
import { courseOf, type DemoAllergies, type DemoPerson } from './demo-patient.ts';
import { planReview } from './demo-review.ts';
import { nextShift, onDuty, SHIFT, type Ward } from './demo-shifts.ts';
import type { Action, PlannedAdmission, Step } from './demo-steps.ts';
import {
  betterDays,
  dischargeNotes,
  inLanguage,
  orderWord,
  consultants,
  NOTHING,
  quietDays,
  roundNotes,
  type Text,
  WORSE,
} from './demo-texts.ts';
import { bodySizeOf } from './demo-values.ts';
import { weekdayOf } from './hospital-clock.ts';
import { nonEmpty, type Random } from 'language/domain/testing/random';

export interface StayRequest {
  readonly ward: Ward;
  readonly case: Case;
  readonly person: DemoPerson;
  readonly bed: number;
  /** A day on which a pharmacist is on duty. */
  readonly admissionDate: CalendarDate;
  /** After the round: patients from another unit come then. */
  readonly inTheAfternoon: boolean;
  readonly end: { readonly date: CalendarDate; readonly status: DischargeStatus } | undefined;
}

const DIED: DischargeStatus = 5;
const BEDS_IN_A_ROOM = 4;
/** Women up to this age are asked. */
const PREGNANCY_AGE_MAX = 50;

export function planStay(asked: StayRequest, random: Random): PlannedAdmission {
  const { ward, person, admissionDate, end, bed } = asked;
  const { roster, today } = ward;
  const clock = createClock(ward, bed, random);
  const lastDay = end?.date ?? today;
  const nights = daysBetween(admissionDate, lastDay);
  /** From this day on the patient improves. */
  const calmFrom = Math.max(4, Math.ceil(0.6 * (nights + 1)));
  const values = courseOf(random, asked.case.renal, person);
  const chart = createChart(asked.case, calmFrom, random);
  const used = new Set<PossibleError>();
  const { early, late } = asked.case.findings;
  const news = [...late];
  const finding = (day: number): Text => {
    if (end?.status === DIED && day > 1 && day >= nights) return WORSE;
    if (day <= early.length) return early[day - 1] ?? NOTHING;
    if (day < calmFrom || end?.status === DIED) return random.pick(quietDays);
    return news.shift() ?? random.pick(betterDays);
  };

  const arrived = asked.inTheAfternoon ? random.between(13 * 60 + 40, 14 * 60 + 50) : clock.roundMinutes(admissionDate);
  const admitted = {
    ...clock.timesAtDesk(admissionDate, arrived - random.between(4, 11)),
    by: clock.pharmacistAtBed(admissionDate),
  };
  const isAdmittedInArabic = roster.writeArabic.pharmacists.includes(admitted.by);
  const details = detailsOf(asked, isAdmittedInArabic);
  const steps: Step[] = [];
  const listed = new Set<string>();
  let reviews = 0;
  for (let day = 1; day <= nights + 1; day += 1) {
    const date = addDays(admissionDate, day - 1);
    const taken = chart.on(day);
    const isMissed = day > 1 && !random.chance(roster.reviewed[weekdayOf(date)]);
    const isStaffed = onDuty(roster.pharmacists, date).length > 0;
    // A round that was not typed on its day may be typed from paper when its pharmacist is back.
    const isLate = isMissed && isStaffed && random.chance(18);
    if (isMissed && !isLate) continue;
    const by = clock.pharmacistAtBed(date);
    const typedOn = isLate ? nextShift(roster.pharmacists[by] ?? [], addDays(date, 2)) : date;
    if (typedOn > today) continue;
    const minutes = isLate
      ? random.between(12 * 60 + 40, 14 * 60 + 40)
      : day === 1
        ? arrived
        : clock.roundMinutes(date);
    const written = clock.times(typedOn, minutes);
    const stay = {
      caseId: asked.case.id,
      day,
      person,
      values: values(day),
      isOnTheMend: day >= calmFrom && end?.status !== DIED,
      taken,
    };
    const isArabic = roster.writeArabic.pharmacists.includes(by);
    const about = { finding: finding(day), date, isLate, calm: day / (calmFrom + 2), isArabic };
    const review = planReview(stay, about, used, random);
    // A clinical pharmacist types the values first, and the note with them.
    steps.push({
      ...written,
      role: 'pharmacist',
      by,
      do: 'values',
      takenOn: date,
      values: [...(reviews === 0 ? bodySizeOf(person) : []), ...review.values],
    });
    steps.push({
      ...written,
      role: 'pharmacist',
      by,
      do: 'review',
      review: reviews,
      reviewDate: date,
      clinicalNote: review.clinicalNote,
      entries: review.entries,
    });
    // The list of medications of an inpatient is kept on the round; what is typed from paper is not on it.
    if (end === undefined && !isLate) {
      const who = { ...written, role: 'pharmacist', by } as const;
      steps.push(...changesOfList(listed, taken, date, isArabic).map((change) => ({ ...who, ...change })));
    }
    const isLast = end === undefined && date === lastDay;
    steps.push(
      ...followUps(
        ward,
        clock,
        { index: reviews, date, day, by, written, isLate, isLast, isOpen: end === undefined, ...review },
        chart,
        random,
      ),
    );
    reviews += 1;
  }
  steps.push(...physicianNotes(asked, clock, nights, random));
  const fromHome = medicinesFromHome(asked, details, clock, random);
  steps.push(...fromHome, ...discharge(asked, fromHome.length > 0, clock, random));
  return {
    caseId: asked.case.id,
    admissionDate,
    admissionDetails: details,
    care: {
      room: String(1 + Math.floor(bed / BEDS_IN_A_ROOM)),
      bed: String(1 + (bed % BEDS_IN_A_ROOM)),
      consultant: inLanguage(consultants[bed % consultants.length] ?? NOTHING, isAdmittedInArabic),
      workingDiagnosis: inLanguage(asked.case.diagnosis, isAdmittedInArabic),
      pregnancy: person.female && person.age <= PREGNANCY_AGE_MAX ? 'no' : '',
      plannedDischarge: '',
    },
    admitted,
    steps: inOrder(steps.filter(({ occurredAt }) => occurredAt > admitted.occurredAt)),
  };
}

type ChangeOfList = Extract<Action, { readonly do: 'medication' | 'stop' }>;

/** The medicines that have begun and stopped since the last change of the list. */
function changesOfList(
  listed: Set<string>,
  taken: readonly string[],
  date: CalendarDate,
  isArabic: boolean,
): ChangeOfList[] {
  const ended = [...listed].filter((medicine) => !taken.includes(medicine));
  const begun = taken.filter((medicine) => !listed.has(medicine));
  for (const medicine of ended) listed.delete(medicine);
  for (const medicine of begun) listed.add(medicine);
  return [
    ...ended.map((medicine): ChangeOfList => ({ do: 'stop', trade: medicineOf(medicine).trade, stopDate: date })),
    ...begun.map((medicine) => orderOf(medicine, date, isArabic)),
  ];
}

/** @param isArabic the language of the person who writes it */
export function orderOf(medicine: string, startDate: CalendarDate, isArabic: boolean): ChangeOfList {
  const { trade, order } = medicineOf(medicine);
  const [dose, route, frequency] = order;
  const texts = {
    route: inLanguage(orderWord(route), isArabic),
    frequency: inLanguage(orderWord(frequency), isArabic),
  };
  return { do: 'medication', trade, dose, ...texts, startDate };
}

/** In the order of recording; steps about a review come after it. */
const inOrder = (steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());

type Clock = ReturnType<typeof createClock>;

/** Notes after the round, by physicians on duty. */
function physicianNotes(
  { ward: { roster }, case: { physician }, admissionDate, end, inTheAfternoon }: StayRequest,
  clock: Clock,
  nights: number,
  random: Random,
): Step[] {
  const notes = [...physician];
  return Array.from({ length: nights + 1 }, (_, day) => addDays(admissionDate, day)).flatMap((date, day): Step[] => {
    const people = onDuty(roster.physicians, date);
    if (people.length === 0 || date === end?.date || !random.chance(weekdayOf(date) >= 5 ? 14 : 32)) return [];
    const minutes =
      day === 0 && inTheAfternoon ? 15 * 60 + random.between(5, 25) : random.between(12 * 60 + 5, 14 * 60 + 50);
    const note = notes.shift() ?? random.pick(roundNotes);
    const times = clock.times(date, minutes);
    const by = random.pick(nonEmpty(people, 'physicians'));
    const isArabic = roster.writeArabic.physicians.includes(by);
    return [
      { ...times, role: 'physician', by, do: 'note', noteDate: date, note: `<p>${inLanguage(note, isArabic)}</p>` },
    ];
  });
}

/** On the second day the family may bring the patient's medicines from home. */
function medicinesFromHome(asked: StayRequest, details: string, clock: Clock, random: Random): Step[] {
  const date = addDays(asked.admissionDate, 1);
  const isThere = asked.end === undefined ? date <= asked.ward.today : date < asked.end.date;
  if (!isThere || onDuty(asked.ward.roster.pharmacists, date).length === 0 || !random.chance(25)) return [];
  const { age } = asked.person;
  const taken = homeMedicinesText(age);
  const by = clock.pharmacistAtBed(date);
  const isArabic = asked.ward.roster.writeArabic.pharmacists.includes(by);
  const line = inLanguage(
    [`Home medicines, brought by the family: ${taken[0]}`, `أدوية المنزل، أحضرها الأهل: ${taken[1]}`],
    isArabic,
  );
  const who = { ...clock.times(date, random.between(12 * 60 + 20, 14 * 60)), role: 'pharmacist', by } as const;
  return [
    { ...who, do: 'home', medicines: homeMedicinesOf(age) },
    { ...who, do: 'reconcile', stage: 'admission', decisions: decisionsAt('admission', age, isArabic) },
    {
      ...who,
      do: 'details',
      admissionDetails: details.replace('</ul>', `<li>${line}</li></ul>`),
    },
  ];
}

/** At midday, or on the next morning with a pharmacist on duty. Who goes home gets the list of the medicines from home. */
function discharge(
  { ward: { roster, today }, end, person: { age } }: StayRequest,
  isReconciled: boolean,
  clock: Clock,
  random: Random,
): Step[] {
  if (!end) return [];
  const date =
    [0, 1, 2, 3].map((days) => addDays(end.date, days)).find((day) => onDuty(roster.pharmacists, day).length > 0) ??
    end.date;
  if (date > today) return [];
  const minutes = date === end.date ? random.between(12 * 60 + 2, 13 * 60 + 25) : SHIFT.begins + random.between(5, 25);
  const { date: dischargeDate, status: dischargeStatus } = end;
  const times = clock.times(date, minutes);
  const by = clock.pharmacistAtBed(date);
  const isArabic = roster.writeArabic.pharmacists.includes(by);
  const who = { ...times, role: 'pharmacist', by } as const;
  return [
    ...(isReconciled && dischargeStatus === 0
      ? [{ ...who, do: 'reconcile', stage: 'discharge', decisions: decisionsAt('discharge', age, isArabic) } as const]
      : []),
    {
      ...who,
      do: 'discharge',
      dischargeDate,
      dischargeStatus,
      dischargeNote: inLanguage(dischargeNotes[dischargeStatus], isArabic),
    },
  ];
}

function detailsOf(
  {
    case: {
      diagnosis: [english, arabic],
    },
    person: { weight, allergies },
  }: StayRequest,
  isArabic: boolean,
): string {
  const known = inLanguage(allergyLine(allergies), isArabic);
  const line = known === '' ? '' : `<li>${known}</li>`;
  if (isArabic) return `<p><strong>${arabic}</strong></p><p>${english}</p><ul><li>الوزن ${weight} kg</li>${line}</ul>`;
  return (
    `<p><strong>${english}</strong></p><p class="ql-direction-rtl ql-align-right">${arabic}</p>` +
    `<ul><li>Weight ${weight} kg</li>${line}</ul>`
  );
}

/** As the list of allergies says; empty where nobody asked. */
function allergyLine(allergies: DemoAllergies): [english: string, arabic: string] {
  if (allergies === 'not-asked') return ['', ''];
  if (allergies === 'none-known') return ['No known allergies', 'لا توجد حساسية معروفة'];
  const { drug, agentText, reaction } = allergies;
  const said = `${drug ?? agentText ?? ''} (${reaction})`;
  return [`Allergy: ${said}`, `حساسية من: ${said}`];
}
