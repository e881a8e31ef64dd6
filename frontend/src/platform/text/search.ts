/** Searches a long list of names while a person types: spelling is normalised, the best matches come first. */
import { foldDrug, soundOf } from 'language/domain/values/folding';

/** Calls `compute` once for each object. A result is released together with its object. */
export function memoizeByObject<Input extends object, Result>(compute: (input: Input) => Result): typeof compute {
  const results = new WeakMap<Input, { readonly result: Result }>();
  return (input) => {
    const memoized = results.get(input) ?? { result: compute(input) };
    results.set(input, memoized);
    return memoized.result;
  };
}

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
    label: foldDrug(choice.label),
    detail: foldDrug(choice.detail ?? ''),
  })),
);

/** Made at the first Arabic query, once for each choice. */
const soundsOf = memoizeByObject(({ label, detail }: SearchableChoice): string[] =>
  `${label} ${detail}`.split(' ').map(soundOf),
);
const hasSound = (choice: SearchableChoice, word: string): boolean => {
  if (!/\p{Script=Arabic}/u.test(word)) return false;
  const sound = soundOf(word);
  return sound.length > 1 && soundsOf(choice).some((other) => other.startsWith(sound));
};

/**
 * 0: the label begins with the query; 1: it has the whole query from one of its words on; 2: one of its words begins
 * with the first word; 3: it contains that; 4: only the detail does; 5: an Arabic word sounds like one of both.
 */
function rank(choice: SearchableChoice, words: readonly string[], query: string): number | undefined {
  const { label, detail } = choice;
  const together = label.replaceAll(' ', '');
  const isWritten = (word: string): boolean => label.includes(word) || detail.includes(word) || together.includes(word);
  if (!words.every((word) => isWritten(word) || hasSound(choice, word))) return undefined;
  if (!words.every(isWritten)) return 5;
  if (label.startsWith(query)) return 0;
  if (` ${label}`.includes(` ${query}`)) return 1;
  const first = words[0] ?? '';
  if (` ${label}`.includes(` ${first}`)) return 2;
  return label.includes(first) ? 3 : 4;
}

/**
 * At most `limit` choices, and the total. An empty query finds all choices in the order of the list.
 *
 * @param first ids of choices that come before others that match as well, in their order
 */
export function search(
  prepared: readonly SearchableChoice[],
  typed: string,
  limit: number,
  first: readonly string[] = [],
): { found: Choice[]; total: number } {
  const query = foldDrug(typed);
  const words = query.split(' ');
  const places = new Map(first.map((id, place) => [id, place]));
  const ranked = prepared.flatMap((item) => {
    const at = query === '' ? 0 : rank(item, words, query);
    return at === undefined ? [] : [{ at, place: places.get(item.choice.id) ?? first.length, choice: item.choice }];
  });
  ranked.sort((a, b) => a.at - b.at || a.place - b.place);
  return { found: ranked.slice(0, limit).map(({ choice }) => choice), total: ranked.length };
}
