/**
 * A patient from the registration to the last stay. The stays are planned as those of the demo hospital
 * (`infra/runtime/seed/demo-stay.ts`), one when the other is over.
 */
import { derivedId } from 'command-api/commands/derived-id';
import { admitPatient } from 'language/domain/admission/decide';
import { correctPatient, registerAdmission, registerPatient } from 'language/domain/patient/decide';
import type { Stay } from 'language/domain/patient/stays';
import { nonEmpty, type Random } from 'language/domain/testing/random';
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import workload from '../../../runtime/seed/data/workload.json' with { type: 'json' };
import type { Case } from '../../../runtime/seed/demo-cases.ts';
import { casesOf, DIED, discharges, weighted } from '../../../runtime/seed/demo-mix.ts';
import { drawPerson, type DemoPerson } from '../../../runtime/seed/demo-patient.ts';
import { type Roster, rosters, type Ward } from '../../../runtime/seed/demo-shifts.ts';
import { planStay } from '../../../runtime/seed/demo-stay.ts';
import type { PlannedAdmission } from '../../../runtime/seed/demo-steps.ts';
import type { GeneratedTeam } from './founding.ts';
import { folds, RecordedStream } from './recorder.ts';
import { LAST_DAY, TIME_ZONE } from './size.ts';
import { type Hospital, later, recordStay } from './stay.ts';

/** Percents. On average 1.5 stays, and less near the last day. */
const stayCounts = [
  { value: 1, percent: 64 },
  { value: 2, percent: 21 },
  { value: 3, percent: 15 },
] as const;
const AT_HOME_DAYS = { min: 10, max: 110 } as const;
/** The yardstick has 3.3 reviews an admission, the workload of intensive care 8: shorter stays of the same shape. */
const MEDIAN_NIGHTS = 2.2;
const CORRECTED_PERCENT = 3;
const BEDS = 20;
const MINUTE = 60_000;

/** Each day has a pharmacist on duty. */
const pharmacists: Roster['pharmacists'] = [
  [0, 1, 2, 3, 4],
  [0, 1, 2, 3, 6],
  [1, 2, 3, 4, 5],
  [0, 2, 4, 5, 6],
];
const physicians: Roster['physicians'] = [
  [0, 1, 2, 3],
  [3, 4, 5, 6],
];

/** Begins on `date`. @param number unique: ids and the record number derive from it */
export function recordJourney(hospital: Hospital, team: GeneratedTeam, date: CalendarDate, number: number): void {
  const { draw, record } = hospital;
  const key = `patient:${number}`;
  const chance = draw.randomFor(key);
  const cases = casesOf(team.unit);
  const first = chance.weighted(weighted(cases));
  const person = drawPerson(chance, first.ages, number, date);
  const ofAge = cases.filter(({ ages: [youngest, oldest] }) => person.age >= youngest && person.age <= oldest);
  const commandId = draw.commandId(key);
  const patientId = derivedId(commandId, 'patient');
  const patient = new RecordedStream(folds.patient, patientId, record);
  const count = chance.weighted(stayCounts);
  const stays: Stay[] = [];
  let on = date;
  while (stays.length < count && on <= LAST_DAY) {
    const index = stays.length;
    const isLast = index + 1 === count;
    const of = index === 0 ? first : chance.weighted(weighted(ofAge));
    const { plan, end } = plannedStay(team, { of, person, bed: number % BEDS, on, isLast }, chance);
    const { admitted, admissionDate, admissionDetails } = plan;
    const actor = nonEmpty(team.pharmacists, 'pharmacists')[admitted.by] ?? team.admin;
    if (index === 0) {
      const { names, birthdate, medicalRecordNumber } = person;
      const payload = { teamId: team.id, ...names, birthdate, medicalRecordNumber };
      const registered = { ...later(admitted, -3 * MINUTE), actor, name: 'RegisterPatient', commandId };
      patient.handle({ ...registered, payload, decide: registerPatient });
    }
    const stayKey = `${key}:stay-${index}`;
    const asked = { ...admitted, actor, name: 'AdmitPatient', commandId: draw.commandId(stayKey) };
    const admissionId = derivedId(asked.commandId, `admission:${patientId}`);
    const facts = { admissionDate, admissionDetails };
    patient.handle({ ...asked, payload: { admissionId, ...facts, stays }, decide: registerAdmission });
    const admission = new RecordedStream(folds.admission, admissionId, record);
    admission.handle({ ...asked, payload: { patientId, teamId: team.id, ...facts }, decide: admitPatient });
    if (index === 0 && chance.chance(CORRECTED_PERCENT))
      patient.handle({
        ...later(admitted, MINUTE * chance.between(20, 120)),
        actor,
        name: 'CorrectPatient',
        commandId: draw.commandId(`${key}:corrected`),
        payload: { patientId, medicalRecordNumber: `${person.medicalRecordNumber}/1` },
        decide: correctPatient,
      });
    recordStay(hospital, { team, key: stayKey, admissionId, admission, plan }, draw.randomFor(`${stayKey}:details`));
    stays.push({ admissionId, patientId, teamId: team.id, status: 'discharged', events: 0n });
    on = addDays(end, chance.between(AT_HOME_DAYS.min, AT_HOME_DAYS.max));
  }
}

/** @returns the day of the discharge as well, which may be after the last day of the log */
function plannedStay(
  { unit }: GeneratedTeam,
  {
    of,
    person,
    bed,
    on,
    isLast,
  }: {
    readonly of: Case;
    readonly person: DemoPerson;
    readonly bed: number;
    readonly on: CalendarDate;
    readonly isLast: boolean;
  },
  chance: Random,
): { readonly plan: PlannedAdmission; readonly end: CalendarDate } {
  const { reviewed } = rosters[unit === 'icu' ? 0 : 1];
  const writeArabic = { pharmacists: [], physicians: [] };
  const roster: Roster = { pharmacists, physicians, writeArabic, reviewed };
  const ward: Ward = { team: 0, roster, beds: BEDS, timeZone: TIME_ZONE, today: LAST_DAY };
  const { min, max, sigma } = workload.lengthOfStay;
  const nights = Math.round(chance.logNormal(MEDIAN_NIGHTS, sigma));
  const end = addDays(on, Math.min(max, Math.max(min, nights)));
  const possible = discharges[unit].filter(({ value }) => isLast || value !== DIED);
  const ends = end <= LAST_DAY ? { date: end, status: chance.weighted(nonEmpty(possible, 'discharges')) } : undefined;
  const inTheAfternoon = chance.chance(25);
  const plan = planStay({ ward, case: of, person, bed, admissionDate: on, inTheAfternoon, end: ends }, chance);
  return { plan, end };
}
