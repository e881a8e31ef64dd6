/**
 * Each report of the first team over a quarter and over five years, beside hand-written SQL on the same rows, and as
 * known on a day two years ago.
 */
import { addDays, type CalendarDate } from 'command-api/domain/values/calendar-date';
import { bestReports } from './best-reports.ts';
import { bestSql, type Control } from './control.ts';
import type { Folder } from './folder.ts';
import { get, getJson } from './http-client.ts';
import { atMost, shownRatio, times, type YardstickRow } from './table.ts';
import { timesInTurns } from './turns.ts';

const TO_REACH = { ratio: 1.2, quarterMs: 50, allMs: 400, asOfRatio: 2 };
const QUARTER_DAYS = 91;
const TWO_YEARS = 730;
const SHORT = { rounds: 3, calls: 10 };
/** The collected report over five years is hundreds of megabytes. */
const LONG = { rounds: 1, calls: 1 };

interface Report {
  readonly path: (team: string, from: CalendarDate, to: CalendarDate) => string;
  /** Recurrent admissions have no period. */
  readonly hasPeriod: boolean;
  readonly isLong?: boolean;
  /** A figure that report and control must agree in. */
  readonly sum?: (rows: readonly Record<string, unknown>[]) => number;
}

const inPeriod =
  (path: string) =>
  (team: string, from: CalendarDate, to: CalendarDate): string =>
    `${path}?team=${team}&startDate=${from}&endDate=${to}`;
const added =
  (field: string) =>
  (rows: readonly Record<string, unknown>[]): number =>
    rows.reduce((sum, row) => sum + Number(row[field]), 0);

const reports: Readonly<Record<string, Report>> = {
  errorsByType: { path: inPeriod('/api/reviews/errsByTypeDistribution'), hasPeriod: true, sum: added('count') },
  reviewsPerDay: { path: inPeriod('/api/reviews/countsReviewPerDay'), hasPeriod: true, sum: added('totalReviews') },
  errorsPerTag: { path: inPeriod('/api/reviews/listReviewsPerTag'), hasPeriod: true, sum: added('count') },
  recurrentAdmissions: {
    path: (team) => `/api/admissions/getRecurrentAdmissions?team=${team}`,
    hasPeriod: false,
    sum: added('admissionCount'),
  },
  progress: { path: inPeriod('/api/reviews/searchProgress'), hasPeriod: true },
  collected: { path: (...of) => `${inPeriod('/api/reviews')(...of)}&csv=0`, hasPeriod: true, isLong: true },
};
const names: Readonly<Record<string, string>> = {
  errorsByType: 'errors by type',
  reviewsPerDay: 'reviews per day',
  errorsPerTag: 'errors per tag',
  recurrentAdmissions: 'recurrent admissions',
  progress: 'progress',
  collected: 'collected',
};

export async function measureReports(folder: Folder, control: Control): Promise<YardstickRow[]> {
  const { firstDay, lastDay } = folder;
  const rows: YardstickRow[] = [];
  for (const [name, report] of Object.entries(reports)) {
    if (report.hasPeriod)
      rows.push(
        ...(await measureReport(folder, control, name, report, 'a quarter', addDays(lastDay, 1 - QUARTER_DAYS))),
      );
    rows.push(...(await measureReport(folder, control, name, report, 'five years', firstDay)));
  }
  return rows;
}

async function measureReport(
  { base, admin, team, lastDay, pool }: Folder,
  control: Control,
  name: string,
  { path, isLong = false, hasPeriod, sum }: Report,
  period: 'a quarter' | 'five years',
  from: CalendarDate,
): Promise<YardstickRow[]> {
  const values = [team, ...(hasPeriod ? [from, lastDay] : [])];
  const asked = path(team, from, lastDay);
  const what = `${names[name]}, ${period}`;
  if (sum) await compareFigures(what, sum, [base, asked], [control.base, bestSql(name, values)], admin);
  const isVeryLong = isLong && period === 'five years';
  const turns = isVeryLong ? LONG : SHORT;
  const product = async (): Promise<number> => (await get(base, asked, admin)).ms;
  const best = async (): Promise<number> => {
    const began = performance.now();
    await pool.query(bestReports[name] ?? '', values);
    return performance.now() - began;
  };
  const routed = async (): Promise<number> => (await get(control.base, bestSql(name, values), admin)).ms;
  const alone = await timesInTurns(what, turns, product, best);
  // The route holds all rows in memory.
  const behindRoute = isVeryLong ? undefined : await timesInTurns(what, turns, product, routed);
  const asOf = `${asked}&asOf=${addDays(lastDay, -TWO_YEARS)}T10:00:00Z`;
  const past = await timesInTurns(what, turns, async () => (await get(base, asOf, admin)).ms, product);
  const limitMs = period === 'a quarter' ? TO_REACH.quarterMs : TO_REACH.allMs;
  return [
    {
      what,
      product: times(alone.product),
      control: times(alone.control) + (behindRoute ? `; behind a route ${times(behindRoute.control)}` : ''),
      ratio: shownRatio(alone.ratio) + (behindRoute ? `; ${shownRatio(behindRoute.ratio)}` : ''),
      checks: [atMost('ratio', alone.ratio, TO_REACH.ratio), atMost('p95', alone.product.p95, limitMs, ' ms')],
    },
    {
      what: `${what}, as known two years ago`,
      product: times(past.product),
      control: `as it is ${times(past.control)}`,
      ratio: shownRatio(past.ratio),
      checks: [atMost('ratio', past.ratio, TO_REACH.asOfRatio)],
    },
  ];
}

/** @throws Error if the control does not count the same */
async function compareFigures(
  what: string,
  sum: (rows: readonly Record<string, unknown>[]) => number,
  [base, path]: readonly [string, string],
  [controlBase, controlPath]: readonly [string, string],
  token: string,
): Promise<void> {
  const counted = sum(await getJson(base, path, token));
  const expected = sum(await getJson(controlBase, controlPath, token));
  if (counted !== expected) throw new Error(`${what}: the product counts ${counted}, the control ${expected}`);
}
