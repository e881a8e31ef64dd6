/** The calls of reports. */
import type {
  CollectedReport,
  ErasedSince,
  FiguresOverTime,
  MedicineUse,
  PcneCount,
  RecurrentPatient,
  ReportChanges,
  ReviewsOfDay,
  SearchProgress,
  SeverityCount,
  TagCount,
  TypeCount,
} from '../reports.ts';
import { call, type FileOf, type Query } from './call.ts';

/** The collected report between two dates; `csv` for the team admin only, and not with `csv=0` */
export const getCollectedReport = call<
  'members of the team',
  CollectedReport,
  Query<'team' | 'asOf' | 'startDate' | 'endDate' | 'csv'>
>()('GET', '/api/reviews');
/**
 * The same as a file; `bom=0` leaves the byte order mark out, `sep=;` divides it by semicolons; two at once at most
 */
export const exportReviewsAsCsv = call<
  "the team's admin",
  FileOf<'text/csv'>,
  Query<'team' | 'asOf' | 'startDate' | 'endDate' | 'bom' | 'sep'>
>()('GET', '/api/reviews/export.csv', { isFile: true });
/** The same as an Excel file of at most 20,000 lines, with numbers, days and times as such */
export const exportReviewsAsXlsx = call<
  "the team's admin",
  FileOf<'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'>,
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/export.xlsx', { isFile: true });
/** How many reviews the report will hold */
export const getSearchProgress = call<
  'members of the team',
  SearchProgress,
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/searchProgress');
/** Errors by type, most frequent first */
export const countErrorsByType = call<
  'members of the team',
  TypeCount[],
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/errsByTypeDistribution');
/** Reviews per day and author */
export const countReviewsPerDay = call<
  'members of the team',
  ReviewsOfDay[],
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/countsReviewPerDay');
/** Errors by tag and response */
export const countErrorsByTag = call<
  'members of the team',
  TagCount[],
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/listReviewsPerTag');
/** Errors by PCNE code, chosen in the entry or mapped from its type, most frequent first */
export const countErrorsByPcne = call<
  'members of the team',
  PcneCount[],
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/errsByPcne');
/** Errors by severity, and how many of them were accepted: what a team's table of avoided harm is applied to */
export const countErrorsBySeverity = call<
  'members of the team',
  SeverityCount[],
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/errsBySeverity');
/** Errors, orders, DDDs and days of therapy by substance, with bed-days and days present; as of now */
export const getMedicineUse = call<'members of the team', MedicineUse, Query<'team' | 'startDate' | 'endDate'>>()(
  'GET',
  '/api/reviews/medicineUse',
);
/** Bed-days, errors and responses of each month, and the days with errors that harmed a patient */
export const countOverTime = call<
  'members of the team',
  FiguresOverTime,
  Query<'team' | 'asOf' | 'startDate' | 'endDate'>
>()('GET', '/api/reviews/overTime');
/** The figures of report 2, 3, 5, 6, 7 or 8 as a file; `bom=0` leaves the byte order mark out, `sep=;` divides it by semicolons */
export const exportFiguresAsCsv = call<
  'members of the team',
  FileOf<'text/csv'>,
  Query<'team' | 'asOf' | 'startDate' | 'endDate' | 'report' | 'bom' | 'sep'>
>()('GET', '/api/reviews/figures.csv', { isFile: true });
/** The same as an Excel file, with numbers and days as such */
export const exportFiguresAsXlsx = call<
  'members of the team',
  FileOf<'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'>,
  Query<'team' | 'asOf' | 'startDate' | 'endDate' | 'report'>
>()('GET', '/api/reviews/figures.xlsx', { isFile: true });
/** Patients who were admitted twice or more */
export const listRecurrentAdmissions = call<'members of the team', RecurrentPatient[], Query<'team' | 'asOf'>>()(
  'GET',
  '/api/admissions/getRecurrentAdmissions',
);
/**
 * What makes a report as known at one instant another one than as known at a later one, 20 a page, or 500 with
 * `onPaper=1`
 */
export const listReportChanges = call<
  'members of the team',
  ReportChanges,
  Query<'team' | 'asOf' | 'startDate' | 'endDate' | 'until' | 'pageNumber' | 'onPaper' | 'report'>
>()('GET', '/api/reviews/changedBetween');
/**
 * What makes the recurrent admissions as known at one instant others than as known at a later one, 20 a page, or 500
 * with `onPaper=1`
 */
export const listRecurrentAdmissionChanges = call<
  'members of the team',
  ReportChanges,
  Query<'team' | 'asOf' | 'until' | 'pageNumber' | 'onPaper'>
>()('GET', '/api/admissions/changedBetween');
/**
 * Of how many persons the team has lost something by an erasure or a deletion since an instant: of them nothing can
 * be told, not even as known then
 */
export const countErasedSince = call<'members of the team', ErasedSince, Query<'team' | 'asOf'>>()(
  'GET',
  '/api/reviews/erasedSince',
);
