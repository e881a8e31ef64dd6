/**
 * Three more patients of the demo's intensive care, on whom each reason of the priority and each answer of a physician
 * occurs on every day, the marks of the ward board, and its views (docs/product.md, "Priority").
 */
import type { Admission, Patient, Review } from 'language/contract/entities';
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

/** Intensive care begins with so many inpatients, of whom this file admits three. */
const INPATIENTS = 40;
const ADMITTED_HERE = 3;
export const leftToFill = (inpatients: number): number => INPATIENTS - ADMITTED_HERE - inpatients;

const STAY_DAYS = 5;
const REVIEWED_DAYS_AGO = 4;
/** The first reminder of an F is due an hour before (`firstAnswerRules`), so that the product reminds after its start. */
const ASKED_HOURS_AGO = 5;
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
  ['Lantus', '18 units', 'SC', 'At bedtime'],
  ['Panadol', '1 g', 'Oral', 'Every 8 h'],
] as const;
const creatinine = [
  [5, 0.9],
  [1, 1.1],
  [0, 2.1],
] as const;

/** Entries of the review, with the answer to each; the first one waits. */
const asked = [
  ['Lanoxin', 'TDM due or out of range', 'F', 'Check the digoxin level before the next dose.', undefined],
  [
    'Amoxil',
    'Allergy',
    'D',
    'A rash with amoxicillin is on the list of allergies. Meropenem alone?',
    { answer: 'seen' },
  ],
  [
    'Lantus',
    'Overdose',
    'D',
    'Glucose of 64 mg/dL at 6 o’clock: 16 units at bedtime.',
    { answer: 'changed', text: '18 units, then by the glucose of the morning.' },
  ],
  [
    'Lasix 40 mg tablet',
    'Laboratory monitoring needed',
    'B',
    'Potassium every day while furosemide and digoxin are given.',
    { answer: 'accepted' },
  ],
  [
    'Concor',
    'Drug-drug interaction',
    'C',
    'Bisoprolol with digoxin: pulse of 56. Hold bisoprolol?',
    { answer: 'refused', reason: 'The benefit outweighs the risk' },
  ],
] as const;

/** @param others the team from which a patient comes @param stepDown admissions that get marks */
export async function seedPriority(
  [icu, others]: readonly [icu: DemoTeam, others: DemoTeam],
  catalogue: Catalogue,
  { today, timeZone }: Day,
  stepDown: readonly string[],
): Promise<void> {
  const ids = idsOf(catalogue);
  const [mona, omar, yasmin] = icu.pharmacists;
  const [hany] = icu.physicians;
  const [salma] = others.pharmacists;
  if (!mona || !omar || !yasmin || !hany || !salma) throw new Error('A person of the demo is missing');
  const ago = (days: number): CalendarDate => addDays(today, -days);
  /** At 10 o'clock, or minutes after it; today: now. */
  const on = (days: number, minutes = 0): Times | undefined => {
    const occurredAt = instantAt(timeZone, ago(days), 10 * 60 + minutes);
    return days === 0 ? undefined : { occurredAt, recordedAt: new Date(occurredAt.getTime() + 1_000) };
  };
  const hoursAgo = (hours: number): Times => {
    const at = Date.now() - hours * 3_600_000;
    return { occurredAt: new Date(at), recordedAt: new Date(at + 1_000) };
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
  const drugErrs = asked.map(([trade, type, errSeverity, note, answer]) => ({
    errType: ids.type(type),
    errDrug: ids.trade(trade),
    errNote: `<p>${note}</p>`,
    errRes: null,
    errSeverity,
    followUpDate: answer ? null : ago(REVIEWED_DAYS_AGO - 2),
  }));
  const review = await mona.send<Review>(
    'POST',
    '/api/reviews/addReview',
    'priority:hard:review',
    { admissionId: hard.admission, reviewDate: ago(REVIEWED_DAYS_AGO), clinicalNote: '', drugErrs },
    on(REVIEWED_DAYS_AGO),
  );
  const entries = `/api/reviews/${review._id}`;
  for (const [nth, { _id: entryId }] of review.drugErrs.entries()) {
    const [key, answer] = [`priority:hard:entry-${nth}`, asked[nth]?.[4]];
    const times = answer ? on(REVIEWED_DAYS_AGO, 20 * (nth + 1)) : hoursAgo(ASKED_HOURS_AGO);
    const toAll = { entryId, to: { kind: 'physicians' } };
    await (answer
      ? hany.send('PUT', `${entries}/answer`, key, { entryId, ...answer }, times)
      : mona.send('PUT', `${entries}/address`, key, toAll, times));
  }

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
    { days: 0, room: '8', bed: '2', workingDiagnosis: 'حماض كيتوني سكري' },
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

  const freshChart = `/api/admissions/${fresh.admission}`;
  await mona.send('PUT', `${chart}/taken`, 'priority:hard:taken', {});
  await omar.send('PUT', `${chart}/taken`, 'priority:hard:taken-too', {});
  await mona.send('PUT', `${chart}/reviewLevel`, 'priority:hard:level', { level: 'full' });
  await omar.send('PUT', `${freshChart}/taken`, 'priority:new:taken', {});
  await omar.send('PUT', `${freshChart}/reviewLevel`, 'priority:new:level', { level: 'quick' });
  const deferral = { until: addDays(today, 1), reason: 'Waits for the bed in intensive care' };
  await omar.send('PUT', `${stay}/deferral`, 'priority:moved:deferred', deferral);
  const [later, isolated] = stepDown;
  if (later !== undefined)
    await yasmin.send('PUT', `/api/admissions/${later}/deferral`, 'priority:step-down:deferred', {
      until: addDays(today, 2),
      reason: 'في غرفة العمليات اليوم',
    });
  if (isolated !== undefined)
    await yasmin.send('PUT', `/api/admissions/${isolated}/taken`, 'priority:step-down:taken', {});
  const all = { reasons: [], taken: 'any', deferred: 'shown', antimicrobials: false, reviewed: 'any' };
  await mona.send('POST', `/api/teams/${icu.id}/views`, 'priority:view', {
    name: 'Antimicrobial round',
    filter: { ...all, antimicrobials: true },
  });
  await yasmin.send('POST', `/api/teams/${icu.id}/views`, 'priority:view-kidneys', {
    name: 'الكلى ومستويات الأدوية',
    filter: { ...all, reasons: ['kidneyFalling', 'levelDue'] },
  });
}
