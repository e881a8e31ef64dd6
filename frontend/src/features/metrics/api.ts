import * as accountCalls from 'language/contract/calls/account';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** A month for which a person can read their metrics (docs/product.md, "Metrics"). */
export interface Period {
  /** `2026-11`. */
  month: string;
  /** First and last day, `YYYY-MM-DD`. */
  startDate: string;
  endDate: string;
}

/**
 * This month and the two before it.
 *
 * @param today `YYYY-MM-DD`, in the hospital's time zone
 */
export function lastThreeMonths(today: string): [Period, Period, Period] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const period = (monthsBack: number): Period => {
    const first = new Date(Date.UTC(year, month - 1 - monthsBack, 1));
    const last = new Date(Date.UTC(year, month - monthsBack, 0));
    const [startDate, endDate] = [first, last].map((date) => date.toISOString().slice(0, 10)) as [string, string];
    return {
      month: startDate.slice(0, 7),
      startDate,
      endDate,
    };
  };
  return [period(0), period(1), period(2)];
}

/** Read on every visit: no live note announces a person's work in all their teams. */
export const metricsQuery = (user: string, { month, startDate, endDate }: Period) =>
  queryOptions({
    queryKey: queryKeys.metrics(user, month),
    queryFn: ({ signal }) =>
      api(accountCalls.getMetrics, { params: { id: user }, query: { startDate, endDate }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
