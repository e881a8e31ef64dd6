/** Two people changed one thing: what is merged without asking, and what a person has to decide. */

/** Fields that only make sense together (a severity belongs to its error type) are one group and never mixed. */
export type FieldGroups<T> = readonly (readonly (keyof T)[])[];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const changed = <T extends object>(group: readonly (keyof T)[], from: T, to: T): boolean =>
  group.some((field) => !same(from[field], to[field]));

/** True if any field of the groups differs. */
export const differs = <T extends object>(groups: FieldGroups<T>, a: T, b: T): boolean =>
  groups.some((group) => changed(group, a, b));

/** The groups that both changed, to different values: what a person has to decide. */
export const conflictingGroups = <T extends object>(
  groups: FieldGroups<T>,
  base: T,
  mine: T,
  theirs: T,
): FieldGroups<T> =>
  groups.filter((group) => changed(group, base, mine) && changed(group, base, theirs) && changed(group, mine, theirs));

/** Mine over theirs: the groups that I changed as I have them, all others as they have them. */
export function mineOverTheirs<T extends object>(groups: FieldGroups<T>, base: T, mine: T, theirs: T): T {
  const merged = { ...theirs };
  for (const group of groups) {
    if (!changed(group, base, mine)) continue;
    for (const field of group) merged[field] = mine[field];
  }
  return merged;
}

/** Both changes in one, or undefined when they touch the same group. */
export const mergeDisjoint = <T extends object>(groups: FieldGroups<T>, base: T, mine: T, theirs: T): T | undefined =>
  conflictingGroups(groups, base, mine, theirs).length > 0 ? undefined : mineOverTheirs(groups, base, mine, theirs);

/** The groups that both changed; all groups that differ if no base is known. */
export const groupsToDecide = <T extends object>(
  groups: FieldGroups<T>,
  base: T | undefined,
  mine: T,
  theirs: T,
): FieldGroups<T> =>
  base ? conflictingGroups(groups, base, mine, theirs) : groups.filter((group) => changed(group, mine, theirs));

/** Theirs in each group that had to be decided. A group that only I changed stays mine. */
export const yieldToTheirs = <T extends object>(groups: FieldGroups<T>, base: T | undefined, mine: T, theirs: T): T =>
  base
    ? mineOverTheirs(
        groups.filter((group) => !conflictingGroups([group], base, mine, theirs).length),
        base,
        mine,
        theirs,
      )
    : theirs;

/** The fields of a form as the server has them. */
export interface CurrentVersion<Fields> {
  fields: Fields;
  version: number;
}

/** True if it has all of these fields. The types of their values are trusted. */
export const hasFields = <Entity extends object>(
  current: unknown,
  fields: readonly (keyof Entity)[],
): current is Entity => typeof current === 'object' && current !== null && fields.every((field) => field in current);

/** Makes a reader of the entity that a 409 carries in `current`. It answers the fields of a form with their version. */
export const createVersionReader =
  <Entity extends { version: number }, Fields>(
    needed: readonly (keyof Entity)[],
    fieldsOf: (entity: Entity) => Fields,
  ) =>
  (current: unknown): CurrentVersion<Fields> | undefined =>
    hasFields<Entity>(current, ['version', ...needed])
      ? { fields: fieldsOf(current), version: current.version }
      : undefined;
