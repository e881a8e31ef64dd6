/** The calls of medication-error entries (docs/product.md, "Entries"). */
import type { Response, Severity } from 'command-api/domain/values/codes';
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
