import * as teamCalls from 'language/contract/calls/teams';
import * as wardCalls from 'language/contract/calls/ward';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** At midnight, the board of the day before stays until the new one is loaded. */
export const boardQuery = (team: string, day: string) =>
  queryOptions({
    queryKey: queryKeys.ward(team, day),
    queryFn: ({ signal }) => api(wardCalls.getWardBoard, { params: { teamId: team }, team, signal }),
    placeholderData: keepPreviousData,
  });

/** The ids of admissions whose charts other people have changed since the caller last looked at them. */
export const newsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.teamNews(team),
    queryFn: ({ signal }) => api(teamCalls.getTeamNews, { params: { id: team }, team, signal }),
    select: ({ charts }) => new Set(charts.map(({ admission }) => admission)),
  });
