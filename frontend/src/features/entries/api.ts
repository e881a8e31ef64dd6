/** The calls of medication-error entries (docs/product.md, "Entries"). */
import type { DrugErr } from 'language/contract/entities';
import { writtenEntryFields } from 'language/domain/admission/fields';
import { pick } from 'language/domain/values/record-fields';
import type { EntryDraft } from './entry-draft.ts';

/** The server adds the labels of drug and type: they are not sent. */
export type EntryBody = Pick<DrugErr, keyof typeof writtenEntryFields>;
export const bodyOf = (draft: EntryDraft): EntryBody => pick(writtenEntryFields, draft);
