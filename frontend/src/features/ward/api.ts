import * as teamCalls from 'language/contract/calls/teams';
import type { SavedView, TeamPriorityTable, WardBoard, WardMarks } from 'language/contract/handover';
import * as wardCalls from 'language/contract/calls/ward';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../sync/cache/query-client.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** At midnight, the board of the day before stays until the new one is loaded. */
export const boardQuery = (team: string, day: string) =>
  queryOptions({
    queryKey: queryKeys.ward(team, day),
    queryFn: ({ signal }) => api(wardCalls.getWardBoard, { params: { teamId: team }, team, signal }),
    placeholderData: keepPreviousData,
  });

/** The change of a command is shown at once: the board that its notice reads again comes later. */
const cacheInBoard = (team: string, change: (board: WardBoard) => Partial<WardBoard>): void =>
  void queryClient.setQueriesData<WardBoard>({ queryKey: queryKeys.wardOf(team) }, (board) =>
    // The key is also that of the newest values.
    board?.patients === undefined ? board : { ...board, ...change(board) },
  );

export const cacheMarks = (team: string, admission: string, change: (marks: WardMarks) => Partial<WardMarks>): void =>
  cacheInBoard(team, ({ patients }) => ({
    patients: patients.map((one) => (one.admission === admission ? { ...one, ...change(one) } : one)),
  }));

/** @param saved undefined: the view was deleted */
export const cacheView = (team: string, id: string, saved?: SavedView): void =>
  cacheInBoard(team, ({ views }) => ({
    views:
      saved && !views.some(({ _id }) => _id === id)
        ? [...views, saved]
        : views.flatMap((one) => (one._id === id ? (saved ?? []) : one)),
  }));

/** The board is read again: the server counts the points by the new table. */
export const cachePriorityTable = (team: string, priorityTable: TeamPriorityTable): void => {
  cacheInBoard(team, () => ({ priorityTable }));
  void queryClient.invalidateQueries({ queryKey: queryKeys.wardOf(team) });
};

/** The ids of admissions whose charts other people have changed since the caller last looked at them. */
export const newsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.teamNews(team),
    queryFn: ({ signal }) => api(teamCalls.getTeamNews, { params: { id: team }, team, signal }),
    select: ({ charts }) => new Set(charts.map(({ admission }) => admission)),
  });
