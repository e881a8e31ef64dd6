/** Two people changed one thing: what can be put together without asking, and what has to be seen. */

/** Fields that only make sense together (a severity belongs to its error type) are one group and never mixed. */
export type Groups<T> = readonly (readonly (keyof T)[])[];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const changed = <T extends object>(group: readonly (keyof T)[], from: T, to: T): boolean => group.some((field) => !same(from[field], to[field]));

/** Whether anything of the groups differs. */
export const differs = <T extends object>(groups: Groups<T>, a: T, b: T): boolean => groups.some((group) => changed(group, a, b));

/** The groups that both changed, and to different things: what a person has to decide. */
export const overlapping = <T extends object>(groups: Groups<T>, base: T, mine: T, theirs: T): Groups<T> =>
  groups.filter((group) => changed(group, base, mine) && changed(group, base, theirs) && changed(group, mine, theirs));

/** Both changes in one, or undefined when they touch the same group. */
export function mergeDisjoint<T extends object>(groups: Groups<T>, base: T, mine: T, theirs: T): T | undefined {
  if (overlapping(groups, base, mine, theirs).length > 0) return undefined;
  const merged = { ...theirs };
  for (const group of groups) {
    if (!changed(group, base, mine)) continue;
    for (const field of group) merged[field] = mine[field];
  }
  return merged;
}
