/** A draft of an entry in words: the rows of its comparison with a teammate's change, and its text when its place is gone. */
import { entryFields } from 'language/domain/admission/fields';
import { idsByLabel } from 'language/domain/values/record-fields';
import { errorTypeLabel, responseLabel } from '../../clinical/code-labels.ts';
import { entryFormats, labelOf, noNames } from '../../clinical/field-formats.ts';
import type { ComparedValue } from '../../components/text/compared-value.tsx';
import type { ComparedField } from '../../editing/conflict.tsx';
import { type MessageId, translate } from '../../platform/language/language.ts';
import { formatDate } from '../../platform/time/dates.ts';
import type { EntryDraft } from './entry-draft.ts';

type Shown = Exclude<keyof typeof entryFormats, 'rating' | 'drugTags'>;
/** In the order of the form. The tags are those of the drug. */
const shown = Object.keys(entryFormats).filter((name): name is Shown => name !== 'rating' && name !== 'drugTags');

/** The form has the hints of a letter and a code, which histories say beside them. */
const inForm: Partial<Record<Shown, (draft: EntryDraft) => string>> = {
  errTypeLabel: ({ errType, errTypeLabel }) => errorTypeLabel(errType, errTypeLabel),
  errSeverity: ({ errSeverity }) => errSeverity ?? '',
  errRes: ({ errRes }) => (errRes === null ? '' : responseLabel(errRes)),
  followUpDate: ({ followUpDate }) => formatDate(followUpDate),
};
function inWords(name: Shown, draft: EntryDraft): ComparedValue {
  const text = inForm[name]?.(draft);
  return text === undefined ? entryFormats[name](draft[name], draft, noNames) : { text };
}
export const draftInWords = (draft: EntryDraft): { name: Shown; label: string; value: ComparedValue }[] =>
  shown.map((name) => ({ name, label: labelOf(name), value: inWords(name, draft) }));

/** The words for a field without a value. */
const missing: Partial<Record<Shown, MessageId>> = {
  errSeverity: 'mark.notGraded',
  errRes: 'mark.pending',
  followUpDate: 'entry.noFollowUp',
};
const idOf = idsByLabel(entryFields);

export const comparedFields = (): readonly ComparedField<EntryDraft>[] =>
  shown.map((name) => ({
    label: labelOf(name),
    of: [idOf[name] ?? name],
    show: (draft) => {
      const value = inWords(name, draft);
      const id = missing[name];
      return id !== undefined && 'text' in value && value.text === '' ? { text: translate(id) } : value;
    },
  }));
