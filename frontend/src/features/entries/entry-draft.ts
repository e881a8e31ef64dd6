/** The draft of a medication-error entry, the rules between its fields, and how drafts are compared and merged. */
import type { DrugErr, Review } from 'language/contract/entities';
import { withoutContradictions, entryFields as described } from 'language/domain/admission/fields';
import { hasBlanks } from 'language/domain/checks/blanks';
import { groupsOf, pick } from 'language/domain/values/record-fields';
import { hasFields, differs, type FieldGroups } from '../../editing/merge.ts';
import { translate } from '../../platform/language/language.ts';
import { isDateOrEmpty } from '../../platform/time/dates.ts';
import { isDirty, type EditorContext, type EditorFields } from '../../editing/editor-fields.ts';

/** The labels are for the screen; the server fills in its own. */
export type EntryDraft = Pick<DrugErr, keyof typeof described>;

const nothing: Partial<EntryDraft> = {};
export const blankEntry: EntryDraft = pick(described, nothing);
const draftOf = (entry: EntryDraft): EntryDraft => pick(described, entry);

export const changeDraft = (draft: EntryDraft, patch: Partial<EntryDraft>): EntryDraft =>
  withoutContradictions({ ...draft, ...patch });

/** The parts that are missing before the draft is sent, in the order of the form. */
export function missingIn(draft: EntryDraft): { errDrug?: string; errType?: string; errNote?: string } {
  return {
    ...(draft.errDrug === '' ? { errDrug: translate('entry.problems.errDrug') } : {}),
    ...(draft.errType === '' ? { errType: translate('entry.problems.errType') } : {}),
    ...(hasBlanks(draft.errNote) ? { errNote: translate('entry.problems.blanks') } : {}),
  };
}
/** The drug and the type are chosen. */
export const isSubjectChosen = (draft: EntryDraft): boolean => draft.errDrug !== '' && draft.errType !== '';

const groups: FieldGroups<EntryDraft> = groupsOf(described);

/** A 409 carries the entry, or the review that holds it. */
function readEntry(current: unknown, saved: DrugErr | undefined): DrugErr | undefined {
  const candidates: readonly unknown[] = hasFields<Pick<Review, 'drugErrs'>>(current, ['drugErrs'])
    ? current.drugErrs
    : [current];
  return candidates
    .filter((one) => hasFields<DrugErr>(one, ['_id', 'errDrug', 'version']))
    .find(({ _id }) => _id === saved?._id);
}

export const entryFields: EditorFields<DrugErr, EntryDraft> = {
  groups,
  savedContent: draftOf,
  draftContent: draftOf,
  toDraft: draftOf,
  isBlank: (draft) => !differs(groups, blankEntry, draft),
  isComplete: (draft) => isSubjectChosen(draft) && !hasBlanks(draft.errNote) && isDateOrEmpty(draft.followUpDate ?? ''),
  change: changeDraft,
  read: readEntry,
  canBeAddedAgain: true,
};
export const isEntryDirty = (context: EditorContext<DrugErr, EntryDraft>): boolean => isDirty(entryFields, context);

const blanks = new Map<string, unknown>(Object.entries(blankEntry));
const isLike = (empty: unknown, value: unknown): boolean =>
  empty === null || (Array.isArray(empty) ? Array.isArray(value) : typeof value === 'string');
/**
 * True if a stored draft can be shown in the form. A draft stored before follow-up dates existed
 * has none: the editor fills the gap from the saved entry.
 */
export const isEntryDraft = (value: unknown): value is EntryDraft =>
  typeof value === 'object' &&
  value !== null &&
  'errDrug' in value &&
  'errType' in value &&
  Object.entries<unknown>(value).every(([name, one]) => !blanks.has(name) || isLike(blanks.get(name), one));

/** The name of the entry where its text is not saved. @param drug the drug's name, empty until it is chosen */
export const unsavedEntryText = (drug: string): string =>
  drug === '' ? translate('entry.unsavedNew') : translate('entry.unsaved', { label: drug });
