/**
 * Draws the demo hospital: admissions with their reasons, the findings of each round, and their responses. Pure: the
 * same seed number and day draw the same hospital, up to the end of that day. `recordedBefore` leaves out later steps.
 */
import { addDays, type CalendarDate, daysBetween } from 'language/domain/values/calendar-date';
import type { DischargeStatus } from 'language/domain/values/codes';
import { type Case, caseOf } from './demo-cases.ts';
import { casesOf, DIED, discharges, type Unit, weighted } from './demo-mix.ts';
import { drawPerson, type DemoPerson } from './demo-patient.ts';
import { onDuty, rosters, type Ward } from './demo-shifts.ts';
import { planStay } from './demo-stay.ts';
import type { PlannedAdmission } from './demo-steps.ts';
import workload from './data/workload.json' with { type: 'json' };
import { nonEmpty, randomOf, type Random } from 'language/domain/testing/random';

export interface PlannedPatient {
  /** Also the key that identifies them from run to run. */
  readonly bed: number;
  readonly names: DemoPerson['names'];
  readonly birthdate: CalendarDate;
  readonly medicalRecordNumber: string;
  readonly person: DemoPerson;
  /** One after the other. */
  readonly admissions: readonly PlannedAdmission[];
}

/** Days before today on which the demo's catalogue, people and teams began. */
export const FOUNDED_DAYS_AGO = 125;
/** Days of an open stay, at most. */
const LONGEST_STAY = 20;
const LONGEST_PAST_STAY = 14;
/** Days between two stays: the minimum; and from the first day of a stay to that of an early return. */
const AT_HOME = 3;
const SOON = 9;
/** A patient who was transferred within these days is still on the ward. */
const MOVED_LATELY = 12;

const SEED_NUMBER = 7;

/**
 * The patients of both teams, in the order of `demoTeams`.
 * @param patients how many each team has
 * @param seedNumber another number draws another hospital
 */
export function planHospital(
  patients: readonly [icu: number, ward: number],
  today: CalendarDate,
  timeZone: string,
  seedNumber = SEED_NUMBER,
): readonly [icu: PlannedPatient[], ward: PlannedPatient[]] {
  const icu: Ward = { team: 0, roster: rosters[0], beds: patients[0], timeZone, today };
  const ward: Ward = { team: 1, roster: rosters[1], beds: patients[1], timeZone, today };
  const inIcu = Array.from({ length: icu.beds }, (_, bed) =>
    planPatient('icu', icu, bed, randomOf(seedNumber * 104_729 + bed * 7_919)),
  );
  const moved = inIcu.filter(({ admissions }) => isMoved(admissions.at(-1), ward));
  // In the beds of patients without an earlier stay on this ward.
  const onWard = Array.from({ length: ward.beds }, (_, bed) =>
    planPatient(
      'ward',
      ward,
      bed,
      randomOf(seedNumber * 104_729 + 50_021 + bed * 7_919),
      bed % 2 === 1 ? moved[(bed - 1) / 2] : undefined,
    ),
  );
  return [inIcu, onWard];
}

/** The beds of intensive care below them are those of `planHospital`, and two of `demo-priority.ts`. */
const STEP_DOWN = { from: 30, to: 56, nights: 6 } as const;
const SELDOM = 12;

/**
 * Inpatients of the step-down beds of intensive care, who were admitted before today. They have few reviews, so that the
 * first start stays quick.
 */
export function planStepDown(today: CalendarDate, timeZone: string, seedNumber = SEED_NUMBER): PlannedPatient[] {
  const [roster] = rosters;
  const reviewed = [SELDOM, SELDOM, SELDOM, SELDOM, SELDOM, SELDOM, SELDOM] as const;
  const ward: Ward = { team: 0, roster: { ...roster, reviewed }, beds: STEP_DOWN.to, timeZone, today };
  return Array.from({ length: STEP_DOWN.to - STEP_DOWN.from }, (_, nth) => {
    const bed = STEP_DOWN.from + nth;
    const random = randomOf(seedNumber * 104_729 + bed * 7_919);
    const drawn = random.weighted(weighted(casesOf('icu')));
    const person = withName(drawPerson(random, drawn.ages, bed, today), nth);
    const admissionDate = addDays(today, -random.between(1, STEP_DOWN.nights));
    const at = { ward, case: drawn, person, bed, admissionDate, inTheAfternoon: false, end: undefined };
    const stay = planStay(at, random);
    const care = nth % 3 === 0 ? { ...stay.care, consultant: PHYSICIAN } : stay.care;
    const { names, birthdate, medicalRecordNumber } = person;
    return { bed, names, birthdate, medicalRecordNumber, person, admissions: [{ ...stay, care }] };
  });
}

/** A consultant who has an account (`demo-people.ts`): what is asked on these charts is asked of him. */
const PHYSICIAN = 'Dr. Hany Gerges';
const LATIN = {
  male: ['Mina', 'Sherif', 'Peter', 'Karim'],
  female: ['Mariam', 'Christine', 'Heba', 'Nermine'],
  family: ['Boutros', 'El-Masry', 'Habib', 'Saad'],
} as const;
/** Every third one is written in Latin letters. */
function withName(person: DemoPerson, nth: number): DemoPerson {
  if (nth % 3 !== 1) return person;
  const at = (list: readonly string[], by: number): string => list[Math.floor(by) % list.length] ?? '';
  const { male, family } = LATIN;
  const [firstName, middleName] = [at(person.female ? LATIN.female : male, nth / 3), at(male, nth / 3 + 1)];
  return {
    ...person,
    names: { firstName, middleName, lastName: at(male, nth / 3 + 2), fourthName: at(family, nth / 3) },
  };
}

/** The steps that were recorded by then. A patient appears with the first review. */
export function recordedBefore(now: Date, patients: readonly PlannedPatient[]): PlannedPatient[] {
  return patients.flatMap((patient) => {
    const admissions = patient.admissions
      .map((stay) => ({ ...stay, steps: stay.steps.filter(({ recordedAt }) => recordedAt < now) }))
      .filter(({ steps }) => steps.some((step) => step.do === 'review'));
    return admissions.length === 0 ? [] : [{ ...patient, admissions }];
  });
}

const IMPROVED_AND_MOVED: DischargeStatus = 1;
const dischargeOf = (stay: PlannedAdmission | undefined) => stay?.steps.find((step) => step.do === 'discharge');
export const isOpen = ({ admissions }: PlannedPatient): boolean => dischargeOf(admissions.at(-1)) === undefined;

/** True if the stay ended with a transfer to the internal ward, on a day with a pharmacist on duty there. */
function isMoved(stay: PlannedAdmission | undefined, { roster, today }: Ward): boolean {
  const end = dischargeOf(stay);
  if (end?.dischargeStatus !== IMPROVED_AND_MOVED) return false;
  return (
    daysBetween(end.dischargeDate, today) < MOVED_LATELY && onDuty(roster.pharmacists, end.dischargeDate).length > 0
  );
}

/** @param from the patient who was transferred here from intensive care */
function planPatient(unit: Unit, ward: Ward, bed: number, chance: Random, from?: PlannedPatient): PlannedPatient {
  const ofUnit = casesOf(unit);
  const drawn = chance.weighted(weighted(ofUnit));
  const person = from?.person ?? drawPerson(chance, drawn.ages, unit === 'icu' ? bed : bed + 400, ward.today);
  const ofAge = ofUnit.filter(({ ages: [youngest, oldest] }) => person.age >= youngest && person.age <= oldest);
  const end = dischargeOf(from?.admissions.at(-1));
  const stepDown = caseOf(from?.admissions.at(-1)?.caseId ?? drawn.id).stepDown;
  const current = ((): PlannedAdmission => {
    if (end && stepDown !== undefined)
      return planStay(
        {
          ward,
          case: caseOf(stepDown),
          person,
          bed,
          admissionDate: end.dischargeDate,
          inTheAfternoon: true,
          end: undefined,
        },
        chance,
      );
    if (bed % 3 === 1)
      return endedStay(
        unit,
        { ward, case: drawn, person, bed },
        addDays(ward.today, -chance.between(8, LONGEST_STAY + 10)),
        chance,
      );
    // Short stays are more frequent.
    const admissionDate = staffed(
      ward,
      addDays(ward.today, -Math.floor((drawn.longestDays + 1) * chance.next() ** 1.25)),
    );
    return planStay(
      { ward, case: drawn, person, bed, admissionDate, inTheAfternoon: chance.chance(25), end: undefined },
      chance,
    );
  })();
  // Every second patient has an earlier stay: 20 of the 40, which makes 60 admissions. Some came back soon.
  const before = chance.weighted(weighted(ofAge.length > 0 ? ofAge : [drawn]));
  const ago =
    daysBetween(current.admissionDate, ward.today) +
    (bed % 4 === 0 ? chance.between(SOON, SOON + 14) : chance.between(60, 100));
  const earlier =
    bed % 2 === 0
      ? [endedStay(unit, { ward, case: before, person, bed }, addDays(ward.today, -ago), chance, current.admissionDate)]
      : [];
  const admissions = [...earlier, current];
  const { names, birthdate, medicalRecordNumber } = person;
  return { bed, names, birthdate, medicalRecordNumber, person, admissions };
}

/** @param comesBack the date of the next stay: then this one ended at home or on a ward */
function endedStay(
  unit: Unit,
  at: { ward: Ward; case: Case; person: DemoPerson; bed: number },
  from: CalendarDate,
  chance: Random,
  comesBack?: CalendarDate,
): PlannedAdmission {
  const { ward, person } = at;
  const { median, sigma } = workload.lengthOfStay;
  const admissionDate = staffed(ward, from);
  const most =
    comesBack === undefined ? daysBetween(admissionDate, ward.today) : daysBetween(admissionDate, comesBack) - AT_HOME;
  const days = Math.min(
    LONGEST_PAST_STAY,
    at.case.longestDays,
    Math.max(2, Math.round(chance.logNormal(median, sigma))),
    most,
  );
  const possible = discharges[unit].filter(({ value }) =>
    comesBack === undefined ? value !== DIED || person.age >= DIES_FROM_AGE : value < 2,
  );
  const end = { date: addDays(admissionDate, days), status: chance.weighted(nonEmpty(possible, 'discharges')) };
  return planStay({ ...at, admissionDate, inTheAfternoon: chance.chance(25), end }, chance);
}

/** The date, or the last day before it with a pharmacist on duty. */
function staffed(ward: Ward, date: CalendarDate): CalendarDate {
  return onDuty(ward.roster.pharmacists, date).length > 0 ? date : staffed(ward, addDays(date, -1));
}

/** In the demo no younger patient dies. */
const DIES_FROM_AGE = 55;
