/** The drafts of an admission as text to read. Imports only what the admission's screen has loaded. */
import { responseLabel } from 'command-api/domain/values/codes';
import { isEntryDraft, type EntryDraft } from '../../features/entries/entry-draft.ts';
import { entryText } from '../../features/entries/messages.ts';
import { noteText } from '../../features/notes/messages.ts';
import { reviewText } from '../../features/reviews/messages.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { type ClinicalTextDraft, isClinicalTextDraft } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import type { TypedText, TypedField } from '../../editing/unsaved-text.tsx';
import { isRecord, formDraftText } from './form-draft-text.ts';

const plain = (label: string, text: string | null): TypedField[] =>
  text === null || text === '' ? [] : [{ label, text }];
const rich = (label: string, html: string): TypedField[] => (isBlank(html) ? [] : [{ label, html }]);

export const entryDraftText = (
  key: string,
  { errDrugLabel, errTypeLabel, errSeverity, errRes, errNote }: EntryDraft,
): TypedText => ({
  key,
  what: entryText.unsaved(errDrugLabel),
  fields: [
    ...plain(entryText.fields.type, errTypeLabel),
    ...plain(entryText.fields.severity, errSeverity),
    ...plain(entryText.fields.response, errRes === null ? null : responseLabel(errRes)),
    ...rich(entryText.fields.note, errNote),
  ],
});
export const clinicalDraftText = (key: string, { date, html }: ClinicalTextDraft): TypedText => {
  const isNote = key.includes('note');
  return {
    key,
    what: isNote ? noteText.unsavedEdit(formatDate(date)) : reviewText.unsaved.edit(formatDate(date)),
    fields: rich(isNote ? noteText.form.text : reviewText.form.edit.text, html),
  };
};
/** @param of the whole key of the draft */
export function admissionDraftText(user: string, of: string): TypedText | undefined {
  const found = drafts.load({ user, of }, isRecord)?.value;
  if (!found) return undefined;
  return isEntryDraft(found)
    ? entryDraftText(of, found)
    : isClinicalTextDraft(found)
      ? clinicalDraftText(of, found)
      : formDraftText(of, found);
}
