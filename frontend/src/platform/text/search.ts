/** Searches a long list of names while a person types: spelling is normalised, the best matches come first. */
import { normalizeForSearch } from './normalize-for-search.ts';
import { memoizeByObject } from '../browser/memoize.ts';

export interface Choice {
  id: string;
  label: string;
  /** A second name that is searched, such as the substance of a trade name. */
  detail?: string;
}
export interface SearchableChoice {
  choice: Choice;
  label: string;
  detail: string;
}

/** Normalises a list once, not at every key and in every form. */
export const searchableChoices = memoizeByObject((choices: readonly Choice[]): SearchableChoice[] =>
  choices.map((choice) => ({
    choice,
    label: normalizeForSearch(choice.label),
    detail: normalizeForSearch(choice.detail ?? ''),
  })),
);

/** 0: the label begins with the query; 1: a word of the label does; 2: the label contains it; 3: only the detail. */
function rank({ label, detail }: SearchableChoice, words: readonly string[], query: string): number | undefined {
  if (!words.every((word) => label.includes(word) || detail.includes(word))) return undefined;
  if (label.startsWith(query)) return 0;
  const first = words[0] ?? '';
  if (` ${label}`.includes(` ${first}`)) return 1;
  return label.includes(first) ? 2 : 3;
}

/** At most `limit` choices, and the total. An empty query finds all choices in the order of the list. */
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
