/** The calls of the admin tools, for the admin account only (docs/product.md, "Admin tools"). */
import type { Answer, ErrorType, Tag, TradeListUpdate } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';

export const updateTradeList = endpoint<Answer<TradeListUpdate>, Record<string, never>>()(
  'POST',
  '/api/drugs/updateTradeList',
);
export const stopMedications = endpoint<
  { stopped: number; admissions: number; complete: boolean },
  Record<string, never>
>()('POST', '/api/admissions/stopMedication');

export interface Labelled {
  _id: string;
  label: string;
  version: number;
}
/** The calls that add to a list that all teams share, and that rename in it. */
export const errorTypeCalls = {
  add: endpoint<Answer<ErrorType>, { label: string }>()('POST', '/api/errtypes'),
  rename: endpoint<Answer<ErrorType>, { label: string }>()('PUT', '/api/errtypes/:id'),
};
export const tagCalls = {
  add: endpoint<Answer<Tag>, { label: string }>()('POST', '/api/tags'),
  rename: endpoint<Answer<Tag>, { label: string }>()('PUT', '/api/tags/:id'),
};
export type ListCalls = typeof errorTypeCalls | typeof tagCalls;
