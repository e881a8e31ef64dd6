/** The calls of the drug form (specification §7). */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, Drug } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import type { DrugContent } from './drug-draft.ts';

const getDrug = endpoint<Drug>()('GET', '/api/drugs/tradeId/:id');
/** The drug that a trade label belongs, or belonged, to. */
export const drugQuery = (tradeLabel: string) =>
  queryOptions({
    queryKey: queryKeys.drugOf(tradeLabel),
    queryFn: ({ signal }) => api(getDrug, { params: { id: tradeLabel }, signal }),
  });

/** How it goes with other drugs is said once it is there (§7: the first call has no room for it). */
export const addDrug = endpoint<Answer<Drug>, Omit<DrugContent, 'compatibility'>>()('POST', '/api/drugs');
export const changeDrug = endpoint<Answer<Drug>, DrugContent & { _id: string }>()('PUT', '/api/drugs');
