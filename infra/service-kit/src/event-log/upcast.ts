/**
 * Events are for ever: when the shape of a type changes, its old versions are brought up to date on their way in, one
 * version at a time. `golden/` holds an event of every type and version ever written, and its spec reads them all.
 */

/** Takes the payload of one version and gives that of the next. */
export type Upcast = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

type Data = Parameters<Upcast>[0];
/** Entries written before there were follow-up dates have none. What is broken otherwise is for the schema to say. */
const withoutFollowUp = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null ? { followUpDate: null, ...entry } : entry;
const entryWithoutFollowUp = (data: Data): Data => ({ ...data, entry: withoutFollowUp(data['entry']) });
const entriesWithoutFollowUp = (data: Data): Data => ({
  ...data,
  entries: Array.isArray(data['entries']) ? data['entries'].map(withoutFollowUp) : data['entries'],
});

/**
 * By type: the first brings version 1 to 2, the second 2 to 3, and so on. A type that is not here is still in its first
 * version.
 */
const upcasts: Readonly<Record<string, readonly Upcast[]>> = {
  ReviewAdded: [entriesWithoutFollowUp],
  ReviewDuplicated: [entriesWithoutFollowUp],
  ReviewMedicationAdded: [entryWithoutFollowUp],
  ReviewMedicationUpdated: [entryWithoutFollowUp],
};

/** The version that `metadata.schemaVersion` has on a newly written event of this type. */
export const schemaVersionOf = (type: string): number => 1 + (upcasts[type]?.length ?? 0);

/** @throws RangeError when the version is none that this program knows, such as one written by a newer program. */
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
