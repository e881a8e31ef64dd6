/** How one event changed one medication error. */
import { hash } from 'node:crypto';
import type { EntryChange } from 'command-api/contract/history';
import type { Entry } from 'command-api/domain/admission/events';
import { isNoError } from 'command-api/domain/values/codes';

/** The searchable fields of an entry. Note and tags are hashes: it only matters whether they differ. */
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
  note: hash('sha256', errNote, 'base64'),
  tags: hash('sha256', JSON.stringify(drugTags), 'base64'),
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
  /** The state after the event; of a removed entry, the last state. */
  readonly is: EntryState;
  /** The old values of the changed fields. */
  readonly was: Partial<EntryState>;
}

/** How an entry comes into a chart, and how it goes. */
export type Arrival = 'added' | 'copied' | 'movedIn';
export type Departure = 'removed' | 'movedOut';

/**
 * @param before undefined: the entry was added, or copied from another one
 * @param after undefined: the entry was removed
 * @param how it came or went, where it was not there before or is not any more
 * @returns undefined if the entry is no error before and after (docs/product.md, "No error")
 */
export function changeOf(
  before: EntryState | undefined,
  after: EntryState | undefined,
  how: Arrival | Departure = before === undefined ? 'added' : 'removed',
): Change | undefined {
  if (![before, after].some((state) => state !== undefined && !isNoError(state.errType))) return undefined;
  if (before === undefined) return after && { what: [how], is: after, was: {} };
  if (after === undefined) return { what: [how], is: before, was: {} };
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
