/** Queries of the catalogue that all teams share: trade labels, error types, tags, statements. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { queryOptions } from '@tanstack/react-query';
import type { TradeLabelRow } from 'language/contract/entities';
import { api } from '../client.ts';
import { memoizeByObject, type Choice } from '../../platform/text/search.ts';
import { queryKeys } from '../cache/query-keys.ts';
import { tradeLabelCache } from '../../platform/storage/trade-label-cache.ts';

/**
 * Cached for the whole visit: the catalogue is large and changes rarely, and live notes invalidate it. Its reads have
 * no `signal`: a form that closes would cancel the read that prepares for a lost network.
 */
const cachedForVisit = { gcTime: Infinity };
export const drugsQuery = () =>
  queryOptions({
    queryKey: queryKeys.drugs,
    queryFn: () => api(catalogueCalls.listTradeLabels, { cache: tradeLabelCache }),
    placeholderData: () => tradeLabelCache.get()?.body,
    ...cachedForVisit,
  });
export const errorTypesQuery = () =>
  queryOptions({
    queryKey: queryKeys.errorTypes,
    queryFn: () => api(catalogueCalls.listErrorTypes, {}),
    ...cachedForVisit,
  });
export const tagsQuery = () =>
  queryOptions({ queryKey: queryKeys.tags, queryFn: () => api(catalogueCalls.listTags, {}), ...cachedForVisit });
export const statementsQuery = () =>
  queryOptions({
    queryKey: queryKeys.statements,
    queryFn: () => api(catalogueCalls.listStatements, {}),
    ...cachedForVisit,
  });

/** The drug that a trade label belongs to, or belonged to before, with its shared templates of all error types. */
export const drugOfLabelQuery = (tradeLabel: string) =>
  queryOptions({
    queryKey: queryKeys.drugOf(tradeLabel),
    queryFn: ({ signal }) => api(catalogueCalls.getDrugOfTradeLabel, { params: { id: tradeLabel }, signal }),
  });

/** Trade labels, searched by their own names and by the names of their root drugs. */
export const tradeLabelChoices = memoizeByObject((rows: readonly TradeLabelRow[]): Choice[] =>
  rows.map(({ _id, label, drugLabel }) => ({ id: _id, label, detail: drugLabel })),
);

/** The root drugs of the trade labels, sorted by name. */
export function rootChoices(rows: readonly TradeLabelRow[]): Choice[] {
  const roots = new Map(rows.map(({ drug, drugLabel }) => [drug, drugLabel]));
  return [...roots].map(([id, label]) => ({ id, label })).sort((a, b) => a.label.localeCompare(b.label));
}
