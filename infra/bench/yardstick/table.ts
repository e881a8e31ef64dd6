/** The rows of the yardstick's table, and how they are printed: as Markdown. */
import type { Summary } from '../figures.ts';

/** A bound and what was measured of it. */
export interface Check {
  /** The bound in words, such as `p95 ≤ 25 ms`. */
  readonly bound: string;
  readonly isReached: boolean;
}

export interface YardstickRow {
  readonly what: string;
  readonly product: string;
  /** Empty without a control. */
  readonly control: string;
  readonly ratio: string;
  readonly checks: readonly Check[];
}

export const atMost = (what: string, value: number, limit: number, unit = ''): Check => ({
  bound: `${what} ≤ ${limit}${unit}`,
  isReached: value <= limit,
});
export const atLeast = (what: string, value: number, limit: number, unit = ''): Check => ({
  bound: `${what} ≥ ${limit}${unit}`,
  isReached: value >= limit,
});

/** `p50 / p95` in milliseconds, with a digit after the point below 10. */
export const times = ({ p50, p95 }: Pick<Summary, 'p50' | 'p95'>): string => `${shown(p50)} / ${shown(p95)}`;
export const shown = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
export const shownRatio = (value: number): string => value.toFixed(2);

export const isReached = ({ checks }: YardstickRow): boolean => checks.every((check) => check.isReached);

/** The verdict names each bound that was missed. */
export function verdictOf({ checks }: YardstickRow): string {
  if (checks.length === 0) return '';
  const missed = checks.filter((check) => !check.isReached).map(({ bound }) => bound);
  return missed.length === 0 ? 'reached' : `MISSED: ${missed.join(', ')}`;
}

const headings = ['what', 'p50 / p95, ms', 'control', 'ratio', 'to reach', 'verdict'];

/** A Markdown table whose columns line up in a terminal. */
export function tableOf(rows: readonly YardstickRow[]): string {
  const cells = [
    headings,
    ...rows.map((row) => [
      row.what,
      row.product,
      row.control,
      row.ratio,
      row.checks.map(({ bound }) => bound).join(', '),
      verdictOf(row),
    ]),
  ];
  const widths = headings.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? '').length)));
  const line = (values: readonly string[]): string =>
    `| ${values.map((value, column) => value.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n');
}
