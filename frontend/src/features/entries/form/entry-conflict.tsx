import { responseLabel } from 'command-api/domain/values/codes';
import { EditorConflict, type ComparedField } from '../../../editing/conflict.tsx';
import { formatDate } from '../../../platform/time/dates.ts';
import { entryFields, type EntryDraft } from '../entry-draft.ts';
import type { EntryEditor } from '../entry-editor.tsx';
import { entryText } from '../messages.ts';

const rows: readonly ComparedField<EntryDraft>[] = [
  { label: entryText.fields.drug, of: ['errDrug'], show: ({ errDrugLabel }) => ({ text: errDrugLabel }) },
  { label: entryText.fields.type, of: ['errType'], show: ({ errTypeLabel }) => ({ text: errTypeLabel }) },
  {
    label: entryText.fields.severity,
    of: ['errSeverity'],
    show: ({ errSeverity }) => ({ text: errSeverity ?? entryText.notGraded }),
  },
  {
    label: entryText.fields.response,
    of: ['errRes'],
    show: ({ errRes }) => ({ text: errRes === null ? entryText.pending : responseLabel(errRes) }),
  },
  {
    label: entryText.fields.followUp,
    of: ['followUpDate'],
    show: ({ followUpDate }) => ({ text: formatDate(followUpDate) || entryText.noFollowUp }),
  },
  { label: entryText.fields.note, of: ['errNote'], show: ({ errNote }) => ({ html: errNote }) },
];

/** A teammate's change of the entry that this person edits. */
export const EntryConflict = ({ editor }: { editor: EntryEditor }) => (
  <EditorConflict editor={editor} fields={entryFields} rows={rows} />
);
