/** One action of one person (`day-mix.ts`): the requests of the screens. */
import { randomUUID } from 'node:crypto';
import type { Admission, Patient, Review } from 'language/contract/entities';
import { addDays } from 'language/domain/values/calendar-date';
import { isNoError, NO_ERROR } from 'language/domain/values/codes';
import type { Choices, Crew, OwnReview } from './crew.ts';
import { type Action, isWrite } from './day-mix.ts';
import type { Folder } from './folder.ts';
import { callJson, get } from '../http-client.ts';
import { today } from '../team.ts';

const QUARTER_DAYS = 91;
/** The entries of the first review of a stay (`workload.json`, "entriesPerReview"). */
const FIRST_ENTRIES = 9;
const NOTE = '<p>CrCl 25 mL/min: <strong>reduce</strong> to 500 mg every 12 hours.</p>';

export interface Doing {
  readonly folder: Folder;
  readonly crew: Crew;
  readonly choices: Choices;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Each answer: milliseconds. */
  readonly answered: (kind: 'read' | 'write', ms: number) => void;
  /** Each acknowledged command. */
  readonly acknowledged: (crew: Crew, written: { stream: string; revision: number }) => void;
}

/** @throws Error for any answer but 2xx */
export function act(action: Action, doing: Doing): Promise<void> {
  return isWrite(action) ? write(action, doing) : read(action, doing);
}

async function read(action: Action, doing: Doing): Promise<void> {
  const { folder, crew } = doing;
  const { team } = crew;
  const token = action === 'audit' ? crew.pharmacists[1] : oneOf(doing, [...crew.pharmacists, ...crew.physicians]);
  const chart = oneOf(doing, crew.charts);
  const name = oneOf(doing, crew.names);
  const from = addDays(folder.lastDay, -QUARTER_DAYS);
  const paths: Readonly<Partial<Record<Action, readonly string[]>>> = {
    ward: [`/api/ward/${team}`, `/api/teams/${team}/news`],
    handover: [`/api/handover/${team}`],
    search: [`/api/patients/team/${team}?${new URLSearchParams({ firstName: name?.first ?? '' }).toString()}`],
    patients: [`/api/patients/team/${team}`],
    'open chart': chart
      ? [
          `/api/admissions/${chart.admission}/details`,
          `/api/reviews/listAdmissionReviews/${chart.admission}`,
          `/api/admissions/${chart.admission}/medications`,
          `/api/physicNotes/listAdmNotes/${chart.admission}`,
          `/api/admissions/${chart.admission}/news`,
        ]
      : [],
    news: [`/api/teams/${team}/news`],
    report: [`/api/reviews/errsByTypeDistribution?team=${team}&startDate=${from}&endDate=${folder.lastDay}`],
    audit: [`/api/history/teams/${team}/errors?response=pending`],
  };
  await Promise.all(
    (paths[action] ?? []).map(async (path) => doing.answered('read', (await get(folder.base, path, token ?? '')).ms)),
  );
}

async function write(action: Action, doing: Doing): Promise<void> {
  const { crew } = doing;
  const own = oneOf(doing, crew.written);
  if (action === 'admit') return admit(doing);
  if (action === 'duplicate review' || own === undefined) return duplicate(doing);
  const token = action === 'rate' ? (crew.pharmacists[0] ?? '') : own.author;
  if (action === 'add entry') {
    await command<Review>(doing, `/api/reviews/addRevMed/${own.review}`, token, {
      reviewId: own.review,
      drugErr: errorEntry(doing),
    }).then((review) => void (own.entries = errorsOf(review)));
    return readAgain(doing, own);
  }
  const entry = oneOf(doing, own.entries);
  if (entry === undefined) return duplicate(doing);
  if (action === 'rate')
    await command<Review>(doing, `/api/reviews/${own.review}/editRating`, token, { errId: entry, rating: 4 }, 'PUT');
  else
    await command<Review>(
      doing,
      `/api/reviews/updateRevMed/${own.review}`,
      token,
      { reviewId: own.review, drugErr: { ...errorEntry(doing), _id: entry, errRes: 1 } },
      'PUT',
    );
  return readAgain(doing, own);
}

/** The review of the day: yesterday's, copied. */
async function duplicate(doing: Doing): Promise<void> {
  const { crew } = doing;
  const chart = oneOf(doing, crew.charts);
  const author = oneOf(doing, crew.pharmacists);
  if (chart === undefined || author === undefined) return admit(doing);
  const review = await command<Review>(doing, `/api/reviews/${chart.review}/duplicate`, author, {});
  chart.review = review._id;
  const own = { admission: chart.admission, review: review._id, author, entries: errorsOf(review) };
  crew.written.push(own);
  await readAgain(doing, own);
}

/** A new patient with a first review; the patient who has been there longest goes home. */
async function admit(doing: Doing): Promise<void> {
  const { crew, choices } = doing;
  const author = oneOf(doing, crew.pharmacists) ?? '';
  const name = oneOf(doing, crew.names);
  const patient = await command<Patient>(doing, '/api/patients', author, {
    team: crew.team,
    firstName: name?.first ?? 'محمد',
    middleName: 'أحمد',
    lastName: name?.last ?? 'علي',
    birthdate: '1960-01-01',
    medicalRecordNumber: String(Math.floor(doing.random() * 1e9)),
  });
  const admission = await command<Admission>(doing, '/api/admissions', author, {
    patient: patient._id,
    team: crew.team,
    admissionDate: today(),
    admissionDetails: '<p>Admitted through the emergency department.</p>',
  });
  const review = await command<Review>(doing, '/api/reviews/addReview', author, {
    admissionId: admission._id,
    reviewDate: today(),
    clinicalNote: '<p>First review.</p>',
    drugErrs: Array.from({ length: FIRST_ENTRIES }, (_, index) =>
      index === 0 ? errorEntry(doing) : { errType: NO_ERROR._id, errDrug: oneOf(doing, choices.drugs), errNote: '' },
    ),
  });
  crew.charts.unshift({ admission: admission._id, patient: patient._id, review: review._id });
  const home = crew.charts.pop();
  if (home === undefined || home.admission === admission._id) return;
  await command<Admission>(
    doing,
    `/api/admissions/${home.admission}/edit`,
    author,
    { dischargeDate: today(), dischargeStatus: 0 },
    'PUT',
  );
}

async function command<Answer>(
  { folder, crew, answered, acknowledged }: Doing,
  path: string,
  token: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Answer> {
  const { ms, answer } = await callJson<Answer & { stream?: string; revision?: number }>(folder.base, path, {
    token,
    method,
    key: randomUUID(),
    body,
  });
  answered('write', ms);
  const { stream, revision } = answer;
  if (stream !== undefined && revision !== undefined) acknowledged(crew, { stream, revision });
  return answer;
}

/** A teammate who looks at the chart reads what the live note names. */
async function readAgain(doing: Doing, { admission, review }: OwnReview): Promise<void> {
  const { folder, crew } = doing;
  const token = oneOf(doing, crew.physicians) ?? crew.pharmacists[0] ?? '';
  const path = `/api/reviews/listAdmissionReviews/${admission}?ids=${review}`;
  doing.answered('read', (await get(folder.base, path, token)).ms);
}

const errorEntry = (doing: Doing) => ({
  errType: oneOf(doing, doing.choices.errorTypes) ?? '',
  errDrug: oneOf(doing, doing.choices.drugs) ?? '',
  errNote: NOTE,
  errRes: null,
  errSeverity: 'C',
  drugTags: [{ name: 'renal' }],
});

const errorsOf = ({ drugErrs }: Review): string[] =>
  drugErrs.filter(({ errType }) => !isNoError(errType)).map(({ _id }) => _id);

const oneOf = <T>({ random }: Pick<Doing, 'random'>, of: readonly T[]): T | undefined =>
  of[Math.min(of.length - 1, Math.floor(random() * of.length))];
