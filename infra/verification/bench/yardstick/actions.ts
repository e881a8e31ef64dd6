/** The actions of people online: visits to patients, each with the requests of its screen. */
import { randomUUID } from 'node:crypto';
import type { Review, Written } from 'language/contract/entities';
import type { Random } from 'language/domain/testing/random';
import { isNoError } from 'language/domain/values/codes';
import { LAST_DAY } from '../generate/size.ts';
import { callJson, get } from '../http-client.ts';
import type { Crew } from './crews.ts';

const NOTE = '<p>CrCl 25 mL/min: <strong>reduce</strong> to 500 mg every 12 hours.</p>';

/**
 * Actions in a hundred visits. A pharmacist reviews each patient once a day, and six of ten people online write; half of
 * the reviews have an error (`infra/runtime/seed/data/workload.json`). The others are not measured anywhere: assumptions.
 */
const shares = [
  { value: 'ward', percent: 50 },
  { value: 'handover', percent: 20 },
  { value: 'search', percent: 30 },
  { value: 'chart', percent: 120 },
  { value: 'news', percent: 100 },
  { value: 'report', percent: 2 },
  { value: 'duplicate', percent: 60 },
  { value: 'answer', percent: 60 },
] as const;
type Action = (typeof shares)[number]['value'];

/** From one patient to the next a clinical pharmacist needs 3:47 if the patient is known (VA INSPIRE). */
const SECONDS_OF_VISIT = 3 * 60 + 47;
/** The mean of one person. */
export const SECONDS_BETWEEN_ACTIONS = SECONDS_OF_VISIT / shares.reduce((sum, { percent }) => sum + percent / 100, 0);

export const drawAction = (random: Random): Action => random.weighted<Action>(shares);

export interface Doing {
  readonly base: string;
  readonly crew: Crew;
  readonly random: Random;
  /** Each answer: milliseconds. */
  readonly answered: (kind: 'read' | 'write', ms: number) => void;
  /** Each acknowledged command. */
  readonly acknowledged: (crew: Crew, written: Written) => void;
}

/** @throws Error for any answer but 2xx */
export async function act(action: Action, doing: Doing): Promise<void> {
  if (action === 'duplicate') return duplicate(doing);
  if (action === 'answer') return answer(doing);
  const { crew } = doing;
  const { team } = crew;
  const chart = oneOf(doing, crew.charts);
  const paths: Readonly<Record<Exclude<Action, 'duplicate' | 'answer'>, readonly string[]>> = {
    ward: [`/api/ward/${team}`, `/api/teams/${team}/news`],
    handover: [`/api/handover/${team}`],
    search: [`/api/patients/team/${team}?${new URLSearchParams({ firstName: chart.firstName }).toString()}`],
    chart: [
      `/api/admissions/${chart.admission}/details`,
      `/api/reviews/listAdmissionReviews/${chart.admission}`,
      `/api/admissions/${chart.admission}/medications`,
      `/api/physicNotes/listAdmNotes/${chart.admission}`,
      `/api/admissions/${chart.admission}/news`,
    ],
    news: [`/api/teams/${team}/news`],
    report: [`/api/reviews/errsByTypeDistribution?team=${team}&startDate=2025-10-01&endDate=${LAST_DAY}`],
  };
  const token = oneOf(doing, [...crew.pharmacists, ...crew.physicians]);
  await Promise.all(paths[action].map((path) => read(doing, path, token)));
}

/** The review of the day: yesterday's, copied. */
async function duplicate(doing: Doing): Promise<void> {
  const { crew } = doing;
  const chart = oneOf(doing, crew.charts);
  const author = oneOf(doing, crew.pharmacists);
  const review = await command(doing, 'POST', `/api/reviews/${chart.review}/duplicate`, author, {});
  chart.review = review._id;
  const errors = review.drugErrs.filter(({ errType }) => !isNoError(errType));
  crew.written.push({ admission: chart.admission, review: review._id, author, errors });
  await readAgain(doing, chart.admission, review._id);
}

/** The response to an error is written down. */
async function answer(doing: Doing): Promise<void> {
  const withErrors = doing.crew.written.filter(({ errors }) => errors.length > 0);
  if (withErrors.length === 0) return duplicate(doing);
  const { admission, review, author, errors } = oneOf(doing, withErrors);
  const { _id, errType, errDrug, errSeverity, drugTags } = oneOf(doing, errors);
  const drugErr = { _id, errType, errDrug, errNote: NOTE, errRes: 1, errSeverity, drugTags };
  await command(doing, 'PUT', `/api/reviews/updateRevMed/${review}`, author, { reviewId: review, drugErr });
  await readAgain(doing, admission, review);
}

async function command(
  { base, crew, answered, acknowledged }: Doing,
  method: 'POST' | 'PUT',
  path: string,
  token: string,
  body: object,
): Promise<Review> {
  const call = { token, method, key: randomUUID(), body };
  const { ms, answer: review } = await callJson<Review & Written>(base, path, call);
  answered('write', ms);
  acknowledged(crew, review);
  return review;
}

async function read({ base, answered }: Doing, path: string, token: string): Promise<void> {
  answered('read', (await get(base, path, token)).ms);
}

/** A teammate who looks at the chart reads what the live note names. */
const readAgain = (doing: Doing, admission: string, review: string): Promise<void> =>
  read(doing, `/api/reviews/listAdmissionReviews/${admission}?ids=${review}`, oneOf(doing, doing.crew.physicians));

/** @throws RangeError for an empty list */
function oneOf<T>({ random }: Doing, of: readonly T[]): T {
  const one = of[random.between(0, of.length - 1)];
  if (one === undefined) throw new RangeError('A team of the folder has no one, or no patient in hospital');
  return one;
}
