import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { NewerSecurityLines, SecurityLogPage } from 'command-api/contract/security-log';
import { endpoint, fileEndpoint } from '../../platform/http/api.ts';
import { currentLanguage } from '../../platform/language/language.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';
import { isDateRangeValid, searchFields, type SecuritySearch } from './search.ts';

const listLines = endpoint<SecurityLogPage>()('GET', '/api/security-log');
const countNewer = endpoint<NewerSecurityLines>()('GET', '/api/security-log');
const files = {
  csv: fileEndpoint('/api/security-log/export.csv'),
  xlsx: fileEndpoint('/api/security-log/export.xlsx'),
};

/** Page by page, each with the cursor of the next. Newer lines appear when they are asked for, so rows do not move. */
export const linesQuery = (search: SecuritySearch) =>
  infiniteQueryOptions({
    queryKey: queryKeys.securityLog(searchFields(search)),
    queryFn: ({ pageParam, signal }) =>
      api(listLines, {
        query: { ...searchFields(search), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isDateRangeValid(search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const LOOK_MS = 15_000;

/** The number of lines that are newer than the newest shown one. Counting is no line of the log. */
export const newerQuery = (search: SecuritySearch, than: number | undefined) =>
  queryOptions({
    queryKey: queryKeys.newerSecurityLines(searchFields(search), than ?? 0),
    queryFn: ({ signal }) =>
      api(countNewer, { query: { ...searchFields(search), newerThan: String(than ?? 0) }, signal }),
    enabled: than !== undefined && isDateRangeValid(search),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });

/** @throws ApiError */
export const fetchLines = (search: SecuritySearch, format: 'csv' | 'xlsx'): Promise<Blob> =>
  api(files[format], { query: { ...searchFields(search), language: currentLanguage().language.code } });
