/** Tags are in entries by name. A name that a tag has or had stands for the tag (docs/decisions/read-side/names-by-id.md). */
import type { Catalogue } from './state.ts';

/** Labels of error types and of tags differ by more than the case of letters. */
export const isSameLabel = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The current name of the tag that has this name, or had it last; the name itself where no tag had it. */
export function nameOfTag({ tags, pastTagNames }: Catalogue, name: string): string {
  const given = name.trim();
  const current = tags.find(({ label }) => isSameLabel(label, given));
  if (current) return current.label;
  const past = pastTagNames.findLast(({ label }) => isSameLabel(label, given));
  return tags.find(({ tagId }) => tagId === past?.tagId)?.label ?? name;
}
