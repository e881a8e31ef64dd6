import * as wardCalls from 'language/contract/calls/ward';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DrugUsePage, DrugUsePatient } from 'language/contract/drug-use';
import { api } from '../../sync/client.ts';
import { queryKeys, type DrugUseCriteria } from '../../sync/cache/query-keys.ts';
import { queryOf } from './criteria.ts';

/** @param team empty: all teams */
const readPage = (team: string, criteria: DrugUseCriteria, pageNumber: number, signal: AbortSignal) => {
  const query = { ...queryOf(criteria), pageNumber };
  return team === ''
    ? api(wardCalls.listDrugUseOfAllTeams, { query, signal })
    : api(wardCalls.listDrugUse, { params: { teamId: team }, team, query, signal });
};

/** Pages of 20 of both lists. The rows of before stay while those of another day are read. */
export const drugUseQuery = (team: string, criteria: DrugUseCriteria) =>
  infiniteQueryOptions({
    queryKey: queryKeys.drugUse(team, criteria),
    queryFn: ({ pageParam, signal }) => readPage(team, criteria, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: criteria.id !== '',
  });

/** A thousand patients of each list. */
const PAGES_MAX = 50;

/** Both lists on paper. The totals say what is left out. */
export type WholeDrugUse = Omit<DrugUsePage, 'page' | 'pages'>;

/** After a transfer an admission is a stay of each of its teams. */
export const keyOf = ({ admission, team }: DrugUsePatient): string => `${admission} ${team}`;

/** A patient moves to another page when others are added or leave meanwhile. */
const once = (patients: readonly DrugUsePatient[]): DrugUsePatient[] => [
  ...new Map(patients.map((patient) => [keyOf(patient), patient])).values(),
];

/** All pages, for paper. Read again with each printing. */
export const allDrugUseQuery = (team: string, criteria: DrugUseCriteria) =>
  queryOptions({
    queryKey: queryKeys.allDrugUse(team, criteria),
    queryFn: async ({ signal }): Promise<WholeDrugUse> => {
      const first = await readPage(team, criteria, 1, signal);
      const pages = [first];
      for (let page = 2; page <= Math.min(first.pages, PAGES_MAX); page += 1)
        pages.push(await readPage(team, criteria, page, signal));
      return {
        ...first,
        patients: once(pages.flatMap(({ patients }) => patients)),
        had: once(pages.flatMap(({ had }) => had)),
      };
    },
    staleTime: 0,
  });
