import * as installationCalls from 'language/contract/calls/installation';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { NewerSecurityLines, SecurityLogPage } from 'language/contract/security-log';
import { currentLanguage } from '../../platform/language/language.ts';
import { isDateRange } from '../../platform/time/dates.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';
import { searchFields, type SecuritySearch } from './search.ts';

/** Page by page, each with the cursor of the next. Newer lines appear when they are asked for, so rows do not move. */
export const linesQuery = (search: SecuritySearch) =>
  infiniteQueryOptions({
    queryKey: queryKeys.securityLog(searchFields(search)),
    queryFn: async ({ pageParam, signal }) =>
      (await api(installationCalls.searchSecurityLog, {
        query: { ...searchFields(search), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      })) as SecurityLogPage,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isDateRange(search.from, search.to),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const LOOK_MS = 15_000;

/** The number of lines that are newer than the newest shown one. Counting is no line of the log. */
export const newerQuery = (search: SecuritySearch, than: number | undefined) =>
  queryOptions({
    queryKey: queryKeys.newerSecurityLines(searchFields(search), than ?? 0),
    queryFn: async ({ signal }) =>
      (await api(installationCalls.searchSecurityLog, {
        query: { ...searchFields(search), newerThan: String(than ?? 0) },
        signal,
      })) as NewerSecurityLines,
    enabled: than !== undefined && isDateRange(search.from, search.to),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });

/** @throws ApiError */
export const fetchLines = (search: SecuritySearch, format: 'csv' | 'xlsx'): Promise<Blob> => {
  const query = { ...searchFields(search), language: currentLanguage().language.code };
  return format === 'csv'
    ? api(installationCalls.exportSecurityLogAsCsv, { query })
    : api(installationCalls.exportSecurityLogAsXlsx, { query });
};
