/** What a person fills in of a medication-error entry, and the rules between its fields. */
import type { DrugErr } from 'command-api/contract/entities';
import { isNoError, type Response, type Severity } from 'command-api/domain/codes';
import type { Groups } from '../../editing/conflict/merge.ts';

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

export const draftOf = ({
  errDrug,
  errDrugLabel,
  drugTags,
  errType,
  errTypeLabel,
  errSeverity,
  errRes,
  followUpDate,
  errNote,
}: DrugErr): EntryDraft => ({
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

/** What belongs together when two changes meet: a severity and a response speak of their error type. */
export const entryGroups: Groups<EntryDraft> = [
  ['errDrug', 'errDrugLabel', 'drugTags'],
  ['errType', 'errTypeLabel', 'errSeverity', 'errRes'],
  ['followUpDate'],
  ['errNote'],
];

/** "No error" carries no severity and no response (decisions, trap 2), and nothing to look at again. */
export function changeDraft(draft: EntryDraft, patch: Partial<EntryDraft>): EntryDraft {
  const next = { ...draft, ...patch };
  return isNoError(next.errType) ? { ...next, errSeverity: null, errRes: null, followUpDate: null } : next;
}

/** What is still missing for the server to take it, in the order of the form. */
export function missingIn(draft: EntryDraft): { errDrug?: string; errType?: string } {
  return {
    ...(draft.errDrug === '' ? { errDrug: 'Choose a drug' } : {}),
    ...(draft.errType === '' ? { errType: 'Choose an error type' } : {}),
  };
}
export const isComplete = (draft: EntryDraft): boolean => draft.errDrug !== '' && draft.errType !== '';

const isText = (value: unknown): value is string => typeof value === 'string';
/**
 * Whether what a draft store holds can be shown in the form. One from before there were follow-up dates can: the
 * entry's own stands in for it.
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
