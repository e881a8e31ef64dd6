/** What a report is asked for. */
import { asCalendarDate } from 'command-api/domain/calendar-date';
import { reportTypes, type ReportType } from 'command-api/domain/codes';
import { isInstant, isOver } from './known-on.ts';

export interface Ask {
  type: ReportType | undefined;
  /** `YYYY-MM-DD`, or empty. */
  startDate: string;
  endDate: string;
  /** As known at this instant (UTC); empty: which one has still to be said; undefined: as it is. */
  asOf?: string | undefined;
  /** Another instant, against which it is held; never without the first. */
  against?: string | undefined;
}
export interface CompleteAsk extends Ask {
  type: ReportType;
}

export const nothingAsked: Ask = { type: undefined, startDate: '', endDate: '' };
export const RECURRENT = 4;
/** All but the recurrent admissions, which are of all time. */
export const needsDates = (type: ReportType | undefined): boolean => type !== RECURRENT;
export const reportType = (code: string | null): ReportType | undefined =>
  reportTypes.find((one) => String(one.code) === code)?.code;
export const reportLabel = (type: ReportType | undefined): string =>
  reportTypes.find(({ code }) => code === type)?.label ?? '';

/** A year that is still being typed (`0002`, `0202`) makes a date, and is none that is meant. */
const FIRST_YEAR = '1950';
const isDate = (text: string): boolean => asCalendarDate(text) !== undefined && text >= FIRST_YEAR;

export const isInOrder = ({ startDate, endDate }: Ask): boolean =>
  !isDate(startDate) || !isDate(endDate) || startDate <= endDate;

/** That an instant is wanted and not said yet is a gap like any other. */
const isSaid = (instant: string | undefined): boolean =>
  instant === undefined || (isInstant(instant) && isOver(instant));

/** Says everything that its report needs. */
export const isComplete = (ask: Ask): ask is CompleteAsk =>
  ask.type !== undefined &&
  isSaid(ask.asOf) &&
  isSaid(ask.against) &&
  (!needsDates(ask.type) || (isDate(ask.startDate) && isDate(ask.endDate) && isInOrder(ask)));

/** The ask lives in the address bar, so that reload, back and a shared link show the same report. */
export function readAsk(params: URLSearchParams): Ask {
  const [asOf, against] = ['asOf', 'against']
    .map((name) => params.get(name) ?? undefined)
    .map((text) => (text === undefined || isInstant(text) ? text : ''));
  return {
    type: reportType(params.get('type')),
    startDate: params.get('startDate') ?? '',
    endDate: params.get('endDate') ?? '',
    ...(asOf === undefined ? {} : { asOf, ...(against === undefined ? {} : { against }) }),
  };
}
export function writeAsk({ type, startDate, endDate, asOf, against }: Ask): URLSearchParams {
  const params = new URLSearchParams();
  if (type !== undefined) params.set('type', String(type));
  if (needsDates(type) && startDate !== '') params.set('startDate', startDate);
  if (needsDates(type) && endDate !== '') params.set('endDate', endDate);
  if (asOf) params.set('asOf', asOf);
  if (asOf && against) params.set('against', against);
  return params;
}

/** The two instants of a comparison, the earlier one first. */
export const instantsOf = ({ asOf, against }: Ask): { earlier: string; later: string } | undefined =>
  asOf && against
    ? asOf <= against
      ? { earlier: asOf, later: against }
      : { earlier: against, later: asOf }
    : undefined;

/** The first and the last day of the month that lies so many months back. @param today `YYYY-MM-DD` */
export function monthBack(today: string, back: number): Pick<Ask, 'startDate' | 'endDate'> {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  return {
    startDate: day(new Date(Date.UTC(year, month - 1 - back, 1))),
    endDate: day(new Date(Date.UTC(year, month - back, 0))),
  };
}
