/** Settings with a wrong name. They would be ignored, and the product would run with another setting than was meant. */
import type { Mistake } from 'service-kit/process/settings';

/** A shorter name is too near to others: HOME is no misspelled HOST. */
const LENGTH_MIN = 5;
/** One wrong letter in so many. */
const LETTERS_PER_MISTAKE = 4;

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const wordsOf = (name: string): string => name.toUpperCase().split('_').toSorted().join('_');

/** How many letters are wrong, missing, too many, or swapped with the next one (optimal string alignment). */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

/** False for another word in the place of one: EVENTSTORE_PORT is no misspelled EVENTSTORE_URL. */
const areWordsNear = (words: readonly string[], others: readonly string[]): boolean =>
  words.length !== others.length ||
  words.every((word, at) => {
    const other = others[at] ?? '';
    return distance(word, other) <= Math.max(word.length, other.length) / 2;
  });

/** @returns the known name that was meant; undefined for a name that is near none */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const same = known.find((one) => lettersOf(one) === letters || wordsOf(one) === wordsOf(name));
  // A shell has few variables in small letters, and none of them is one of ours with a mistake in it.
  if (same !== undefined || letters.length < LENGTH_MIN || name !== name.toUpperCase()) return same;
  const near = known
    .filter((one) => areWordsNear(name.split('_'), one.split('_')))
    .map((one) => ({ one, wrong: distance(letters, lettersOf(one)) }))
    .toSorted((a, b) => a.wrong - b.wrong)[0];
  return near && near.wrong <= Math.floor(letters.length / LETTERS_PER_MISTAKE) ? near.one : undefined;
}

/** @param known the names of all settings @param given those that only the launcher sets: no person means one */
export const misspelledIn = (
  env: NodeJS.ProcessEnv,
  known: readonly string[],
  given: readonly string[],
): readonly Mistake[] => {
  const settable = known.filter((name) => !given.includes(name));
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = meantBy(name, settable);
      return meant === undefined
        ? []
        : [{ name, sentence: `${name}: is no setting. ${meant} is meant: correct the name.` }];
    });
};
