/** Drafts as text to read. */
import { isEntryDraft, unsavedEntryText, type EntryDraft } from '../../features/entries/entry-draft.ts';
import { translate } from '../../platform/language/language.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { isClinicalTextDraft, type ClinicalTextDraft } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { isBlank } from '../../platform/text/sanitize.ts';
import type { TypedField, TypedText } from '../../editing/unsaved-text.tsx';
import { errorTypeLabel, responseLabel } from '../../clinical/code-labels.ts';

const plain = (label: string, text: string | null): TypedField[] =>
  text === null || text === '' ? [] : [{ label, text }];
const rich = (label: string, html: string): TypedField[] => (isBlank(html) ? [] : [{ label, html }]);

export const entryDraftText = (
  key: string,
  { errDrugLabel, errType, errTypeLabel, errSeverity, errRes, errNote }: EntryDraft,
): TypedText => ({
  key,
  what: unsavedEntryText(errDrugLabel),
  fields: [
    ...plain(translate('entry.fields.type'), errorTypeLabel(errType, errTypeLabel)),
    ...plain(translate('entry.fields.severity'), errSeverity),
    ...plain(translate('entry.fields.response'), errRes === null ? null : responseLabel(errRes)),
    ...rich(translate('entry.fields.note'), errNote),
  ],
});
export const clinicalDraftText = (key: string, { date, html }: ClinicalTextDraft): TypedText => {
  const isNote = key.includes('note');
  return {
    key,
    what: isNote
      ? translate('note.unsavedEdit', { date: formatDate(date) })
      : translate('review.unsaved.edit', { date: formatDate(date) }),
    fields: rich(isNote ? translate('note.form.text') : translate('review.form.edit.text'), html),
  };
};
/** A draft of an admission, or the state of an unsent command's editor. @param of the whole key of the draft */
export const admissionDraftText = (of: string, draft: unknown): TypedText | undefined =>
  isEntryDraft(draft)
    ? entryDraftText(of, draft)
    : isClinicalTextDraft(draft)
      ? clinicalDraftText(of, draft)
      : readFormDraftText(of, draft);

/** The draft of a flat form: the changed fields where the draft has them, else all filled fields. */
function formDraftText(key: string, fields: Readonly<Record<string, unknown>>): TypedText {
  const changed = typeof fields['changed'] === 'object' && fields['changed'] !== null ? fields['changed'] : fields;
  const named = Object.entries(changed).filter(
    ([field, text]) => typeof text === 'string' && text !== '' && field !== 'drug',
  );
  return {
    key,
    what: translate('closed.form'),
    fields: named.map(([field, text]) => ({
      label: labelOf(field),
      [isMarkup(String(text)) ? 'html' : 'text']: String(text),
    })),
  };
}
/** The editor's text begins with a block. */
const isMarkup = (text: string): boolean => /^<(p|h[23]|ul|ol|blockquote)[ >]/.test(text);
/** `stopDate` becomes "Stop date". */
const labelOf = (field: string): string =>
  (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll(
    /(?<=[a-z])[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The draft of a flat form. @param of the whole key of the draft */
export const readFormDraftText = (of: string, draft: unknown): TypedText | undefined =>
  isRecord(draft) ? formDraftText(of, draft) : undefined;
