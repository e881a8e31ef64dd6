/** The calls of medication-error entries (docs/product.md, "Entries"). */
import type { DrugErr } from 'command-api/contract/entities';
import { writtenEntryFields } from 'command-api/domain/admission/fields';
import { pick } from 'command-api/domain/values/record-fields';
import type { EntryDraft } from './entry-draft.ts';

/** The server adds the labels of drug and type: they are not sent. */
export type EntryBody = Pick<DrugErr, keyof typeof writtenEntryFields>;
export const bodyOf = (draft: EntryDraft): EntryBody => pick(writtenEntryFields, draft);
