/** Finding a name in a long list as it is typed: spelling is folded, the best matches first, a limited number shown. */
import { normalizeForSearch } from './normalize-for-search.ts';
import { memoizeByObject } from '../browser/memoize.ts';

export interface Choice {
  id: string;
  label: string;
  /** A second name under which it is found too, such as the substance of a trade name. */
  detail?: string;
}
export interface SearchableChoice {
  choice: Choice;
  label: string;
  detail: string;
}

/** Folding is done once for each list, not at every key or in every form. */
export const searchableChoices = memoizeByObject((choices: readonly Choice[]): SearchableChoice[] =>
  choices.map((choice) => ({
    choice,
    label: normalizeForSearch(choice.label),
    detail: normalizeForSearch(choice.detail ?? ''),
  })),
);

/**
 * 0: the label begins with it; 1: a word of the label does; 2: it stands somewhere in the label; 3: only the second
 * name has it.
 */
function rank({ label, detail }: SearchableChoice, words: readonly string[], query: string): number | undefined {
  if (!words.every((word) => label.includes(word) || detail.includes(word))) return undefined;
  if (label.startsWith(query)) return 0;
  const first = words[0] ?? '';
  if (` ${label}`.includes(` ${first}`)) return 1;
  return label.includes(first) ? 2 : 3;
}

/** At most `limit` choices, and how many there are in all. An empty query finds everything, in the list's own order. */
export function search(
  prepared: readonly SearchableChoice[],
  typed: string,
  limit: number,
): { found: Choice[]; total: number } {
  const query = normalizeForSearch(typed);
  if (query === '') return { found: prepared.slice(0, limit).map(({ choice }) => choice), total: prepared.length };
  const words = query.split(' ');
  const ranked = prepared.flatMap((item) => {
    const at = rank(item, words, query);
    return at === undefined ? [] : [{ at, choice: item.choice }];
  });
  ranked.sort((a, b) => a.at - b.at);
  return { found: ranked.slice(0, limit).map(({ choice }) => choice), total: ranked.length };
}
