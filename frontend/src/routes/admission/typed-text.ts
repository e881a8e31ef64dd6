/**
 * What lies as a draft on an admission's screen, as texts to read. Only words and shapes that the screen has loaded
 * anyway.
 */
import { responseLabel } from 'command-api/domain/codes';
import { isEntryDraft, type EntryDraft } from '../../features/entries/entry-draft.ts';
import { entryText } from '../../features/entries/messages.ts';
import { noteText } from '../../features/notes/messages.ts';
import { reviewText } from '../../features/reviews/messages.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { type ClinicalTextDraft, isClinicalTextDraft } from '../../editing/clinical-text/clinical-text-editor.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import type { Typed, TypedField } from '../../editing/unsaved-text.tsx';
import { isAnything, typedForm } from './typed-form.ts';

const plain = (label: string, text: string | null): TypedField[] =>
  text === null || text === '' ? [] : [{ label, text }];
const rich = (label: string, html: string): TypedField[] => (isBlank(html) ? [] : [{ label, html }]);

export const typedEntry = (
  key: string,
  { errDrugLabel, errTypeLabel, errSeverity, errRes, errNote }: EntryDraft,
): Typed => ({
  key,
  what: entryText.unsaved(errDrugLabel),
  fields: [
    ...plain(entryText.fields.type, errTypeLabel),
    ...plain(entryText.fields.severity, errSeverity),
    ...plain(entryText.fields.response, errRes === null ? null : responseLabel(errRes)),
    ...rich(entryText.fields.note, errNote),
  ],
});
export const typedText = (key: string, { date, html }: ClinicalTextDraft): Typed => {
  const isNote = key.includes('note');
  return {
    key,
    what: isNote ? noteText.unsavedEdit(formatDate(date)) : reviewText.unsaved.edit(formatDate(date)),
    fields: rich(isNote ? noteText.form.text : reviewText.form.edit.text, html),
  };
};
/** `of`: the whole place of the draft. */
export function typedAt(user: string, of: string): Typed | undefined {
  const found = drafts.load({ user, of }, isAnything)?.value;
  if (!found) return undefined;
  return isEntryDraft(found)
    ? typedEntry(of, found)
    : isClinicalTextDraft(found)
      ? typedText(of, found)
      : typedForm(of, found);
}
