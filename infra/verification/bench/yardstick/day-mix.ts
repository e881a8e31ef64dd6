/**
 * The actions of people online: visits to patients, whose parts follow the sources of `infra/runtime/seed/data/workload.json`. A
 * clinical pharmacist needs 3:47 for a known patient (VA INSPIRE) and writes a review of each patient a day; an entry
 * with an error is one of ten in the first days and one of twenty later. A physician reads the same charts.
 */
import workload from '../../../runtime/seed/data/workload.json' with { type: 'json' };

/** Seconds from one patient to the next: that of a known patient. */
export const SECONDS_OF_VISIT = 3 * 60 + 47;
/** Six of ten people online write reviews, as in the generated teams: four pharmacists and two physicians. */
const WRITERS_OF_TEN = 6;

export type Action =
  | 'ward'
  | 'handover'
  | 'search'
  | 'patients'
  | 'open chart'
  | 'news'
  | 'duplicate review'
  | 'answer error'
  | 'add entry'
  | 'rate'
  | 'admit'
  | 'report'
  | 'audit';

export const isWrite = (action: Action): boolean =>
  ['duplicate review', 'answer error', 'add entry', 'rate', 'admit'].includes(action);

/** Mean length of a stay in days, and so reviews of an admission: of the lognormal distribution. */
export const daysOfStay = workload.lengthOfStay.median * Math.exp(workload.lengthOfStay.sigma ** 2 / 2);
const reviewsOfStay = (daysOfStay * workload.reviewsPerDay.percentOfPatientDays) / 100;
const laterErrors = workload.errorShareByDay.rows.at(-1)?.percent ?? 0;
/** Errors of a later review. */
const errorsOfReview = (workload.entriesPerReview.plateau * laterErrors) / 100;

/** The number of each action in a visit of a writer and of a reader. Not measured anywhere: assumptions. */
const ofWriter: Readonly<Record<Action, number>> = {
  ward: 0.5,
  handover: 0.2,
  search: 0.2,
  patients: 0.1,
  'open chart': 1.2,
  news: 1,
  'duplicate review': 1,
  'answer error': errorsOfReview,
  'add entry': errorsOfReview,
  rate: 0.1,
  admit: 1 / reviewsOfStay,
  report: 0.02,
  audit: 0.01,
};
const ofReader: Readonly<Record<Action, number>> = {
  ...ofWriter,
  'duplicate review': 0,
  'answer error': 0,
  'add entry': 0,
  rate: 0,
  admit: 0,
};

/** Actions of an average visit. */
export const actionsOfVisit: ReadonlyMap<Action, number> = new Map(
  (Object.keys(ofWriter) as Action[]).map((action) => [
    action,
    (ofWriter[action] * WRITERS_OF_TEN + ofReader[action] * (10 - WRITERS_OF_TEN)) / 10,
  ]),
);
const total = [...actionsOfVisit.values()].reduce((sum, share) => sum + share, 0);

/** Actions a second of so many people. */
export const actionsPerSecond = (people: number): number => (people * total) / SECONDS_OF_VISIT;

/** @param drawn from 0 up to 1 */
export function actionAt(drawn: number): Action {
  let rest = drawn * total;
  for (const [action, share] of actionsOfVisit) {
    if (rest < share) return action;
    rest -= share;
  }
  return 'ward';
}
