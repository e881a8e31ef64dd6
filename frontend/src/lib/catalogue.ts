/** The catalogue that every team shares, as several features read it: trade labels, error types, tags. */
import { queryOptions } from '@tanstack/react-query';
import type { ErrorType, Tag, TradeLabelRow } from 'command-api/contract/entities';
import { endpoint } from './api.ts';
import { api } from './client.ts';
import { onceOf } from './once-of.ts';
import { keys } from './query-keys.ts';
import type { Choice } from './search.ts';
import { tradeList } from './trade-list.ts';

const getDrugs = endpoint<TradeLabelRow[]>()('GET', '/api/drugs');
const getErrorTypes = endpoint<ErrorType[]>()('GET', '/api/errtypes');
const getTags = endpoint<Tag[]>()('GET', '/api/tags');

/** Kept for the whole visit: the catalogue is large, changes rarely, and a live note says when it does. */
const forTheVisit = { gcTime: Infinity };
export const drugsQuery = () => queryOptions({ queryKey: keys.drugs, queryFn: ({ signal }) => api(getDrugs, { kept: tradeList, signal }), placeholderData: () => tradeList.held()?.body, ...forTheVisit });
export const errorTypesQuery = () => queryOptions({ queryKey: keys.errorTypes, queryFn: ({ signal }) => api(getErrorTypes, { signal }), ...forTheVisit });
export const tagsQuery = () => queryOptions({ queryKey: keys.tags, queryFn: ({ signal }) => api(getTags, { signal }), ...forTheVisit });

/** Trade labels, found by their own names and by the roots'. */
export const tradeLabelChoices = onceOf((rows: readonly TradeLabelRow[]): Choice[] => rows.map(({ _id, label, drugLabel }) => ({ id: _id, label, detail: drugLabel })));

/** The root drugs behind the trade labels, by name. */
export function rootChoices(rows: readonly TradeLabelRow[]): Choice[] {
  const roots = new Map(rows.map(({ drug, drugLabel }) => [drug, drugLabel]));
  return [...roots].map(([id, label]) => ({ id, label })).sort((a, b) => a.label.localeCompare(b.label));
}
