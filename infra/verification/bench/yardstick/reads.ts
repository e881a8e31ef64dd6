/**
 * The reads of one person in a team with five years of data: lists, patient search, the admission page, its history,
 * each report over a quarter and over five years, as it is and as known two years ago, and the CSV of all years.
 */
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import { FIRST_DAY, LAST_DAY } from '../generate/size.ts';
import { atMost, heading, repeated, row, summarise } from '../figures.ts';
import { get } from '../http-client.ts';
import { peakOf, resetPeak, residentOf } from '../processes/memory.ts';
import type { Folder } from './folder.ts';

const CALLS = 30;
const TO_REACH = { listMs: 25, historyMs: 150, searchMs: 200, quarterMs: 50, allMs: 400, asOfMs: 2_000, csvMb: 100 };
const QUARTER = addDays(LAST_DAY, -90);
const MONTH = addDays(LAST_DAY, -29);
const TWO_YEARS_AGO = `${addDays(LAST_DAY, -730)}T10:00:00Z`;
const AT_THE_END = `${LAST_DAY}T10:00:00Z`;

/** Paths by what they are. */
type Reads = Readonly<Record<string, string>>;

export async function measureReads(folder: Folder): Promise<void> {
  const { admin, auditor } = folder;
  const stay = await usualStay(folder);
  console.log(heading);
  await measure(folder, admin, { ...(await searches(folder)), ...lists(folder, stay) }, TO_REACH.listMs);
  await measure(folder, admin, historyOf(stay.admission), TO_REACH.historyMs);
  await measure(folder, auditor, auditorsSearches(folder), TO_REACH.searchMs);
}

export async function measureReports(folder: Folder): Promise<void> {
  const { admin } = folder;
  console.log(heading);
  await measure(folder, admin, reports(folder, QUARTER, 'a quarter'), TO_REACH.quarterMs);
  await measure(folder, admin, reports(folder, FIRST_DAY, 'five years'), TO_REACH.allMs);
  const past: Record<string, string> = {};
  for (const [what, path] of Object.entries(reports(folder, FIRST_DAY, 'five years'))) {
    past[`${what}, as known two years ago`] = `${path}&asOf=${TWO_YEARS_AGO}`;
    past[`${what}, as known at the end`] = `${path}&asOf=${AT_THE_END}`;
  }
  await measure(folder, admin, past, TO_REACH.asOfMs);
  await measureCsv(folder);
}

async function measure({ base }: Folder, token: string, reads: Reads, targetMs: number): Promise<void> {
  for (const [what, path] of Object.entries(reads)) {
    await get(base, path, token);
    const figures = summarise(await repeated(CALLS, async () => (await get(base, path, token)).ms), what);
    console.log(row(what, figures));
    atMost(`${what}, p95`, figures.p95, targetMs);
  }
}

interface Stay {
  readonly admission: string;
  readonly patient: string;
}

/** A stay of the last year, with as many reviews as most have. */
async function usualStay({ pool, team }: Folder): Promise<Stay> {
  const { rows } = await pool.query<Stay>(
    /* sql */ `
    select a.admission_id as admission, a.patient_id as patient
    from admission a join review r on r.admission_id = a.admission_id
    where a.team_id = $1 and a.admission_date > $2::date - 365
    group by a.admission_id order by count(*), a.admission_id
    limit 1 offset (select count(*) / 2 from admission where team_id = $1 and admission_date > $2::date - 365)`,
    [team, LAST_DAY],
  );
  if (!rows[0]) throw new Error('The first team has no stay');
  return rows[0];
}

/** For a patient whom the team has. */
async function searches({ pool, team }: Folder): Promise<Reads> {
  const { rows } = await pool.query<{ firstName: string; lastName: string; birthdate: string; number: string }>(
    /* sql */ `
    select first_name as "firstName", last_name as "lastName", to_char(birthdate, 'YYYY-MM-DD') as birthdate,
           medical_record_number as number
    from patient where team_id = $1 order by registered_at desc, patient_id limit 1 offset 7`,
    [team],
  );
  if (!rows[0]) throw new Error('The first team has no patient to look for');
  const { firstName, lastName, birthdate, number } = rows[0];
  const path = (terms: Record<string, string>, of = ''): string =>
    `/api/patients/team/${team}${of}?${new URLSearchParams(terms).toString()}`;
  return {
    'patients, no term': path({}),
    'patients, last page': path({ pageNumber: '50' }),
    'search: first name': path({ firstName }),
    'search: prefix': path({ firstName: firstName.slice(0, 2) }),
    'search: two parts': path({ firstName, lastName }),
    'search: last name only': path({ lastName }),
    'search: whole name in one field': path({ firstName: `${firstName} ${lastName}` }),
    'search: birth date': path({ birthdate }),
    'search: record number': path({ medicalRecordNumber: number }),
    'near matches of a new patient': path({ firstName, lastName, birthdate }, '/similar'),
  };
}

const lists = ({ team }: Folder, { admission, patient }: Stay): Reads => ({
  inpatients: `/api/patients/inpatients/${team}`,
  'ward board': `/api/ward/${team}`,
  handover: `/api/handover/${team}`,
  'handover, discharged too': `/api/handover/${team}?discharged=1`,
  teams: '/api/teams',
  'admissions of a patient': `/api/admissions/${patient}`,
  'admission: details': `/api/admissions/${admission}/details`,
  'admission: reviews': `/api/reviews/listAdmissionReviews/${admission}`,
  'admission: medications': `/api/admissions/${admission}/medications`,
  'admission: notes': `/api/physicNotes/listAdmNotes/${admission}`,
});

const historyOf = (admission: string): Reads => ({
  'history: a page of the timeline': `/api/history/admissions/${admission}`,
  'history: the instants of all changes': `/api/history/admissions/${admission}/moments`,
  'history: the chart at a revision': `/api/history/admissions/${admission}?at=10`,
  'history: verify': `/api/history/admissions/${admission}/verify`,
});

function auditorsSearches({ team }: Folder): Reads {
  const queries = [
    '',
    'severity=A',
    'response=pending',
    'late=1',
    'deleted=1',
    'severity=H&response=1&late=1&deleted=1',
  ];
  return Object.fromEntries(
    queries.map((query) => [
      `auditor's search: ${query || 'everything'}`,
      `/api/history/teams/${team}/errors?${query}`,
    ]),
  );
}

function reports({ team }: Folder, from: CalendarDate, period: string): Reads {
  const inPeriod = (path: string, since = from): string =>
    `/api/reviews${path}?team=${team}&startDate=${since}&endDate=${LAST_DAY}`;
  return {
    [`errors by type, ${period}`]: inPeriod('/errsByTypeDistribution'),
    [`reviews per day, ${period}`]: inPeriod('/countsReviewPerDay'),
    [`errors per tag, ${period}`]: inPeriod('/listReviewsPerTag'),
    [`progress, ${period}`]: inPeriod('/searchProgress'),
    ...(from === FIRST_DAY
      ? { 'recurrent admissions': `/api/admissions/getRecurrentAdmissions?team=${team}` }
      : // As JSON its screen asks for a month.
        { 'collected, a month': `${inPeriod('', MONTH)}&csv=0` }),
  };
}

/** The time of the CSV of five years, and the memory of the product meanwhile. */
async function measureCsv({ base, admin, team, product }: Folder): Promise<void> {
  const service = await product.processOf('query-api').catch(() => product.processOf('product'));
  const path = `/api/reviews/export.csv?team=${team}&startDate=${FIRST_DAY}&endDate=${LAST_DAY}`;
  await get(base, path, admin);
  await resetPeak(service);
  const before = await residentOf(service);
  const { ms, bytes } = await get(base, path, admin);
  console.log(`the CSV of five years: ${(bytes / 1e6).toFixed(1)} MB in ${(ms / 1_000).toFixed(1)} s`);
  atMost("the product's growth meanwhile", (await peakOf(service)) - before, TO_REACH.csvMb, 'MB');
}
