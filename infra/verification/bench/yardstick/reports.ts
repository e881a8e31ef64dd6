/**
 * Each report of the first team over a quarter and over five years, beside hand-written SQL on the same rows; as known
 * on a day two years ago and at the end; and what changed between both.
 */
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import { atMost, line, summarise } from '../figures.ts';
import { callJson, get } from '../http-client.ts';
import { repeated, timesInTurns, type Turns } from '../turns.ts';
import { bestReports } from './best-reports.ts';
import { printHeading, times } from './columns.ts';
import { bestSql, type Control } from './control.ts';
import type { Folder } from './folder.ts';

const TO_REACH = { ratio: 1.2, quarterMs: 50, allMs: 400, asOfRatio: 2, asOfMs: 2_000 };
const QUARTER_DAYS = 91;
const TWO_YEARS = 730;
const SHORT = { rounds: 3, calls: 10 };
/** The collected report over five years is hundreds of megabytes. */
const LONG = { rounds: 1, calls: 1 };

interface Report {
  readonly name: string;
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
  errorsByType: {
    name: 'errors by type',
    path: inPeriod('/api/reviews/errsByTypeDistribution'),
    hasPeriod: true,
    sum: added('count'),
  },
  reviewsPerDay: {
    name: 'reviews per day',
    path: inPeriod('/api/reviews/countsReviewPerDay'),
    hasPeriod: true,
    sum: added('totalReviews'),
  },
  errorsPerTag: {
    name: 'errors per tag',
    path: inPeriod('/api/reviews/listReviewsPerTag'),
    hasPeriod: true,
    sum: added('count'),
  },
  recurrentAdmissions: {
    name: 'recurrent admissions',
    path: (team) => `/api/admissions/getRecurrentAdmissions?team=${team}`,
    hasPeriod: false,
    sum: added('admissionCount'),
  },
  progress: { name: 'progress', path: inPeriod('/api/reviews/searchProgress'), hasPeriod: true },
  collected: {
    name: 'collected',
    path: (...of) => `${inPeriod('/api/reviews')(...of)}&csv=0`,
    hasPeriod: true,
    isLong: true,
  },
};
/** The numbers of the reports whose changes between two instants are a report as well. */
const comparable = ['2', '3', '5'];

export async function measureReports(folder: Folder, control: Control): Promise<void> {
  const { base, admin, team, firstDay, lastDay } = folder;
  printHeading();
  for (const [key, report] of Object.entries(reports)) {
    if (report.hasPeriod)
      await measureReport(folder, control, key, report, 'a quarter', addDays(lastDay, 1 - QUARTER_DAYS));
    await measureReport(folder, control, key, report, 'five years', firstDay);
  }
  const between = `asOf=${instant(addDays(lastDay, -TWO_YEARS))}&until=${instant(lastDay)}`;
  for (const report of comparable) {
    const path = `${inPeriod('/api/reviews/changedBetween')(team, firstDay, lastDay)}&report=${report}&${between}`;
    const taken = summarise(await repeated(SHORT.calls, async () => (await get(base, path, admin)).ms), path);
    console.log(line(`what changed in report ${report} in two years`, times(taken)));
  }
}

const instant = (date: CalendarDate): string => `${date}T10:00:00Z`;

async function measureReport(
  { base, admin, team, lastDay, pool }: Folder,
  control: Control,
  key: string,
  { name, path, isLong = false, hasPeriod, sum }: Report,
  period: 'a quarter' | 'five years',
  from: CalendarDate,
): Promise<void> {
  const values = [team, ...(hasPeriod ? [from, lastDay] : [])];
  const asked = path(team, from, lastDay);
  const what = `${name}, ${period}`;
  if (sum) await compareFigures(what, sum, [base, asked], [control.base, bestSql(key, values)], admin);
  const isVeryLong = isLong && period === 'five years';
  const turns = isVeryLong ? LONG : SHORT;
  const read =
    (of: string, at = base) =>
    async (): Promise<number> =>
      (await get(at, of, admin)).ms;
  const best = async (): Promise<number> => {
    const began = performance.now();
    await pool.query(bestReports[key] ?? '', values);
    return performance.now() - began;
  };
  const print = (of: string, { product, control: beside, ratio }: Turns): void =>
    console.log(line(of, times(product), times(beside), ratio.toFixed(2)));
  const alone = await timesInTurns(what, turns, read(asked), best);
  print(`${what}; SQL by hand`, alone);
  atMost(`${what}, ratio`, alone.ratio, TO_REACH.ratio, '×');
  atMost(`${what}, p95`, alone.product.p95, period === 'a quarter' ? TO_REACH.quarterMs : TO_REACH.allMs);
  // The route holds all rows in memory.
  if (!isVeryLong)
    print(
      '  SQL by hand behind a route',
      await timesInTurns(what, turns, read(asked), read(bestSql(key, values), control.base)),
    );
  const past = await timesInTurns(
    what,
    turns,
    read(`${asked}&asOf=${instant(addDays(lastDay, -TWO_YEARS))}`),
    read(asked),
  );
  print('  as known two years ago; as it is', past);
  atMost(`${what}, as known two years ago / as it is`, past.ratio, TO_REACH.asOfRatio, '×');
  const end = await timesInTurns(what, turns, read(`${asked}&asOf=${instant(lastDay)}`), read(asked));
  print('  as known at the end; as it is', end);
  if (!isVeryLong) atMost(`${what}, as known at the end, p95`, end.product.p95, TO_REACH.asOfMs);
}

/** @throws Error if the control does not count the same */
async function compareFigures(
  what: string,
  sum: (rows: readonly Record<string, unknown>[]) => number,
  [base, path]: readonly [string, string],
  [controlBase, controlPath]: readonly [string, string],
  token: string,
): Promise<void> {
  const figureOf = async (at: string, asked: string): Promise<number> =>
    sum((await callJson<Record<string, unknown>[]>(at, asked, { token })).answer);
  const counted = await figureOf(base, path);
  const expected = await figureOf(controlBase, controlPath);
  if (counted !== expected) throw new Error(`${what}: the product counts ${counted}, the control ${expected}`);
}
