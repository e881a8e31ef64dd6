/** The criteria of a report: its type, its period, and the instants as of which it is known. */
import { type ReportType, reportTypes } from 'language/domain/values/codes';
import { areDatesInOrder, isDate } from '../../platform/time/dates.ts';
import { isInstant, isPast } from './hospital-time.ts';

export interface ReportCriteria {
  type: ReportType | undefined;
  /** `YYYY-MM-DD`, or empty, or what was typed and is no date yet. */
  startDate: string;
  endDate: string;
  /** As known at this instant (UTC). Empty: still to be chosen. Undefined: the report of now. */
  asOf?: string | undefined;
  /** The instant to compare with; only together with `asOf`. */
  against?: string | undefined;
  /**
   * Control charts: the day of a change of practice, before and after which limits are apart. Empty: still to be chosen.
   * Undefined: none.
   */
  changedOn?: string | undefined;
}
export interface CompleteCriteria extends ReportCriteria {
  type: ReportType;
}

export const noCriteria: ReportCriteria = { type: undefined, startDate: '', endDate: '' };
const RECURRENT_ADMISSIONS = 4;
/** The recurrent admissions are counted over all time. */
export const needsDates = (type: ReportType | undefined): boolean => type !== RECURRENT_ADMISSIONS;
export const parseReportType = (code: string | null): ReportType | undefined =>
  reportTypes.find((one) => String(one.code) === code)?.code;

export const CONTROL_CHARTS = 9;
const MEDICINES = 7;
/** Orders keep no past rows, so this report is of now. */
export const isOfThePast = (type: ReportType | undefined): boolean => type !== MEDICINES;

const isChosen = (instant: string | undefined): boolean =>
  instant === undefined || (isInstant(instant) && isPast(instant));

export const isComplete = (criteria: ReportCriteria): criteria is CompleteCriteria =>
  criteria.type !== undefined &&
  isChosen(criteria.asOf) &&
  isChosen(criteria.against) &&
  (criteria.changedOn === undefined || isDate(criteria.changedOn)) &&
  (!needsDates(criteria.type) ||
    (isDate(criteria.startDate) && isDate(criteria.endDate) && areDatesInOrder(criteria.startDate, criteria.endDate)));

/** The address holds the criteria, so that reload, back and a shared link show the same report. */
export function readCriteria(params: URLSearchParams): ReportCriteria {
  const [asOf, against] = ['asOf', 'against']
    .map((name) => params.get(name) ?? undefined)
    .map((text) => (text === undefined || isInstant(text) ? text : ''));
  const type = parseReportType(params.get('type'));
  return {
    type,
    startDate: params.get('startDate') ?? '',
    endDate: params.get('endDate') ?? '',
    ...(type === CONTROL_CHARTS && params.has('changedOn') && { changedOn: params.get('changedOn') ?? '' }),
    ...(asOf === undefined || !isOfThePast(type) ? {} : { asOf, ...(against === undefined ? {} : { against }) }),
  };
}
export function writeCriteria({ type, startDate, endDate, asOf, against, changedOn }: ReportCriteria): URLSearchParams {
  const params = new URLSearchParams();
  if (type !== undefined) params.set('type', String(type));
  if (needsDates(type) && startDate !== '') params.set('startDate', startDate);
  if (needsDates(type) && endDate !== '') params.set('endDate', endDate);
  if (type === CONTROL_CHARTS && changedOn) params.set('changedOn', changedOn);
  if (asOf) params.set('asOf', asOf);
  if (asOf && against) params.set('against', against);
  return params;
}

/** Undefined where nothing is compared. */
export const comparedInstants = ({ asOf, against }: ReportCriteria): { earlier: string; later: string } | undefined =>
  asOf && against
    ? asOf <= against
      ? { earlier: asOf, later: against }
      : { earlier: against, later: asOf }
    : undefined;

/** The first and the last day of a month. @param today `YYYY-MM-DD` @param back months before that of `today` */
export function wholeMonth(today: string, back: number): Pick<ReportCriteria, 'startDate' | 'endDate'> {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  return {
    startDate: day(new Date(Date.UTC(year, month - 1 - back, 1))),
    endDate: day(new Date(Date.UTC(year, month - back, 0))),
  };
}
