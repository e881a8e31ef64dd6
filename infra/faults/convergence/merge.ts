/** What two people changed of one thing, put together where they changed different fields of it: as the screens do. */

/** Fields that only make sense together are one group, and never mixed. */
export type Groups<Fields> = readonly (readonly (keyof Fields)[])[];

const differs = <Fields extends object>(group: readonly (keyof Fields)[], one: Fields, other: Fields): boolean =>
  group.some((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));

/** Both changes in one, or undefined where they are of the same group and not the same. */
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
