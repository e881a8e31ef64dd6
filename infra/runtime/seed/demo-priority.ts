/**
 * Three more patients of the demo's intensive care, on whom each reason of the priority occurs on every day, the marks of
 * the ward board, and a view of it (docs/product.md, "Priority").
 */
import type { Admission, Patient } from 'language/contract/entities';
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import type { Catalogue } from './catalogue.ts';
import { idsOf } from './demo-charts.ts';
import type { DemoTeam } from './demo-people.ts';
import type { Person } from './api-client.ts';
import { instantAt, type Times } from './hospital-clock.ts';

interface Day {
  readonly today: CalendarDate;
  readonly timeZone: string;
}
type Names = Readonly<Record<'firstName' | 'middleName' | 'lastName' | 'fourthName', string>>;

const STAY_DAYS = 5;
const REVIEWED_DAYS_AGO = 4;
/** Its allergy, many medicines, a digoxin without a level, an antibiotic without a culture, and kidneys that fail. */
const orders = [
  ['Amoxil', '500 mg', 'Oral', 'Every 8 h'],
  ['Meronem', '1 g', 'IV', 'Every 8 h'],
  ['Lanoxin', '0.25 mg', 'Oral', 'Once daily'],
  ['Eliquis 5 mg', '5 mg', 'Oral', 'Twice daily'],
  ['Concor', '2.5 mg', 'Oral', 'Once daily'],
  ['Lasix 40 mg tablet', '40 mg', 'Oral', 'Once daily'],
  ['Ator', '40 mg', 'Oral', 'At bedtime'],
  ['Controloc', '40 mg', 'IV', 'Once daily'],
  ['Lantus', '20 units', 'SC', 'At bedtime'],
  ['Panadol', '1 g', 'Oral', 'Every 8 h'],
] as const;
const creatinine = [
  [5, 0.9],
  [1, 1.1],
  [0, 2.1],
] as const;

/** @param others the team from which a patient comes */
export async function seedPriority(
  [icu, others]: readonly [icu: DemoTeam, others: DemoTeam],
  catalogue: Catalogue,
  { today, timeZone }: Day,
): Promise<void> {
  const ids = idsOf(catalogue);
  const [mona, omar] = icu.pharmacists;
  const [salma] = others.pharmacists;
  if (!mona || !omar || !salma) throw new Error('The demo has two pharmacists in intensive care and one on the ward');
  const ago = (days: number): CalendarDate => addDays(today, -days);
  /** At 10 o'clock; today: now. */
  const on = (days: number): Times | undefined => {
    const occurredAt = instantAt(timeZone, ago(days), 10 * 60);
    return days === 0 ? undefined : { occurredAt, recordedAt: new Date(occurredAt.getTime() + 1_000) };
  };
  async function admitted(
    who: Person,
    team: DemoTeam,
    key: string,
    patient: Names & { birthdate: string; medicalRecordNumber: string; sex: 'female' | 'male' },
    stay: { days: number; room: string; bed: string; workingDiagnosis: string; plannedDischarge?: string },
  ): Promise<{ patient: string; admission: string }> {
    const { days, ...care } = stay;
    const registered = { team: team.id, ...patient };
    const { _id } = await who.send<Patient>('POST', '/api/patients', `priority:${key}`, registered, on(days));
    const body = { patient: _id, team: team.id, admissionDate: ago(days), ...care };
    const stayKey = `priority:${key}:admission`;
    const admission = await who.send<Admission>('POST', '/api/admissions', stayKey, body, on(days));
    return { patient: _id, admission: admission._id };
  }

  const hard = await admitted(
    mona,
    icu,
    'hard',
    {
      firstName: 'سميرة',
      middleName: 'حسن',
      lastName: 'علي',
      fourthName: 'منصور',
      birthdate: '1951-04-18',
      medicalRecordNumber: '30101',
      sex: 'female',
    },
    { days: STAY_DAYS, room: '8', bed: '1', workingDiagnosis: 'Heart failure with pneumonia' },
  );
  const chart = `/api/admissions/${hard.admission}`;
  await mona.send(
    'POST',
    `/api/patients/${hard.patient}/allergies`,
    'priority:hard:allergy',
    { drug: ids.drug('Amoxicillin'), reaction: 'Rash', severity: 'moderate', certainty: 'confirmed', source: 'family' },
    on(STAY_DAYS),
  );
  for (const [trade, dose, route, frequency] of orders) {
    const order = { drug: ids.trade(trade), dose, route, frequency, startDate: ago(STAY_DAYS) };
    await mona.send('POST', `${chart}/medications`, `priority:hard:${trade}`, order, on(STAY_DAYS));
  }
  for (const [days, value] of creatinine) {
    const measured = { kind: 'creatinine', value, unit: 'mg/dL', takenOn: ago(days), source: 'laboratory' };
    const body = { measurements: [measured] };
    await mona.send('POST', `${chart}/measurements`, `priority:hard:creatinine-${days}`, body, on(days));
  }
  const drugErr = {
    errType: ids.type('TDM due or out of range'),
    errDrug: ids.trade('Lanoxin'),
    errNote: '<p>Check the digoxin level before the next dose</p>',
    errRes: null,
    errSeverity: 'F',
    followUpDate: ago(REVIEWED_DAYS_AGO - 2),
  };
  await mona.send(
    'POST',
    '/api/reviews/addReview',
    'priority:hard:review',
    { admissionId: hard.admission, reviewDate: ago(REVIEWED_DAYS_AGO), clinicalNote: '', drugErrs: [drugErr] },
    on(REVIEWED_DAYS_AGO),
  );

  const fresh = await admitted(
    omar,
    icu,
    'new',
    {
      firstName: 'جمال',
      middleName: 'عبد الله',
      lastName: 'محمود',
      fourthName: 'سليم',
      birthdate: '1968-09-02',
      medicalRecordNumber: '30102',
      sex: 'male',
    },
    { days: 0, room: '8', bed: '2', workingDiagnosis: 'Diabetic ketoacidosis' },
  );
  // A course of antibiotics with its reason and its culture, which the round looks at.
  await omar.send('POST', `/api/admissions/${fresh.admission}/medications`, 'priority:new:antibiotic', {
    drug: ids.trade('Rocephin'),
    dose: '1 g',
    route: 'IV',
    frequency: 'Once daily',
    startDate: ago(2),
    indication: 'Urinary tract infection',
    culture: 'Urine: E. coli, sensitive to ceftriaxone',
  });

  const moved = await admitted(
    salma,
    others,
    'moved',
    {
      firstName: 'Nagwa',
      middleName: 'Ahmed',
      lastName: 'Fouad',
      fourthName: 'Riad',
      birthdate: '1959-12-11',
      medicalRecordNumber: '30103',
      sex: 'female',
    },
    { days: 3, room: '2', bed: '4', workingDiagnosis: 'Pulmonary embolism', plannedDischarge: addDays(today, 1) },
  );
  const stay = `/api/admissions/${moved.admission}`;
  await mona.send('PUT', `/api/teams/${icu.id}/edit`, 'priority:receives', { receivesTransfers: true });
  const offer = { toTeam: icu.id, note: 'Needs monitoring for a night' };
  const { transfer } = await salma.send<Admission>('POST', `${stay}/transfer`, 'priority:moved:offer', offer);
  await mona.send('PUT', `${stay}/transfer/accept`, 'priority:moved:accept', { offer: transfer?.offer });

  await mona.send('PUT', `${chart}/taken`, 'priority:hard:taken', {});
  await omar.send('PUT', `${chart}/taken`, 'priority:hard:taken-too', {});
  await omar.send('PUT', `/api/admissions/${fresh.admission}/taken`, 'priority:new:taken', {});
  const deferral = { until: addDays(today, 1), reason: 'Waits for the bed in intensive care' };
  await omar.send('PUT', `${stay}/deferral`, 'priority:moved:deferred', deferral);
  await mona.send('POST', `/api/teams/${icu.id}/views`, 'priority:view', {
    name: 'Antimicrobial round',
    filter: { reasons: [], taken: 'any', deferred: 'shown', antimicrobials: true, reviewed: 'any' },
  });
}
