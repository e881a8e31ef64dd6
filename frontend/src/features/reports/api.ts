import { queryOptions } from '@tanstack/react-query';
import type { CollectedReport, RecurrentPatient, ReviewsOfDay, SearchProgress, TagCount, TypeCount } from 'command-api/contract/reports';
import { endpoint, fileEndpoint } from '../../lib/api.ts';
import { api } from '../../lib/client.ts';
import { keys } from '../../lib/query-keys.ts';
import { needsDates, type CompleteAsk } from './ask.ts';

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

interface Asked { team: string; ask: CompleteAsk; signal?: AbortSignal }
const options = ({ team, ask: { startDate, endDate }, signal }: Asked) => ({ team, query: { team, startDate, endDate }, signal });

/** How many reviews the report looks at; none is counted where it needs no dates. @throws ApiError */
export const countReviews = async (asked: Asked): Promise<number | undefined> => (needsDates(asked.ask.type) ? (await api(progress, options(asked))).total : undefined);

/** @throws ApiError */
export const fetchCsv = (team: string, startDate: string, endDate: string): Promise<Blob> => api(csv, { team, query: { team, startDate, endDate } });

/** @throws ApiError */
export async function makeReport(asked: Asked): Promise<Report> {
  const { type } = asked.ask;
  switch (type) {
    case 1: return { type, found: (await api(collected, options(asked))).result };
    case 2: return { type, found: await api(distribution, options(asked)) };
    case 3: return { type, found: await api(perDay, options(asked)) };
    case 4: return { type, found: await api(recurrent, { team: asked.team, query: { team: asked.team }, signal: asked.signal }) };
    case 5: return { type, found: await api(tags, options(asked)) };
  }
}

/** The reviews of a period: what lies behind the figures of the other reports. Read when it is looked at. */
export const reviewsQuery = (team: string, startDate: string, endDate: string) =>
  queryOptions({
    queryKey: keys.collected(team, startDate, endDate),
    queryFn: async ({ signal }) => (await api(collected, { team, query: { team, startDate, endDate }, signal })).result,
    staleTime: 0,
  });
