/** How one event changed one medication error. */
import { hash } from 'node:crypto';
import type { EntryChange, ErrorStanding } from 'language/contract/history';
import type { Entry } from 'language/domain/admission/events';
import { entryChanges, entryFields, ratedEntryFields } from 'language/domain/admission/fields';
import { isNoError } from 'language/domain/values/codes';
import { emptyOf, namesOf, pick } from 'language/domain/values/record-fields';

/** The fields that an auditor searches. Of the others it only matters whether they differ: they are kept as hashes. */
const { errType, errTypeLabel, errDrug, errDrugLabel, errSeverity, errRes, followUpDate, ...hashed } = entryFields;
const searched = { errType, errTypeLabel, errDrug, errDrugLabel, errSeverity, errRes, followUpDate };

/** A hash has the name of the change. An entry from before the field has none. */
type Hashes = { readonly [Word in (typeof hashed)[keyof typeof hashed]['change']]?: string };
export type EntryState = Readonly<ErrorStanding> & Hashes;

const hashOf = (value: unknown): string =>
  hash('sha256', typeof value === 'string' ? value : JSON.stringify(value), 'base64');
const hashesOf = (entry: Partial<Entry>): Hashes =>
  Object.fromEntries(
    namesOf(hashed).flatMap((name): [string, string][] =>
      entry[name] === undefined ? [] : [[hashed[name].change, hashOf(entry[name])]],
    ),
  );

export const entryStateOf = (entry: Entry, rating: number | null): EntryState => ({
  ...pick(searched, entry),
  rating,
  ...hashesOf(entry),
});

const fieldOfChange: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...searched, rating: ratedEntryFields.rating }).flatMap(([name, field]): [string, string][] =>
    'change' in field ? [[field.change, name]] : [],
  ),
);
/** The error type and the drug first. */
const fields = [...new Set<(typeof entryChanges)[number]>(['type', 'drug', ...entryChanges])].map(
  (change) => [fieldOfChange[change] ?? change, change] as const,
);
const nothing = Object.fromEntries(namesOf(hashed).map((name) => [hashed[name].change, hashOf(emptyOf(hashed[name]))]));
const valuesOf = (state: EntryState): Readonly<Record<string, unknown>> => ({ ...nothing, ...state });

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
  const [old, current] = [valuesOf(before), valuesOf(after)];
  const changed = fields.filter(([field]) => old[field] !== current[field]);
  const was = Object.fromEntries(changed.map(([field]) => [field, old[field]])) as Partial<EntryState>;
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
