import { responseLabel } from 'command-api/domain/codes';
import { formatDate } from '../../platform/time/dates.ts';
import { differs } from '../../editing/conflict/merge.ts';
import { Conflict, type Difference } from '../../editing/conflict/conflict.tsx';
import type { ComparedValue } from '../../components/text/compared-value.tsx';
import { draftOf, type EntryDraft } from './entry-draft.ts';
import type { EntryEditor } from './entry-editor.ts';
import { toDecide, type EntryContext } from './entry.machine.ts';
import { entryText } from './messages.ts';

const fields: readonly {
  field: string;
  of: readonly (keyof EntryDraft)[];
  show: (draft: EntryDraft) => ComparedValue;
}[] = [
  { field: entryText.fields.drug, of: ['errDrug'], show: ({ errDrugLabel }) => ({ text: errDrugLabel }) },
  { field: entryText.fields.type, of: ['errType'], show: ({ errTypeLabel }) => ({ text: errTypeLabel }) },
  {
    field: entryText.fields.severity,
    of: ['errSeverity'],
    show: ({ errSeverity }) => ({ text: errSeverity ?? entryText.notGraded }),
  },
  {
    field: entryText.fields.response,
    of: ['errRes'],
    show: ({ errRes }) => ({ text: errRes === null ? entryText.pending : responseLabel(errRes) }),
  },
  {
    field: entryText.fields.followUp,
    of: ['followUpDate'],
    show: ({ followUpDate }) => ({ text: formatDate(followUpDate) || entryText.noFollowUp }),
  },
  { field: entryText.fields.note, of: ['errNote'], show: ({ errNote }) => ({ html: errNote }) },
];

/** Only the fields that have to be decided, beside what they were before, where that is known. */
function differencesOf(context: EntryContext): Difference[] {
  const { draft, saved, theirs } = context;
  if (!theirs) return [];
  const other = draftOf(theirs.entry);
  const before = saved && saved.version < theirs.entry.version ? draftOf(saved) : undefined;
  const open = toDecide(context).flat();
  return fields
    .filter(({ of }) => of.some((field) => open.includes(field)) && differs([of], draft, other))
    .map(({ field, show }) => ({
      field,
      yours: show(draft),
      theirs: show(other),
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
