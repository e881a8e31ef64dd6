/** The calls of medication-error entries (docs/product.md, "Entries"). */
import type { Answer, Review } from 'command-api/contract/entities';
import type { Response, Severity } from 'command-api/domain/values/codes';
import { endpoint } from '../../platform/http/api.ts';
import type { EntryDraft } from './entry-draft.ts';

/** The server adds the labels of drug and type: they are not sent. */
export interface EntryBody {
  errDrug: string;
  errType: string;
  errNote: string;
  errRes: Response | null;
  errSeverity: Severity | null;
  followUpDate: string | null;
  drugTags: { name: string }[];
}
export const bodyOf = ({
  errDrug,
  errType,
  errNote,
  errRes,
  errSeverity,
  followUpDate,
  drugTags,
}: EntryDraft): EntryBody => ({ errDrug, errType, errNote, errRes, errSeverity, followUpDate, drugTags });

/** Commands on an entry answer the whole review (docs/product.md, "Entries"). */
export const addEntry = endpoint<Answer<Review>, { reviewId: string; drugErr: EntryBody }>()(
  'POST',
  '/api/reviews/addRevMed/:reviewId',
);
export const updateEntry = endpoint<Answer<Review>, { reviewId: string; drugErr: EntryBody & { _id: string } }>()(
  'PUT',
  '/api/reviews/updateRevMed/:reviewId',
);
export const removeEntry = endpoint<Answer<Review>, { reviewId: string; drugErr: { _id: string } }>()(
  'POST',
  '/api/reviews/remRevMed/:reviewId',
);
export const rateEntry = endpoint<Answer<Review>, { reviewId: string; errId: string; rating: number }>()(
  'PUT',
  '/api/reviews/:reviewId/editRating',
);
