import { addDays, calendarDate, calendarDateIn, type CalendarDate } from 'language/domain/values/calendar-date';
import { NO_ERROR } from 'language/domain/values/codes';
import { isLate } from 'language/domain/values/late';
import { parseDose, parseFrequency, parseRoute } from 'language/domain/orders/parse-order';
import { describe, expect, test } from 'vitest';
import errorTypes from './data/error-types.json' with { type: 'json' };
import drugs from './data/drugs.json' with { type: 'json' };
import { allCases, caseOf, medicineOf, medicines, possibleErrors } from './demo-cases.ts';
import { demoTeams } from './demo-people.ts';
import { isOpen, planHospital, type PlannedPatient, planStepDown, recordedBefore } from './demo-plan.ts';
import { leftToFill } from './demo-priority.ts';
import { onDuty, rosters, SHIFT } from './demo-shifts.ts';
import { arabicDose, orderWord } from './demo-texts.ts';
import type { PlannedAdmission, PlannedEntry, Step } from './demo-steps.ts';
import { instantAt, minutesIn, weekdayOf } from './hospital-clock.ts';

const ZONE = 'Africa/Cairo';
const counts = [demoTeams[0].patients, demoTeams[1].patients] as const;
type Hospital = ReturnType<typeof planHospital>;
const plan = (today: CalendarDate, seedNumber?: number): Hospital => planHospital(counts, today, ZONE, seedNumber);
/** Each day of a week, the days on which the clocks change in Egypt, and the first of a year. */
const days = [
  '2026-03-01',
  '2026-03-02',
  '2026-03-03',
  '2026-03-04',
  '2026-03-05',
  '2026-03-06',
  '2026-03-07',
  '2026-04-24',
  '2026-10-30',
  '2027-01-01',
].map(calendarDate);
/** The demo hospital on each of these days. */
const hospitals = new Map(days.map((today) => [today, plan(today)]));
const hospitalOf = (today: CalendarDate): Hospital => hospitals.get(today)!;

interface Drawn {
  readonly today: CalendarDate;
  readonly team: number;
  readonly patient: PlannedPatient;
  readonly stay: PlannedAdmission;
}
const staysOf = (today: CalendarDate, hospital: Hospital): Drawn[] =>
  hospital.flatMap((patients, team) =>
    patients.flatMap((patient) => patient.admissions.map((stay) => ({ today, team, patient, stay }))),
  );
const seen = days.flatMap((today) => staysOf(today, hospitalOf(today)));
/** Other hospitals, so that the checks cover other patients as well. */
const drawn = [
  ...seen,
  ...days.flatMap((today) => staysOf(today, [planStepDown(today, ZONE), []])),
  ...Array.from({ length: 12 }, (_, seed) => staysOf(days[seed % 7]!, plan(days[seed % 7]!, 1_000 + seed))).flat(),
];
const reviewsOf = ({ steps }: PlannedAdmission) => steps.flatMap((step) => (step.do === 'review' ? [step] : []));
const dischargeOf = ({ steps }: PlannedAdmission) => steps.find((step) => step.do === 'discharge');
const isError = ({ errType }: PlannedEntry): boolean => errType !== NO_ERROR.label;

/** The entries of a stay in their final state, by review. */
function entriesAtTheEnd({ steps }: PlannedAdmission): (PlannedEntry | undefined)[][] {
  const reviews: (PlannedEntry | undefined)[][] = [];
  for (const step of steps) {
    if (step.do === 'review') reviews[step.review] = [...step.entries];
    if (step.do === 'update') reviews[step.review]![step.entry] = { ...reviews[step.review]![step.entry]!, ...step.to };
    if (step.do === 'answer')
      reviews[step.review]![step.entry] = { ...reviews[step.review]![step.entry]!, errRes: step.errRes };
    if (step.do === 'remove') reviews[step.review]![step.entry] = undefined;
    if (step.do === 'followUp')
      reviews[step.review]![step.entry] = { ...reviews[step.review]![step.entry]!, followUpDate: step.date };
  }
  return reviews;
}
const present = (entries: readonly (PlannedEntry | undefined)[]): PlannedEntry[] =>
  entries.filter((entry) => entry !== undefined);
const minutes = (at: Date): number => minutesIn(ZONE, at);
const dayOf = (at: Date): CalendarDate => calendarDateIn(ZONE, at);

describe('the demo hospital', () => {
  test('is the same for the same seed number and day', () => {
    expect(plan(days[0]!)).toEqual(hospitalOf(days[0]!));
    expect(plan(days[0]!, 3)).not.toEqual(hospitalOf(days[0]!));
  });

  test.each(days)('has 40 patients, 60 admissions and several hundred reviews on %s', (today) => {
    const patients = hospitalOf(today).flat();
    expect(patients).toHaveLength(40);
    const admissions = patients.flatMap((patient) => patient.admissions);
    expect(admissions).toHaveLength(60);
    expect(admissions.flatMap(reviewsOf).length).toBeGreaterThan(300);
    expect(admissions.filter((stay) => dischargeOf(stay) === undefined).length).toBeGreaterThanOrEqual(20);
  });

  test.each(days)('fills intensive care to 40 inpatients at each hour of %s, each in an own bed', (today) => {
    for (const hour of [0, 9, 14]) {
      const now = instantAt(ZONE, today, hour * 60 + 30);
      const planned = recordedBefore(now, hospitalOf(today)[0]).filter(isOpen);
      const stepDown = recordedBefore(now, planStepDown(today, ZONE).slice(0, leftToFill(planned.length)));
      expect(planned.length + stepDown.length, String(hour)).toBe(37);
      const beds = [...planned, ...stepDown].map(({ admissions }) => admissions.at(-1)!.care);
      expect(new Set(beds.map(({ room, bed }) => `${room}-${bed}`)).size).toBe(37);
      expect(new Set(stepDown.map(({ medicalRecordNumber }) => medicalRecordNumber)).size).toBe(stepDown.length);
    }
  });

  test('keeps the rules for dates of care', () => {
    const wrong = drawn.filter(({ today, patient, stay: { admissionDate, steps }, stay }) => {
      const end = dischargeOf(stay)?.dischargeDate ?? today;
      const isInStay = (date: string): boolean => date >= admissionDate && date <= end;
      const dates = steps.flatMap((step) =>
        step.do === 'review' || step.do === 'head' ? [step.reviewDate] : step.do === 'note' ? [step.noteDate] : [],
      );
      return (
        !dates.every(isInStay) ||
        admissionDate > end ||
        end > today ||
        addDays(patient.birthdate, 18 * 365) > admissionDate
      );
    });
    expect(wrong).toEqual([]);
  });

  test('leaves the errors of the last round of an open stay without a response; some follow-ups are overdue', () => {
    const open = seen.filter(({ stay }) => dischargeOf(stay) === undefined);
    const last = open.flatMap(({ today, stay }) =>
      reviewsOf(stay)
        .filter(({ reviewDate }) => reviewDate === today)
        .flatMap(({ review }) => present(entriesAtTheEnd(stay)[review]!))
        .filter(isError),
    );
    expect(last.length).toBeGreaterThan(50);
    expect(last.every(({ errRes }) => errRes === null)).toBe(true);
    for (const day of days) {
      const waiting = open
        .filter(({ today }) => today === day)
        .flatMap(({ stay }) => entriesAtTheEnd(stay).flatMap(present))
        .filter((entry) => isError(entry) && entry.errRes === null);
      expect(waiting.length, day).toBeGreaterThan(3);
      expect(
        waiting.some(({ followUpDate }) => followUpDate !== null && followUpDate < day),
        day,
      ).toBe(true);
    }
  });

  test('gives "No error" no severity and no response, and errors a severity; harm only to harmful ones', () => {
    const entries = drawn.flatMap(({ stay }) => [
      ...reviewsOf(stay).flatMap((review) => review.entries),
      ...entriesAtTheEnd(stay).flatMap(present),
    ]);
    const fits = (entry: PlannedEntry): boolean =>
      isError(entry)
        ? entry.errSeverity !== null && (entry.errRes !== 4 || entry.errSeverity >= 'E')
        : entry.errRes === null && entry.errSeverity === null;
    expect(entries.filter((entry) => !fits(entry))).toEqual([]);
    const errors = entries.filter(isError).length;
    expect(errors / entries.length).toBeGreaterThan(0.03);
    expect(errors / entries.length).toBeLessThan(0.15);
  });
});

describe('its medicine', () => {
  const forChildren = new Set(
    drugs.flatMap(({ errTemps }) => errTemps.filter(({ isAdult }) => !isAdult).map(({ label }) => label)),
  );

  test('every medicine, error type and case that the data names exists', () => {
    const trades = new Set(drugs.flatMap(({ tradeLabels }) => tradeLabels));
    const types = new Set(errorTypes.map(({ label }) => label));
    for (const { trade } of medicines.values()) expect(trades).toContain(trade);
    for (const { id, medicines: taken, later, stepDown = id } of allCases) {
      expect(() => [...taken, ...later.map(({ medicine }) => medicine)].forEach(medicineOf)).not.toThrow();
      expect(allCases.some((one) => one.id === stepDown)).toBe(true);
    }
    for (const { medicine, type, when } of possibleErrors) {
      expect(() => [medicine, ...(when?.with ?? []), ...(when?.without ?? [])].forEach(medicineOf)).not.toThrow();
      expect(types).toContain(type);
      expect((when?.cases ?? []).every((id) => allCases.some((one) => one.id === id))).toBe(true);
    }
  });

  test('each order is understood in both languages', () => {
    const unclear = [...medicines.values()].flatMap(({ order: [dose, route, frequency] }) =>
      [parseDose(dose), ...orderWord(route).map(parseRoute), ...orderWord(frequency).map(parseFrequency)].flatMap(
        ({ rest, questions }) => [...rest, ...questions],
      ),
    );
    expect(unclear).toEqual([]);
  });

  test('an inpatient’s list follows the reviews: what is added is reviewed, and what is stopped was on it', () => {
    const open = seen.filter(({ stay }) => dischargeOf(stay) === undefined);
    for (const { stay } of open) {
      const reviewedAt = new Map(
        reviewsOf(stay).map(({ recordedAt, entries }) => [recordedAt.getTime(), entries.map(({ trade }) => trade)]),
      );
      const listed = new Set<string>();
      for (const step of stay.steps) {
        if (step.do === 'stop') expect(listed.delete(step.trade)).toBe(true);
        if (step.do !== 'medication') continue;
        listed.add(step.trade);
        expect(reviewedAt.get(step.recordedAt.getTime())).toContain(step.trade);
      }
    }
    expect(open.filter(({ stay }) => stay.steps.some((step) => step.do === 'medication')).length).toBe(open.length);
  });

  test('no patient gets advice for another age', () => {
    const isForOthers = ({ errType, errNote }: PlannedEntry): boolean =>
      forChildren.has(errNote) ||
      /newborn|neonat|preterm|infant|child\b|children/i.test(errNote) ||
      /pediatric|neonatal/i.test(errType);
    expect(
      drawn
        .flatMap(({ stay }) => [
          ...reviewsOf(stay).flatMap(({ entries }) => entries),
          ...entriesAtTheEnd(stay).flatMap(present),
        ])
        .filter(isForOthers),
    ).toEqual([]);
    expect(drawn.filter(({ patient: { person } }) => person.age < 18)).toEqual([]);
    const isOfAge = ({ patient: { person }, stay }: Drawn): boolean =>
      person.age >= caseOf(stay.caseId).ages[0] && person.age <= caseOf(stay.caseId).ages[1];
    // Patients who are transferred to the ward keep their age.
    expect(drawn.filter(({ team }) => team === 0).filter((one) => !isOfAge(one))).toEqual([]);
  });

  test('an error is about a medicine on the chart of that day, or a missing one; no medicine is listed twice', () => {
    const known = new Set(possibleErrors.map(({ medicine, type }) => `${medicineOf(medicine).trade}: ${type}`));
    for (const { stay } of drawn) {
      const twice = reviewsOf(stay).filter(
        ({ entries }) => new Set(entries.map(({ trade }) => trade)).size < entries.length,
      );
      expect(twice).toEqual([]);
      const foreign = reviewsOf(stay)
        .flatMap(({ entries }) => entries)
        .filter((entry) => isError(entry) && !known.has(`${entry.trade}: ${entry.errType}`));
      expect(foreign).toEqual([]);
    }
  });

  test('weight and kidney values in a note are those of the patient on that day', () => {
    let checked = 0;
    for (const {
      patient: { person },
      stay,
    } of drawn) {
      for (const { entries, clinicalNote } of reviewsOf(stay)) {
        const [, creatinine = '', crcl = ''] =
          /creatinine ([\d.]+) mg\/dL \(CrCl (\d+) mL\/min\)/.exec(clinicalNote) ?? [];
        // Cockcroft and Gault.
        const reckoned = Math.min(
          140,
          Math.round((((140 - person.age) * person.weight) / (72 * Number(creatinine))) * (person.female ? 0.85 : 1)),
        );
        if (Number(crcl) !== reckoned) expect([clinicalNote, reckoned]).toEqual([]);
        for (const { errNote } of entries) {
          if (/[{}]|undefined|NaN/.test(errNote)) expect(errNote).toBe('');
          const said = /CrCl (\d+) mL\/min \(creatinine ([\d.]+) mg\/dL, (\d+) kg\)/.exec(errNote);
          if (!said) continue;
          expect(said.slice(1)).toEqual([crcl, creatinine, String(person.weight)]);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test('the details say of allergies what the list says, and nobody is given what the list names', () => {
    for (const { patient, stay } of drawn) {
      const { allergies } = patient.person;
      const details = stay.admissionDetails;
      expect(/No known allergies|لا توجد حساسية معروفة/.test(details)).toBe(allergies === 'none-known');
      if (typeof allergies === 'string') continue;
      expect(details).toContain(`${allergies.drug ?? allergies.agentText} (${allergies.reaction})`);
      const names = drugs.find(({ label }) => label === allergies.drug)?.tradeLabels ?? [];
      for (const { entries } of reviewsOf(stay))
        expect(entries.filter(({ trade }) => names.some((name) => name === trade))).toEqual([]);
    }
    const answers = new Set(drawn.map(({ patient: { person } }) => JSON.stringify(person.allergies)));
    expect(answers.size).toBe(6);
  });

  test('no error is found twice in a stay, and nearly all possible errors are found in some stay', () => {
    const found = new Set<string>();
    for (const { stay } of drawn) {
      const notes = reviewsOf(stay).flatMap(({ entries }) =>
        entries.filter(isError).map(({ trade, errNote }) => `${trade}: ${errNote}`),
      );
      expect(new Set(notes).size).toBe(notes.length);
      for (const one of reviewsOf(stay).flatMap(({ entries }) => entries.filter(isError)))
        found.add(`${one.trade}: ${one.errType}`);
    }
    const possible = new Set(possibleErrors.map(({ medicine, type }) => `${medicineOf(medicine).trade}: ${type}`));
    // Some need conditions that few patients have.
    expect([...possible].filter((one) => !found.has(one)).length).toBeLessThan(possible.size / 8);
  });
});

describe('its languages', () => {
  const arabic = /[ء-ي]/;
  const isArabic = (text: string): boolean => arabic.test(text);
  const texts = seen.flatMap(({ team, stay }) =>
    stay.steps.flatMap((step) => {
      const isAuthorArabic = rosters[team]!.writeArabic[
        step.role === 'physician' ? 'physicians' : 'pharmacists'
      ].includes(step.by);
      const written =
        step.do === 'review'
          ? [step.clinicalNote, ...step.entries.map(({ errNote }) => errNote).filter((note) => note !== '')]
          : step.do === 'note'
            ? [step.note]
            : step.do === 'discharge'
              ? [step.dischargeNote]
              : [];
      return written.map((text) => ({ text, isAuthorArabic }));
    }),
  );

  test('a third of the notes and more is in Arabic, and each person writes in one language', () => {
    const share = texts.filter(({ text }) => isArabic(text)).length / texts.length;
    expect(share).toBeGreaterThan(1 / 3);
    expect(share).toBeLessThan(1 / 2);
    expect(texts.filter(({ text, isAuthorArabic }) => isArabic(text) !== isAuthorArabic)).toEqual([]);
  });

  test('an Arabic text has the values, doses and blanks of the English one', () => {
    const values = (text: string): string[] =>
      [...text.matchAll(/\{\w+\}|\d[\d.,/]*\d|\d+%/g)].map(([value]) => value).sort();
    const pairs = [
      ...possibleErrors.flatMap(({ note, finding }) => [note, ...(finding ? [finding] : [])]),
      ...allCases.flatMap(({ findings, physician }) => [...findings.early, ...findings.late, ...physician]),
    ];
    for (const [english, inArabic] of pairs) {
      expect(isArabic(english), english).toBe(false);
      expect(isArabic(inArabic), inArabic).toBe(true);
      expect(values(inArabic), inArabic).toEqual(values(english));
    }
    expect(arabicDose('2.25 g every 8 hours')).toBe('2.25 g كل 8 ساعات');
    expect(arabicDose('750 mg every 48 hours')).toBe('750 mg كل 48 ساعة');
  });

  test('names of patients and of some people and one team are Arabic', () => {
    const people = demoTeams.flatMap(({ members }) => members.map(({ firstName }) => firstName));
    expect(people.filter(isArabic)).toHaveLength(4);
    expect(demoTeams.filter(({ name }) => isArabic(name))).toHaveLength(1);
    expect(seen.every(({ patient }) => isArabic(patient.names.firstName))).toBe(true);
  });
});

describe('its times', () => {
  const steps = drawn.flatMap(({ today, team, stay }) => stay.steps.map((step) => ({ today, team, stay, step })));
  const onShift = ({ role, by, occurredAt }: Pick<Step, 'role' | 'by' | 'occurredAt'>, team: number): boolean =>
    onDuty(rosters[team]![role === 'physician' ? 'physicians' : 'pharmacists'], dayOf(occurredAt)).includes(by);

  test('steps are done between the admission and the end of today, and recorded later, in order', () => {
    const wrong = drawn.filter(({ today, stay: { admissionDate, admitted, steps: all } }) => {
      const times = [admitted, ...all];
      const isInOrder = times.every(
        ({ recordedAt }, index) => index === 0 || recordedAt >= times[index - 1]!.recordedAt,
      );
      const isPossible = times.every(
        ({ occurredAt, recordedAt }) =>
          occurredAt >= admitted.occurredAt && recordedAt > occurredAt && dayOf(recordedAt) <= today,
      );
      return dayOf(admitted.occurredAt) !== admissionDate || !isInOrder || !isPossible;
    });
    expect(wrong).toEqual([]);
  });

  test('one stay of a patient ends before the next begins', () => {
    for (const {
      admissions: [first, second],
    } of days.flatMap((today) => hospitalOf(today).flat())) {
      if (second) expect(dischargeOf(first!)!.recordedAt < second.admitted.occurredAt).toBe(true);
    }
  });

  test('steps are taken by people on that shift, in working hours', () => {
    const isWorking = ({ occurredAt }: Pick<Step, 'occurredAt'>): boolean =>
      minutes(occurredAt) >= SHIFT.begins && minutes(occurredAt) < SHIFT.ends;
    expect(
      steps
        .filter(({ team, step }) => !onShift(step, team) || !isWorking(step))
        .map(({ team, step }) => [team, step.do, step.occurredAt]),
    ).toEqual([]);
    expect(
      drawn.filter(
        ({ team, stay: { admitted } }) => !onShift({ ...admitted, role: 'pharmacist' }, team) || !isWorking(admitted),
      ),
    ).toEqual([]);
    for (const [team, { members }] of demoTeams.entries()) {
      expect(rosters[team]!.pharmacists).toHaveLength(members.filter(({ role }) => role === 'pharmacist').length);
      expect(rosters[team]!.physicians).toHaveLength(members.filter(({ role }) => role === 'physician').length);
    }
  });

  test('a review comes before steps about it; rounds are written in the morning, discharges at midday', () => {
    const tooEarly = drawn.flatMap(({ stay }) => {
      const written = new Map(reviewsOf(stay).map((review) => [review.review, review]));
      return stay.steps.filter(
        (step) => 'review' in step && step.do !== 'review' && step.occurredAt <= written.get(step.review)!.recordedAt,
      );
    });
    expect(tooEarly).toEqual([]);
    const reviews = steps.flatMap(({ step }) => (step.do === 'review' ? [step] : []));
    const inTheMorning = reviews.filter(
      ({ occurredAt }) => minutes(occurredAt) >= 8 * 60 + 30 && minutes(occurredAt) <= 12 * 60,
    );
    expect(inTheMorning.length / reviews.length).toBeGreaterThan(0.85);
    const isAtMidday = ({ occurredAt }: Step): boolean =>
      minutes(occurredAt) >= 12 * 60 && minutes(occurredAt) <= 13 * 60 + 30;
    expect(steps.filter(({ step }) => step.do === 'note' && minutes(step.occurredAt) < 12 * 60)).toEqual([]);
    expect(
      steps.filter(
        ({ step }) => step.do === 'discharge' && dayOf(step.occurredAt) === step.dischargeDate && !isAtMidday(step),
      ),
    ).toEqual([]);
  });

  test('Friday and Saturday have fewer reviews, and the internal ward has no clinical pharmacist on Friday', () => {
    const written = (team: number, weekday: number) =>
      steps.filter((one) => one.team === team && one.step.do === 'review' && weekdayOf(one.step.reviewDate) === weekday)
        .length;
    for (const team of [0, 1])
      for (const thin of [5, 6])
        for (const working of [0, 1, 2, 3]) expect(written(team, thin)).toBeLessThan(written(team, working));
    expect(written(1, 5)).toBe(0);
  });

  test.each(days)(
    'on %s some entries are late, some responses came the next day, some of it was recorded later than done',
    (today) => {
      const ofDay = staysOf(today, hospitalOf(today)).flatMap(({ stay }) => stay.steps.map((step) => ({ step, stay })));
      const late = ofDay.filter(
        ({ step }) => step.do === 'review' && isLate(step.reviewDate, step.occurredAt.toISOString(), ZONE),
      );
      expect(late.length).toBeGreaterThan(1);
      expect(late.length).toBeLessThan(40);
      const responses = ofDay.flatMap(({ step, stay }) =>
        (step.do === 'update' && step.to.errRes !== null) || (step.do === 'answer' && step.errRes !== null)
          ? [[dayOf(step.occurredAt), reviewsOf(stay).find(({ review }) => review === step.review)!.reviewDate]]
          : [],
      );
      expect(responses.filter(([on, day]) => on === day).length).toBeGreaterThan(20);
      expect(responses.filter(([on, day]) => on !== day).length).toBeGreaterThan(20);
      const laterRecorded = ofDay.filter(({ step }) => step.recordedAt.getTime() - step.occurredAt.getTime() > 600_000);
      expect(laterRecorded.length).toBeGreaterThan(5);
      expect(laterRecorded.length / ofDay.length).toBeLessThan(0.1);
      for (const kind of ['rate', 'note', 'discharge', 'details', 'head', 'followUp', 'answer'] as const)
        expect(
          ofDay.some(({ step }) => step.do === kind),
          kind,
        ).toBe(true);
    },
  );

  test('some patients who are transferred to the internal ward are admitted there on the same afternoon', () => {
    const moved = days.flatMap((today) => {
      const [icu, ward] = hospitalOf(today);
      return ward
        .filter(({ medicalRecordNumber }) => icu.some((one) => one.medicalRecordNumber === medicalRecordNumber))
        .map(
          (patient) => [icu.find((one) => one.medicalRecordNumber === patient.medicalRecordNumber)!, patient] as const,
        );
    });
    expect(moved.length).toBeGreaterThan(days.length);
    for (const [before, after] of moved) {
      expect(after.names).toEqual(before.names);
      expect(after.admissions.at(-1)!.admissionDate).toBe(dischargeOf(before.admissions.at(-1)!)!.dischargeDate);
      expect(after.admissions.at(-1)!.admitted.occurredAt > dischargeOf(before.admissions.at(-1)!)!.occurredAt).toBe(
        true,
      );
    }
  });

  test.each([0, 7, 9, 11, 13, 15, 23].map((hour) => ({ hour })))(
    'at $hour:30 only what is over is there, and each patient has a review',
    ({ hour }) => {
      for (const today of days) {
        const now = instantAt(ZONE, today, hour * 60 + 30);
        const [icu = [], ward = []] = hospitalOf(today).map((patients) => recordedBefore(now, patients));
        const stays = [...icu, ...ward].flatMap(({ admissions }) => admissions);
        for (const stay of stays) {
          expect(reviewsOf(stay).length).toBeGreaterThan(0);
          expect(stay.steps.filter(({ recordedAt }) => recordedAt >= now)).toEqual([]);
        }
        expect(
          icu.flatMap(({ admissions }) => admissions).filter((stay) => dischargeOf(stay) === undefined).length,
        ).toBeGreaterThanOrEqual(14);
      }
    },
  );
});

describe('the hospital’s clock', () => {
  test.each([
    ['2026-03-01', 8 * 60 + 30, '2026-03-01T06:30:00.000Z'],
    ['2026-07-01', 8 * 60 + 30, '2026-07-01T05:30:00.000Z'],
    ['2026-07-01', 30, '2026-06-30T21:30:00.000Z'],
    ['2026-10-30', 9 * 60, '2026-10-30T07:00:00.000Z'],
  ])('on %s at minute %i it is %s', (date, at, instant) =>
    expect(instantAt(ZONE, calendarDate(date), at).toISOString()).toBe(instant),
  );
});
