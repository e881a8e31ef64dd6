/**
 * One key for the spellings of an Arabic name (decisions, trap 4), for search and for the warning of a possible
 * duplicate. What was typed stays untouched for display. The steps and their order are those of the hospital's list of
 * names.
 */
import { toAsciiDigits } from './calendar-date.ts';

/**
 * Letters that people write for one another. Zah and dad stay apart, and so do names that differ by waw or teh marbuta.
 */
const oneLetterFor: readonly (readonly [RegExp, string])[] = [
  [/[آأإٱٲٳ]/g, 'ا'],
  [/[ىئیےېۍ]/g, 'ي'],
  [/ؤ/g, 'و'],
  [/[ةہھەۀۂۃ]/g, 'ه'],
  [/[کگڪ]/g, 'ك'],
  [/پ/g, 'ب'],
  [/چ/g, 'ج'],
  [/ژ/g, 'ز'],
  [/ڤ/g, 'ف'],
  [/[ءٴ]/g, ''],
];

const startsCompound = new Set(['عبد', 'ابو', 'ابي', 'ابا', 'ام', 'بن', 'ابن']);
const endsCompound = new Set(['الدين', 'الله', 'الاسلام']);
const article = 'ال';
/** A name has four. */
const PARTS = 4;

/**
 * The strict key: equal for all spellings of one name, by which each of the four parts is compared or searched by
 * prefix. Latin names come out in lower case.
 */
export function foldName(text: string): string {
  const letters = oneLetterFor.reduce(
    (folded, [spellings, letter]) => folded.replace(spellings, letter),
    withoutMarks(text),
  );
  const words = toAsciiDigits(letters)
    .split(/\s+/)
    .filter((word) => word !== '');
  return closeCompounds(words).join(' ').replace(/و{2,}/g, 'و').replace(/ي{2,}/g, 'ي');
}

/**
 * NFKC first: a letter with a combining hamza becomes one letter, presentation forms become plain ones, before marks
 * are dropped.
 */
const withoutMarks = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Mn}\p{Cf}\p{P}ـ]/gu, '');

function closeCompounds(words: readonly string[]): string[] {
  const withArticles = join(
    words,
    (word) => word === article,
    () => false,
  );
  return join(
    withArticles,
    (word) => startsCompound.has(word),
    (word) => endsCompound.has(word),
  );
}

/** Joins each word to the next where `opens` it, or to the one before where it `closes`. */
function join(words: readonly string[], opens: (word: string) => boolean, closes: (word: string) => boolean): string[] {
  const joined: string[] = [];
  let open = false;
  for (const word of words) {
    const before = open || closes(word) ? joined.pop() : undefined;
    joined.push((before ?? '') + word);
    open = opens(word);
  }
  return joined;
}

/**
 * A full name as it is pasted, in at most four parts (first name, father, grandfather, fourth name), as they are
 * written: compounds such as عبد الرحمن stay together, and what comes after the fourth part belongs to it.
 */
export function nameParts(fullName: string): string[] {
  const words = fullName.split(/\s+/).filter((word) => word !== '');
  const parts: string[] = [];
  let open = false;
  for (const word of words) {
    const key = foldName(word);
    const goesOn = open || endsCompound.has(key);
    if (parts.length > 0 && goesOn) parts.push(`${parts.pop() ?? ''} ${word}`);
    else parts.push(word);
    open = startsCompound.has(key) || key === article;
  }
  return parts.length <= PARTS ? parts : [...parts.slice(0, PARTS - 1), parts.slice(PARTS - 1).join(' ')];
}

/**
 * The loose key of a strict one: also without a leading article and a final alef, heh or yeh. Different names meet on
 * it (سمير, سميرة): it may only suggest, and never finds.
 */
export const looseName = (key: string): string => key.replace(/^ال(?=..)/, '').replace(/(?<=..)[اهي]$/, '');
