import { responseLabel } from 'command-api/domain/codes';
import type { ReactNode } from 'react';
import { shownDate } from '../../lib/dates.ts';
import { differs } from '../../lib/merge.ts';
import { Conflict, type Difference } from '../../ui/conflict.tsx';
import { RichTextView } from '../../ui/rich-text-view.tsx';
import { draftOf, type EntryDraft } from './entry-draft.ts';
import type { EntryEditor } from './entry-editor.ts';
import type { EntryContext } from './entry.machine.ts';
import { entryText } from './messages.ts';

const fields: readonly { field: string; of: readonly (keyof EntryDraft)[]; show: (draft: EntryDraft) => ReactNode }[] = [
  { field: entryText.fields.drug, of: ['errDrug'], show: ({ errDrugLabel }) => <bdi>{errDrugLabel}</bdi> },
  { field: entryText.fields.type, of: ['errType'], show: ({ errTypeLabel }) => errTypeLabel },
  { field: entryText.fields.severity, of: ['errSeverity'], show: ({ errSeverity }) => errSeverity ?? entryText.notGraded },
  { field: entryText.fields.response, of: ['errRes'], show: ({ errRes }) => (errRes === null ? entryText.pending : responseLabel(errRes)) },
  { field: entryText.fields.followUp, of: ['followUpDate'], show: ({ followUpDate }) => shownDate(followUpDate) || entryText.noFollowUp },
  { field: entryText.fields.note, of: ['errNote'], show: ({ errNote }) => <RichTextView html={errNote} /> },
];

/** Only the fields in which mine and theirs differ, beside what they were before, where that is known. */
function differencesOf({ draft, saved, theirs }: EntryContext): Difference[] {
  if (!theirs) return [];
  const other = draftOf(theirs.entry);
  const before = saved && saved.version < theirs.entry.version ? draftOf(saved) : undefined;
  return fields
    .filter(({ of }) => differs([of], draft, other))
    .map(({ field, show }) => ({
      field, yours: show(draft), theirs: show(other),
      ...(before ? { was: show(before) } : {}),
    }));
}

export function EntryConflict({ editor, context }: { editor: EntryEditor; context: EntryContext }) {
  return (
    <Conflict
      by={context.theirs?.by ?? ''}
      at={context.theirs?.at}
      differences={differencesOf(context)}
      onKeepMine={() => editor.send({ type: 'keepMine' })}
      onTakeTheirs={() => editor.send({ type: 'takeTheirs' })}
      onGoOn={() => editor.send({ type: 'goOn' })}
    />
  );
}
