/**
 * A patient from the registration to the last stay. The stays are planned as those of the demo hospital
 * (`infra/runtime/seed/demo-stay.ts`), one when the other is over.
 */
import { derivedId } from 'command-api/commands/derived-id';
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import { correctPatient, registerAdmission, registerPatient } from 'language/domain/patient/decide';
import type { Stay } from 'language/domain/patient/stays';
import { admitPatient } from 'language/domain/admission/decide';
import workload from '../../../runtime/seed/data/workload.json' with { type: 'json' };
import type { Case } from '../../../runtime/seed/demo-cases.ts';
import { casesOf, DIED, discharges, weighted } from '../../../runtime/seed/demo-mix.ts';
import { drawPerson, type DemoPerson } from '../../../runtime/seed/demo-patient.ts';
import { type Roster, rosters, type Ward } from '../../../runtime/seed/demo-shifts.ts';
import { planStay } from '../../../runtime/seed/demo-stay.ts';
import { instantAt, type Times } from '../../../runtime/seed/hospital-clock.ts';
import { nonEmpty, type Random } from 'language/domain/testing/random';
import type { GeneratedTeam } from './founding.ts';
import type { Hospital } from './hospital.ts';
import { latinNames } from './latin-names.ts';
import { TIME_ZONE } from './size.ts';
import { recordStay } from './stay.ts';

/** Percents. On average 1.5 stays, and less near the last day. */
const stays = [
  { value: 1, percent: 64 },
  { value: 2, percent: 21 },
  { value: 3, percent: 15 },
] as const;
const AT_HOME_DAYS = { min: 10, max: 110 } as const;
/** The yardstick has 3.3 reviews an admission, the workload of intensive care 8: shorter stays of the same shape. */
const MEDIAN_NIGHTS = 2.2;
const CORRECTED_PERCENT = 3;
const LATIN_PERCENT = 12;
const BEDS = 20;
const BEFORE_THE_DAY = 3 * 60;
const [MINUTE, DAY] = [60_000, 86_400_000];

/** No journey is longer: three of the longest stays with what follows each, and twice at home. */
export const JOURNEY_DAYS_MAX = 3 * (workload.lengthOfStay.max + 30) + 2 * AT_HOME_DAYS.max;

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

/** Begins on `date`. @param number unique: the record number derives from it */
export function beginJourney(hospital: Hospital, team: GeneratedTeam, date: CalendarDate, number: number): void {
  const { draw, agenda, until } = hospital;
  const key = `patient:${number}`;
  const chance = draw.randomFor(key);
  const cases = casesOf(team.unit);
  const first = chance.weighted(weighted(cases));
  const drawn = drawPerson(chance, first.ages, number, date);
  const person = chance.chance(LATIN_PERCENT) ? { ...drawn, names: latinNamesOf(chance) } : drawn;
  const commandId = draw.commandId(key);
  const patientId = derivedId(commandId, 'patient');
  const count = chance.weighted(stays);
  const ofAge = cases.filter(({ ages: [youngest, oldest] }) => person.age >= youngest && person.age <= oldest);
  const patient = {
    patientId,
    commandId,
    key,
    team,
    person,
    bed: number % BEDS,
    isOver: false,
    isToBeCorrected: false,
  };
  const goOn = (index: number, on: CalendarDate): void => {
    const of = index === 0 ? first : chance.weighted(weighted(ofAge));
    const isLast = index + 1 === count;
    if (isLast) patient.isOver = true;
    const end = admit(hospital, patient, { index, of, date: on, isLast }, chance);
    if (isLast) return;
    const next = addDays(end, chance.between(AT_HOME_DAYS.min, AT_HOME_DAYS.max));
    if (next <= until) agenda.add(instantAt(TIME_ZONE, next, BEFORE_THE_DAY), () => goOn(index + 1, next));
    else patient.isOver = true;
  };
  goOn(0, date);
}

interface JourneyPatient {
  readonly patientId: string;
  readonly commandId: string;
  readonly key: string;
  readonly team: GeneratedTeam;
  readonly person: DemoPerson;
  readonly bed: number;
  /** No further stay is planned. */
  isOver: boolean;
  /** A correction is planned. It may come after the end of a stay: one that begins on the last day may end with it. */
  isToBeCorrected: boolean;
}

/** @returns the day of the discharge */
function admit(
  hospital: Hospital,
  patient: JourneyPatient,
  stay: { readonly index: number; readonly of: Case; readonly date: CalendarDate; readonly isLast: boolean },
  chance: Random,
): CalendarDate {
  const { agenda, draw, recorder, until } = hospital;
  const { patientId, team, person, bed } = patient;
  const { index, of, date, isLast } = stay;
  const ward: Ward = {
    team: 0,
    roster: {
      pharmacists,
      physicians,
      writeArabic: { pharmacists: [], physicians: [] },
      reviewed: rosters[team.unit === 'icu' ? 0 : 1].reviewed,
    },
    beds: BEDS,
    timeZone: TIME_ZONE,
    today: until,
  };
  const nights = Math.round(chance.logNormal(MEDIAN_NIGHTS, workload.lengthOfStay.sigma));
  const ends = addDays(date, Math.min(workload.lengthOfStay.max, Math.max(workload.lengthOfStay.min, nights)));
  const possible = discharges[team.unit].filter(({ value }) => isLast || value !== DIED);
  const end = ends <= until ? { date: ends, status: chance.weighted(nonEmpty(possible, 'discharges')) } : undefined;
  const plan = planStay(
    { ward, case: of, person, bed, admissionDate: date, inTheAfternoon: chance.chance(25), end },
    chance,
  );
  const { admitted, admissionDate, admissionDetails } = plan;
  const actor = nonEmpty(team.pharmacists, 'pharmacists')[admitted.by] ?? nonEmpty(team.pharmacists, 'pharmacists')[0];
  const onPatient = { kind: recorder.patient, id: patientId, actor };
  if (index === 0) {
    const at = earlier(admitted, 3 * MINUTE);
    const { names, birthdate, medicalRecordNumber } = person;
    agenda.add(at.recordedAt, () =>
      recorder.handle({
        ...onPatient,
        ...at,
        name: 'RegisterPatient',
        commandId: patient.commandId,
        payload: { teamId: team.id, ...names, birthdate, medicalRecordNumber },
        decide: registerPatient,
      }),
    );
    const corrected = earlier(admitted, -MINUTE * chance.between(20, 600));
    if (chance.chance(CORRECTED_PERCENT) && corrected.recordedAt.getTime() < admitted.recordedAt.getTime() + DAY) {
      patient.isToBeCorrected = true;
      agenda.add(corrected.recordedAt, () => {
        patient.isToBeCorrected = false;
        recorder.handle({
          ...onPatient,
          ...corrected,
          name: 'CorrectPatient',
          commandId: draw.commandId(`${patient.key}:corrected`),
          payload: { patientId, medicalRecordNumber: `${medicalRecordNumber}/1` },
          decide: correctPatient,
        });
      });
    }
  }
  const keyOf = (nth: number): string => `${patient.key}:stay-${nth}`;
  const admissionIdOf = (nth: number): string => derivedId(draw.commandId(keyOf(nth)), `admission:${patientId}`);
  const key = keyOf(index);
  const commandId = draw.commandId(key);
  const admissionId = admissionIdOf(index);
  const ended = (nth: number): Stay => ({
    admissionId: admissionIdOf(nth),
    patientId,
    teamId: team.id,
    status: 'discharged',
    events: 0n,
  });
  const stays = Array.from({ length: index }, (_, nth) => ended(nth));
  agenda.add(admitted.recordedAt, () => {
    const asked = { ...admitted, actor, name: 'AdmitPatient', commandId };
    const facts = { admissionDate, admissionDetails };
    const payload = { admissionId, ...facts };
    recorder.handle({
      ...asked,
      kind: recorder.patient,
      id: patientId,
      payload: { ...payload, stays },
      decide: registerAdmission,
    });
    recorder.handle({
      ...asked,
      kind: recorder.admission,
      id: admissionId,
      payload: { patientId, teamId: team.id, ...facts },
      decide: admitPatient,
    });
    const onEnd = (): void => {
      recorder.admission.forget(admissionId);
      if (patient.isOver && !patient.isToBeCorrected) recorder.patient.forget(patientId);
    };
    recordStay(hospital, { team, key, admissionId, plan, onEnd }, draw.randomFor(`${key}:details`));
  });
  return ends;
}

const earlier = ({ occurredAt, recordedAt }: Times, ms: number): Times => ({
  occurredAt: new Date(occurredAt.getTime() - ms),
  recordedAt: new Date(recordedAt.getTime() - ms),
});

const latinNamesOf = (chance: Random): DemoPerson['names'] => ({
  firstName: chance.pick(latinNames.given),
  middleName: chance.pick(latinNames.given),
  lastName: chance.pick(latinNames.given),
  fourthName: chance.pick(latinNames.family),
});
