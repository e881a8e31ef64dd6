/** The calls of medication-error entries (specification §7). */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, ErrorType, Review, TradeLabelRow } from 'command-api/contract/entities';
import type { Response, Severity } from 'command-api/domain/codes';
import { endpoint } from '../../lib/api.ts';
import { api } from '../../lib/client.ts';
import { keys } from '../../lib/query-keys.ts';
import { tradeList } from '../../lib/trade-list.ts';
import type { EntryDraft } from './entry-draft.ts';

const getDrugs = endpoint<TradeLabelRow[]>()('GET', '/api/drugs');
const getErrorTypes = endpoint<ErrorType[]>()('GET', '/api/errtypes');

/** Kept for the whole visit: the catalogue is large, changes rarely, and a live note says when it does. */
const forTheVisit = { gcTime: Infinity };
export const drugsQuery = () => queryOptions({ queryKey: keys.drugs, queryFn: ({ signal }) => api(getDrugs, { kept: tradeList, signal }), placeholderData: () => tradeList.held()?.body, ...forTheVisit });
export const errorTypesQuery = () => queryOptions({ queryKey: keys.errorTypes, queryFn: ({ signal }) => api(getErrorTypes, { signal }), ...forTheVisit });

/** The labels of drug and type are the server's own: they are not sent. */
export interface EntryBody {
  errDrug: string;
  errType: string;
  errNote: string;
  errRes: Response | null;
  errSeverity: Severity | null;
  drugTags: { name: string }[];
}
export const bodyOf = ({ errDrug, errType, errNote, errRes, errSeverity, drugTags }: EntryDraft): EntryBody => ({ errDrug, errType, errNote, errRes, errSeverity, drugTags });

/** Commands on an entry answer the whole review (decisions, "Shapes"). */
export const addEntry = endpoint<Answer<Review>, { reviewId: string; drugErr: EntryBody }>()('POST', '/api/reviews/addRevMed/:reviewId');
export const updateEntry = endpoint<Answer<Review>, { reviewId: string; drugErr: EntryBody & { _id: string } }>()('PUT', '/api/reviews/updateRevMed/:reviewId');
export const removeEntry = endpoint<Answer<Review>, { reviewId: string; drugErr: { _id: string } }>()('POST', '/api/reviews/remRevMed/:reviewId');
export const rateEntry = endpoint<Answer<Review>, { reviewId: string; errId: string; rating: number }>()('PUT', '/api/reviews/:reviewId/editRating');
