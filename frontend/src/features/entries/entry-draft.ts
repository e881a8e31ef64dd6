/** The draft of a medication-error entry, the rules between its fields, and how drafts are compared and merged. */
import type { DrugErr, Review } from 'command-api/contract/entities';
import { isNoError, type Response, type Severity } from 'command-api/domain/values/codes';
import { hasFields, differs, type FieldGroups } from '../../editing/merge.ts';
import { translate } from '../../platform/language/language.ts';
import { isDateOrEmpty } from '../../platform/time/dates.ts';
import { isDirty, type EditorContext, type EditorFields } from '../../editing/editor-fields.ts';

/** The labels are for the screen; the server fills in its own. */
export interface EntryDraft {
  errDrug: string;
  errDrugLabel: string;
  drugTags: { name: string }[];
  errType: string;
  errTypeLabel: string;
  errSeverity: Severity | null;
  errRes: Response | null;
  /** YYYY-MM-DD. */
  followUpDate: string | null;
  /** HTML. */
  errNote: string;
}

export const blankEntry: EntryDraft = {
  errDrug: '',
  errDrugLabel: '',
  drugTags: [],
  errType: '',
  errTypeLabel: '',
  errSeverity: null,
  errRes: null,
  followUpDate: null,
  errNote: '',
};

const draftOf = ({
  errDrug,
  errDrugLabel,
  drugTags,
  errType,
  errTypeLabel,
  errSeverity,
  errRes,
  followUpDate,
  errNote,
}: EntryDraft): EntryDraft => ({
  errDrug,
  errDrugLabel,
  drugTags,
  errType,
  errTypeLabel,
  errSeverity,
  errRes,
  followUpDate,
  errNote,
});

/** "No error" has no severity, no response and no follow-up date (docs/product.md, "No error"). */
export function changeDraft(draft: EntryDraft, patch: Partial<EntryDraft>): EntryDraft {
  const next = { ...draft, ...patch };
  return isNoError(next.errType) ? { ...next, errSeverity: null, errRes: null, followUpDate: null } : next;
}

/** The parts that are missing before the server can take the draft, in the order of the form. */
export function missingIn(draft: EntryDraft): { errDrug?: string; errType?: string } {
  return {
    ...(draft.errDrug === '' ? { errDrug: translate('entry.problems.errDrug') } : {}),
    ...(draft.errType === '' ? { errType: translate('entry.problems.errType') } : {}),
  };
}
export const isComplete = (draft: EntryDraft): boolean => draft.errDrug !== '' && draft.errType !== '';

const groups: FieldGroups<EntryDraft> = [
  ['errDrug', 'errDrugLabel', 'drugTags'],
  // A severity and a response belong to their error type.
  ['errType', 'errTypeLabel', 'errSeverity', 'errRes'],
  ['followUpDate'],
  ['errNote'],
];

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
  isComplete: (draft) => isComplete(draft) && isDateOrEmpty(draft.followUpDate ?? ''),
  change: changeDraft,
  read: readEntry,
  canBeAddedAgain: true,
};
export const isEntryDirty = (context: EditorContext<DrugErr, EntryDraft>): boolean => isDirty(entryFields, context);

const isText = (value: unknown): value is string => typeof value === 'string';
/**
 * True if a stored draft can be shown in the form. A draft stored before follow-up dates existed
 * has none: the editor fills the gap from the saved entry.
 */
export const isEntryDraft = (value: unknown): value is EntryDraft =>
  typeof value === 'object' &&
  value !== null &&
  'errDrug' in value &&
  isText(value.errDrug) &&
  'errDrugLabel' in value &&
  isText(value.errDrugLabel) &&
  'errType' in value &&
  isText(value.errType) &&
  'errTypeLabel' in value &&
  isText(value.errTypeLabel) &&
  'errNote' in value &&
  isText(value.errNote) &&
  'drugTags' in value &&
  Array.isArray(value.drugTags) &&
  'errSeverity' in value &&
  'errRes' in value;

/** The name of the entry where its text is not saved. @param drug the drug's name, empty until it is chosen */
export const unsavedEntryText = (drug: string): string =>
  drug === '' ? translate('entry.unsavedNew') : translate('entry.unsaved', { label: drug });
