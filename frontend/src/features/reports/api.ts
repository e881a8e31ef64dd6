import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  CollectedReport,
  ErasedSince,
  RecurrentPatient,
  ReportChanges,
  ReviewsOfDay,
  SearchProgress,
  TagCount,
  TypeCount,
} from 'command-api/contract/reports';
import { endpoint, fileEndpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { keys } from '../../sync/cache/query-keys.ts';
import { needsDates, type Ask, type CompleteAsk } from './ask.ts';

/** A report, by its type. */
export type Report =
  | { type: 1; found: CollectedReport['result'] }
  | { type: 2; found: TypeCount[] }
  | { type: 3; found: ReviewsOfDay[] }
  | { type: 4; found: RecurrentPatient[] }
  | { type: 5; found: TagCount[] };

const progress = endpoint<SearchProgress>()('GET', '/api/reviews/searchProgress');
const collected = endpoint<CollectedReport>()('GET', '/api/reviews');
const distribution = endpoint<TypeCount[]>()('GET', '/api/reviews/errsByTypeDistribution');
const perDay = endpoint<ReviewsOfDay[]>()('GET', '/api/reviews/countsReviewPerDay');
const recurrent = endpoint<RecurrentPatient[]>()('GET', '/api/admissions/getRecurrentAdmissions');
const tags = endpoint<TagCount[]>()('GET', '/api/reviews/listReviewsPerTag');
const csv = fileEndpoint('/api/reviews/export.csv');
const changed = endpoint<ReportChanges>()('GET', '/api/reviews/changedBetween');
const changedStays = endpoint<ReportChanges>()('GET', '/api/admissions/changedBetween');
const erased = endpoint<ErasedSince>()('GET', '/api/reviews/erasedSince');

interface Asked {
  team: string;
  ask: CompleteAsk;
  signal?: AbortSignal;
}
const options = ({ team, ask: { startDate, endDate, asOf }, signal }: Asked) => ({
  team,
  query: { team, startDate, endDate, asOf },
  signal,
});

/** How many reviews the report looks at; none is counted where it needs no dates. @throws ApiError */
export const countReviews = async (asked: Asked): Promise<number | undefined> =>
  needsDates(asked.ask.type) ? (await api(progress, options(asked))).total : undefined;

/** @throws ApiError */
export const fetchCsv = (team: string, { startDate, endDate, asOf }: Ask, sep: ',' | ';'): Promise<Blob> =>
  api(csv, { team, query: { team, startDate, endDate, asOf, sep } });

/** Without the lines of the CSV, which come as a file. */
const collectedReviews = async ({
  team,
  ask: { startDate, endDate, asOf },
  signal,
}: {
  team: string;
  ask: Pick<CompleteAsk, 'startDate' | 'endDate' | 'asOf'>;
  signal?: AbortSignal;
}): Promise<CollectedReport['result']> =>
  (await api(collected, { team, query: { team, startDate, endDate, asOf, csv: '0' }, signal })).result;

const recurrentPatients = (team: string, asOf: string | undefined, signal?: AbortSignal): Promise<RecurrentPatient[]> =>
  api(recurrent, { team, query: { team, asOf }, signal });

/** @throws ApiError */
export async function makeReport(asked: Asked): Promise<Report> {
  const { type } = asked.ask;
  switch (type) {
    case 1:
      return { type, found: await collectedReviews(asked) };
    case 2:
      return { type, found: await api(distribution, options(asked)) };
    case 3:
      return { type, found: await api(perDay, options(asked)) };
    case 4:
      return { type, found: await recurrentPatients(asked.team, asked.ask.asOf, asked.signal) };
    case 5:
      return { type, found: await api(tags, options(asked)) };
  }
}

/** The reviews of a period: what lies behind the figures of the other reports. Read when it is looked at. */
export const reviewsQuery = (team: string, startDate: string, endDate: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: keys.collected(team, startDate, endDate, asOf),
    queryFn: ({ signal }) => collectedReviews({ team, ask: { startDate, endDate, asOf }, signal }),
    staleTime: 0,
  });

/** The report as known at another instant. What was known then does not change. */
export const reportThenQuery = (team: string, ask: CompleteAsk, asOf: string) =>
  queryOptions({
    queryKey: keys.reportThen(team, ask.type, ask.startDate, ask.endDate, asOf),
    queryFn: ({ signal }) => makeReport({ team, ask: { ...ask, asOf }, signal }),
  });

/** Who was admitted twice or more, as known at an instant. */
export const recurrentThenQuery = (team: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: keys.recurrentThen(team, asOf),
    queryFn: ({ signal }) => recurrentPatients(team, asOf, signal),
    staleTime: 0,
  });

/** What makes the difference between two instants. @param page from 1 */
export const changesQuery = (team: string, ask: CompleteAsk, instants: Instants, page: number) =>
  queryOptions({
    queryKey: keyOfChanges(team, ask, instants, page),
    queryFn: ({ signal }) => changesBetween(team, ask, instants, { pageNumber: page }, signal),
    placeholderData: keepPreviousData,
  });

/** As many of them as go on paper, at once. */
export const changesOnPaperQuery = (team: string, ask: CompleteAsk, instants: Instants) =>
  queryOptions({
    queryKey: keyOfChanges(team, ask, instants, 'paper'),
    queryFn: ({ signal }) => changesBetween(team, ask, instants, { onPaper: 1 }, signal),
  });

interface Instants {
  earlier: string;
  later: string;
}
const keyOfChanges = (
  team: string,
  { type, startDate, endDate }: CompleteAsk,
  { earlier, later }: Instants,
  part: number | 'paper',
) => keys.reportChanges(team, type, startDate, endDate, earlier, later, part);
function changesBetween(
  team: string,
  { type, startDate, endDate }: CompleteAsk,
  { earlier, later }: Instants,
  part: { pageNumber: number } | { onPaper: 1 },
  signal: AbortSignal,
): Promise<ReportChanges> {
  const between = { team, asOf: earlier, until: later, ...part };
  return needsDates(type)
    ? api(changed, { team, query: { ...between, startDate, endDate, report: type }, signal })
    : api(changedStays, { team, query: between, signal });
}

/** How many patients were deleted since, of whom nothing is in the report any more. */
export const erasedQuery = (team: string, asOf: string) =>
  queryOptions({
    queryKey: keys.erasedSince(team, asOf),
    queryFn: ({ signal }) => api(erased, { team, query: { team, asOf }, signal }),
    staleTime: 0,
  });
