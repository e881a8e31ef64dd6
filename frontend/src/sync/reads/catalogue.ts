/** The catalogue that every team shares, as several features read it: trade labels, error types, tags. */
import { queryOptions } from '@tanstack/react-query';
import type { ErrorType, Tag, TradeLabelRow } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';
import { memoizeByObject } from '../../platform/browser/memoize.ts';
import { queryKeys } from '../cache/query-keys.ts';
import type { Choice } from '../../platform/text/search.ts';
import { tradeLabelCache } from '../../platform/storage/trade-label-cache.ts';

const getDrugs = endpoint<TradeLabelRow[]>()('GET', '/api/drugs');
const getErrorTypes = endpoint<ErrorType[]>()('GET', '/api/errtypes');
const getTags = endpoint<Tag[]>()('GET', '/api/tags');

/**
 * Kept for the whole visit: the catalogue is large, changes rarely, and a live note says when it does. Its reads take
 * no `signal`: with one, a form that closes while they are under way would end what was fetched ahead for a lost
 * network.
 */
const forTheVisit = { gcTime: Infinity };
export const drugsQuery = () =>
  queryOptions({
    queryKey: queryKeys.drugs,
    queryFn: () => api(getDrugs, { cache: tradeLabelCache }),
    placeholderData: () => tradeLabelCache.get()?.body,
    ...forTheVisit,
  });
export const errorTypesQuery = () =>
  queryOptions({ queryKey: queryKeys.errorTypes, queryFn: () => api(getErrorTypes, {}), ...forTheVisit });
export const tagsQuery = () =>
  queryOptions({ queryKey: queryKeys.tags, queryFn: () => api(getTags, {}), ...forTheVisit });

/** Trade labels, found by their own names and by the roots'. */
export const tradeLabelChoices = memoizeByObject((rows: readonly TradeLabelRow[]): Choice[] =>
  rows.map(({ _id, label, drugLabel }) => ({ id: _id, label, detail: drugLabel })),
);

/** The root drugs behind the trade labels, by name. */
export function rootChoices(rows: readonly TradeLabelRow[]): Choice[] {
  const roots = new Map(rows.map(({ drug, drugLabel }) => [drug, drugLabel]));
  return [...roots].map(([id, label]) => ({ id, label })).sort((a, b) => a.label.localeCompare(b.label));
}
