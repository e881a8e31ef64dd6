/** The calls of the drug form (docs/product.md, "Drugs"). */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** The drug that a trade label belongs to, or belonged to before. */
export const drugQuery = (tradeLabel: string) =>
  queryOptions({
    queryKey: queryKeys.drugOf(tradeLabel),
    queryFn: ({ signal }) => api(catalogueCalls.getDrugOfTradeLabel, { params: { id: tradeLabel }, signal }),
  });
