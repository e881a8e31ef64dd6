/**
 * Lists, patient search and the admission page, beside the same SQL behind one koa route with the session check: what
 * the product adds are the gateway, the check of rights, freshness, the access log, and the contract's shape.
 */
import { atLeast, atMost, line, median } from '../figures.ts';
import { get } from '../http-client.ts';
import { inTurns, rate, timesInTurns } from '../turns.ts';
import { printHeading, times } from './columns.ts';
import { type Control, sameSql } from './control.ts';
import type { Folder } from './folder.ts';

const RATES = { rounds: 3, workers: 4, seconds: 0.7 };
const TIMES = { rounds: 3, calls: 30 };
const TO_REACH = { ratio: 0.7, p95Ms: 25 };

export async function measureLists(folder: Folder, control: Control): Promise<void> {
  const { base, admin } = folder;
  printHeading('/s', 'control /s');
  for (const [what, path] of Object.entries(await readsOf(folder))) {
    const product = async () => (await get(base, path, admin)).ms;
    const beside = async () => (await get(control.base, sameSql(path), admin)).ms;
    const rates = await inTurns(RATES.rounds, {
      product: () => rate(RATES, product),
      control: () => rate(RATES, beside),
    });
    const ratio = median(rates.product.map((perSecond, round) => perSecond / (rates.control[round] ?? 0)));
    const alone = await timesInTurns(what, TIMES, product, beside);
    const perSecond = [rates.product, rates.control].map((of) => median(of).toFixed(0));
    console.log(line(what, times(alone.product), times(alone.control), ratio.toFixed(2), ...perSecond));
    atLeast(`${what}, rate / control`, ratio, TO_REACH.ratio, '×');
    atMost(`${what}, p95`, alone.product.p95, TO_REACH.p95Ms);
  }
}

/** Paths by what they are: searches for names that the team has. */
async function readsOf({ pool, team, lastDay }: Folder): Promise<Record<string, string>> {
  const { rows: patients } = await pool.query<{ first: string; last: string; birthdate: string; number: string }>(
    /* sql */ `
    select first_name as first, last_name as last, to_char(birthdate, 'YYYY-MM-DD') as birthdate,
           medical_record_number as number
    from patient where team_id = $1 and first_name ~ '^[ء-ي]' and last_name <> ''
    order by registered_at desc, patient_id limit 1 offset 7`,
    [team],
  );
  const { rows: admissions } = await pool.query<{ admission: string; patient: string }>(
    /* sql */ `
    select a.admission_id as admission, a.patient_id as patient
    from admission a join review r on r.admission_id = a.admission_id
    where a.team_id = $1 and a.admission_date > $2::date - 365
    group by a.admission_id order by count(*), a.admission_id
    limit 1 offset (select count(*) / 2 from admission where team_id = $1 and admission_date > $2::date - 365)`,
    [team, lastDay],
  );
  const [patient, stay] = [patients[0], admissions[0]];
  if (!patient || !stay) throw new Error('The first team has no patient to look for');
  const search = (terms: Record<string, string>): string =>
    `/api/patients/team/${team}?${new URLSearchParams(terms).toString()}`;
  return {
    'patients, no term': search({}),
    'patients, last page': search({ pageNumber: '50' }),
    'search: Arabic first name': search({ firstName: patient.first }),
    'search: prefix': search({ firstName: patient.first.slice(0, 2) }),
    'search: two parts': search({ firstName: patient.first, lastName: patient.last }),
    'search: last name only': search({ lastName: patient.last }),
    'search: whole name in one field': search({ firstName: `${patient.first} ${patient.last}` }),
    'search: birth date': search({ birthdate: patient.birthdate }),
    'search: record number': search({ medicalRecordNumber: patient.number }),
    'near matches of a new patient': `/api/patients/team/${team}/similar?${new URLSearchParams({
      firstName: patient.first,
      lastName: patient.last,
      birthdate: patient.birthdate,
    }).toString()}`,
    inpatients: `/api/patients/inpatients/${team}`,
    'ward board': `/api/ward/${team}`,
    handover: `/api/handover/${team}`,
    'handover, discharged too': `/api/handover/${team}?discharged=1`,
    teams: '/api/teams',
    'admissions of a patient': `/api/admissions/${stay.patient}`,
    'admission: details': `/api/admissions/${stay.admission}/details`,
    'admission: reviews': `/api/reviews/listAdmissionReviews/${stay.admission}`,
    'admission: medications': `/api/admissions/${stay.admission}/medications`,
    'admission: notes': `/api/physicNotes/listAdmNotes/${stay.admission}`,
  };
}
