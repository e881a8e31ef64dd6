/** What became of one medication error by one event. */
import { createHash } from 'node:crypto';
import type { EntryChange } from 'command-api/contract/history';
import type { Entry } from 'command-api/domain/admission/events';
import { isNoError } from 'command-api/domain/values/codes';

/** An entry as far as an auditor searches for it; of its note and tags, by what another one is told from it. */
export interface EntryState extends Pick<
  Entry,
  'errType' | 'errTypeLabel' | 'errDrug' | 'errDrugLabel' | 'errSeverity' | 'errRes' | 'followUpDate'
> {
  readonly rating: number | null;
  readonly note: string;
  readonly tags: string;
}

export const entryStateOf = (
  { errType, errTypeLabel, errDrug, errDrugLabel, errSeverity, errRes, followUpDate, errNote, drugTags }: Entry,
  rating: number | null,
): EntryState => ({
  errType,
  errTypeLabel,
  errDrug,
  errDrugLabel,
  errSeverity,
  errRes,
  followUpDate,
  rating,
  note: createHash('sha256').update(errNote).digest('base64'),
  tags: createHash('sha256').update(JSON.stringify(drugTags)).digest('base64'),
});

const fields: readonly (readonly [field: keyof EntryState, change: EntryChange])[] = [
  ['errType', 'type'],
  ['errDrug', 'drug'],
  ['errSeverity', 'severity'],
  ['errRes', 'response'],
  ['rating', 'rating'],
  ['followUpDate', 'followUp'],
  ['note', 'note'],
  ['tags', 'tags'],
];

export interface Change {
  readonly what: readonly EntryChange[];
  /** As it stands afterwards; of what was removed, as it stood. */
  readonly is: EntryState;
  /** What has changed, as it stood. */
  readonly was: Partial<EntryState>;
}

/**
 * @param before undefined: it was added, or copied from another one
 * @param after undefined: it was removed
 * @returns undefined where it was no error, and is none: "No error" says that nothing was wrong (decisions, trap 2)
 */
export function changeOf(
  before: EntryState | undefined,
  after: EntryState | undefined,
  isCopy = false,
): Change | undefined {
  if (![before, after].some((standing) => standing !== undefined && !isNoError(standing.errType))) return undefined;
  if (before === undefined) return after && { what: [isCopy ? 'copied' : 'added'], is: after, was: {} };
  if (after === undefined) return { what: ['removed'], is: before, was: {} };
  const changed = fields.filter(([field]) => before[field] !== after[field]);
  const was = Object.fromEntries(changed.map(([field]) => [field, before[field]])) as Partial<EntryState>;
  return {
    what: changed.map(([, change]) => change),
    is: after,
    was: {
      ...was,
      ...('errType' in was ? { errTypeLabel: before.errTypeLabel } : {}),
      ...('errDrug' in was ? { errDrugLabel: before.errDrugLabel } : {}),
    },
  };
}
