/** The calls of the drug form (docs/product.md, "Drugs"). */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, Drug } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import type { DrugContent } from './drug-draft.ts';

const getDrug = endpoint<Drug>()('GET', '/api/drugs/tradeId/:id');
/** The drug that a trade label belongs to, or belonged to before. */
export const drugQuery = (tradeLabel: string) =>
  queryOptions({
    queryKey: queryKeys.drugOf(tradeLabel),
    queryFn: ({ signal }) => api(getDrug, { params: { id: tradeLabel }, signal }),
  });

/** The call has no field for compatibility: that is added with a change. */
export const addDrug = endpoint<Answer<Drug>, Omit<DrugContent, 'compatibility'>>()('POST', '/api/drugs');
export const changeDrug = endpoint<Answer<Drug>, DrugContent & { _id: string }>()('PUT', '/api/drugs');
