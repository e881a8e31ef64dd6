import * as reportCalls from 'language/contract/calls/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  CollectedReport,
  FiguresOverTime,
  MedicineUse,
  PcneCount,
  RecurrentPatient,
  ReportChanges,
  ReviewsOfDay,
  SeverityCount,
  TagCount,
  TypeCount,
} from 'language/contract/reports';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { type CompleteCriteria, needsDates, type ReportCriteria } from './report-criteria.ts';

/** A report, by its type. */
export type Report =
  | { type: 1; found: CollectedReport['result'] }
  | { type: 2; found: TypeCount[] }
  | { type: 3; found: ReviewsOfDay[] }
  | { type: 4; found: RecurrentPatient[] }
  | { type: 5; found: TagCount[] }
  | { type: 6; found: PcneCount[] }
  /** One, and none without orders and errors. */
  | { type: 7; found: MedicineUse[] }
  | { type: 8; found: SeverityCount[] }
  /** One, and none without bed-days and errors. */
  | { type: 9; found: FiguresOverTime[] };

interface ReportRequest {
  team: string;
  criteria: CompleteCriteria;
  signal?: AbortSignal;
}
const options = ({ team, criteria: { startDate, endDate, asOf }, signal }: ReportRequest) => ({
  team,
  query: { team, startDate, endDate, asOf },
  signal,
});

/** The number of reviews in the period; undefined for a report without a period. @throws ApiError */
export const countReviews = async (request: ReportRequest): Promise<number | undefined> =>
  needsDates(request.criteria.type) ? (await api(reportCalls.getSearchProgress, options(request))).total : undefined;

/** @param sep of the columns of a CSV @throws ApiError */
export const fetchReviewsFile = (
  team: string,
  { startDate, endDate, asOf }: ReportCriteria,
  format: 'csv' | 'xlsx',
  sep: ',' | ';',
): Promise<Blob> =>
  format === 'csv'
    ? api(reportCalls.exportReviewsAsCsv, { team, query: { team, startDate, endDate, asOf, sep } })
    : api(reportCalls.exportReviewsAsXlsx, { team, query: { team, startDate, endDate, asOf } });

/** @throws ApiError */
export const fetchFiguresFile = (
  team: string,
  { type, startDate, endDate, asOf }: CompleteCriteria,
  format: 'csv' | 'xlsx',
): Promise<Blob> => {
  const query = { team, startDate, endDate, asOf, report: type };
  return format === 'csv'
    ? api(reportCalls.exportFiguresAsCsv, { team, query })
    : api(reportCalls.exportFiguresAsXlsx, { team, query });
};

/** Leaves out the CSV lines of the answer: the CSV is read as a file. */
const collectedReviews = async ({
  team,
  criteria: { startDate, endDate, asOf },
  signal,
}: {
  team: string;
  criteria: Pick<CompleteCriteria, 'startDate' | 'endDate' | 'asOf'>;
  signal?: AbortSignal;
}): Promise<CollectedReport['result']> =>
  (await api(reportCalls.getCollectedReport, { team, query: { team, startDate, endDate, asOf, csv: '0' }, signal }))
    .result;

const recurrentPatients = (team: string, asOf: string | undefined, signal?: AbortSignal): Promise<RecurrentPatient[]> =>
  api(reportCalls.listRecurrentAdmissions, { team, query: { team, asOf }, signal });

/** @throws ApiError */
export async function makeReport(request: ReportRequest): Promise<Report> {
  const { type } = request.criteria;
  switch (type) {
    case 1:
      return { type, found: await collectedReviews(request) };
    case 2:
      return { type, found: await api(reportCalls.countErrorsByType, options(request)) };
    case 3:
      return { type, found: await api(reportCalls.countReviewsPerDay, options(request)) };
    case 4:
      return { type, found: await recurrentPatients(request.team, request.criteria.asOf, request.signal) };
    case 5:
      return { type, found: await api(reportCalls.countErrorsByTag, options(request)) };
    case 7: {
      const { startDate, endDate } = request.criteria;
      const query = { team: request.team, startDate, endDate };
      const use = await api(reportCalls.getMedicineUse, { ...options(request), query });
      return { type, found: use.medicines.length === 0 ? [] : [use] };
    }
    case 8:
      return { type, found: await api(reportCalls.countErrorsBySeverity, options(request)) };
    case 9: {
      const figures = await api(reportCalls.countOverTime, options(request));
      const isEmpty = figures.months.every(({ bedDays, errors }) => bedDays === 0 && errors === 0);
      return { type, found: isEmpty ? [] : [figures] };
    }
    case 6:
      return { type, found: await api(reportCalls.countErrorsByPcne, options(request)) };
  }
}

/** The reviews of a period, for the rows behind a figure. Read again with each opening. */
export const reviewsQuery = (team: string, startDate: string, endDate: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.collected(team, startDate, endDate, asOf),
    queryFn: ({ signal }) => collectedReviews({ team, criteria: { startDate, endDate, asOf }, signal }),
    staleTime: 0,
  });

/** The report as known on another instant. It does not change. */
export const reportAsOfQuery = (team: string, criteria: CompleteCriteria, asOf: string) =>
  queryOptions({
    queryKey: queryKeys.reportAsOf(team, criteria.type, criteria.startDate, criteria.endDate, asOf),
    queryFn: ({ signal }) => makeReport({ team, criteria: { ...criteria, asOf }, signal }),
  });

/** The patients with two or more admissions, as known on an instant. */
export const recurrentAdmissionsQuery = (team: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.recurrentAsOf(team, asOf),
    queryFn: ({ signal }) => recurrentPatients(team, asOf, signal),
    staleTime: 0,
  });

/** The changes that make the difference between two instants. @param page from 1 */
export const changesQuery = (team: string, criteria: CompleteCriteria, instants: Instants, page: number) =>
  queryOptions({
    queryKey: keyOfChanges(team, criteria, instants, page),
    queryFn: ({ signal }) => changesBetween(team, criteria, instants, { pageNumber: page }, signal),
    placeholderData: keepPreviousData,
  });

/** The changes for paper, in one answer. */
export const printedChangesQuery = (team: string, criteria: CompleteCriteria, instants: Instants) =>
  queryOptions({
    queryKey: keyOfChanges(team, criteria, instants, 'paper'),
    queryFn: ({ signal }) => changesBetween(team, criteria, instants, { onPaper: 1 }, signal),
  });

interface Instants {
  earlier: string;
  later: string;
}
const keyOfChanges = (
  team: string,
  { type, startDate, endDate }: CompleteCriteria,
  { earlier, later }: Instants,
  part: number | 'paper',
) => queryKeys.reportChanges(team, type, startDate, endDate, earlier, later, part);
function changesBetween(
  team: string,
  { type, startDate, endDate }: CompleteCriteria,
  { earlier, later }: Instants,
  part: { pageNumber: number } | { onPaper: 1 },
  signal: AbortSignal,
): Promise<ReportChanges> {
  const between = { team, asOf: earlier, until: later, ...part };
  return needsDates(type)
    ? api(reportCalls.listReportChanges, { team, query: { ...between, startDate, endDate, report: type }, signal })
    : api(reportCalls.listRecurrentAdmissionChanges, { team, query: between, signal });
}

/** The number of patients that were deleted since `asOf`. The report counts none of their data. */
export const erasedQuery = (team: string, asOf: string) =>
  queryOptions({
    queryKey: queryKeys.erasedSince(team, asOf),
    queryFn: ({ signal }) => api(reportCalls.countErasedSince, { team, query: { team, asOf }, signal }),
    staleTime: 0,
  });
