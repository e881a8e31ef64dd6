import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WardBoard } from 'command-api/contract/handover';
import type { TeamNews } from 'command-api/contract/news';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

const getNews = endpoint<TeamNews>()('GET', '/api/teams/:id/news');
const getBoard = endpoint<WardBoard>()('GET', '/api/ward/:team');

/** At midnight, the board of the day before stays until the new one is loaded. */
export const boardQuery = (team: string, day: string) =>
  queryOptions({
    queryKey: queryKeys.ward(team, day),
    queryFn: ({ signal }) => api(getBoard, { params: { team }, team, signal }),
    placeholderData: keepPreviousData,
  });

/** The ids of admissions whose charts other people have changed since the caller last looked at them. */
export const newsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.teamNews(team),
    queryFn: ({ signal }) => api(getNews, { params: { id: team }, team, signal }),
    select: ({ charts }) => new Set(charts.map(({ admission }) => admission)),
  });
