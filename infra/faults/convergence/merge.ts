/** Merges two people's changes of one entity where they are of different fields, as the screens do. */

/** Fields that belong together form one group. A group is taken whole from one side. */
export type Groups<Fields> = readonly (readonly (keyof Fields)[])[];

const differs = <Fields extends object>(group: readonly (keyof Fields)[], one: Fields, other: Fields): boolean =>
  group.some((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));

/** Both changes in one; undefined where both changed the same group in different ways. */
export function merged<Fields extends object>(
  groups: Groups<Fields>,
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Fields | undefined {
  const changed = groups.filter((group) => differs(group, base, mine));
  if (changed.some((group) => differs(group, base, theirs) && differs(group, mine, theirs))) return undefined;
  return { ...theirs, ...Object.fromEntries(changed.flat().map((field) => [field, mine[field]])) };
}
