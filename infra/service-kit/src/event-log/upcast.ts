/**
 * Events are for ever. When the shape of a type changes, old events are upcast when they are read, one version at a
 * time. `golden/` holds an event of every type and version ever written, and its spec reads them all.
 */

/** Turns the payload of one version into that of the next. */
export type Upcast = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

type Data = Parameters<Upcast>[0];
/** Entries from before follow-up dates have none. The schema reports all other mistakes. */
const withoutFollowUp = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null ? { followUpDate: null, ...entry } : entry;
const entryWithoutFollowUp = (data: Data): Data => ({ ...data, entry: withoutFollowUp(data['entry']) });
const entriesWithoutFollowUp = (data: Data): Data => ({
  ...data,
  entries: Array.isArray(data['entries']) ? data['entries'].map(withoutFollowUp) : data['entries'],
});

/** By type: the first upcast leads from version 1 to 2, the second from 2 to 3. Other types are in version 1. */
const upcasts: Readonly<Record<string, readonly Upcast[]>> = {
  ReviewAdded: [entriesWithoutFollowUp],
  ReviewDuplicated: [entriesWithoutFollowUp],
  ReviewMedicationAdded: [entryWithoutFollowUp],
  ReviewMedicationUpdated: [entryWithoutFollowUp],
};

/** The `metadata.schemaVersion` of a new event of this type. */
export const schemaVersionOf = (type: string): number => 1 + (upcasts[type]?.length ?? 0);

/** @throws RangeError for an unknown version, such as that of a newer program */
export function upcast(
  type: string,
  version: number,
  data: Readonly<Record<string, unknown>>,
  table = upcasts,
): Readonly<Record<string, unknown>> {
  const steps = table[type] ?? [];
  if (!Number.isInteger(version) || version < 1 || version > steps.length + 1)
    throw new RangeError(`${type} has no version ${version}`);
  return steps.slice(version - 1).reduce((older, step) => step(older), data);
}
