/**
 * One key for all spellings of an Arabic name, for search and for the warning of a possible duplicate
 * (docs/product.md, "Near matches"). Screens show the name as it was typed. The steps and their order come from the
 * hospital's list of names.
 */
import { toAsciiDigits } from './calendar-date.ts';

/**
 * Letters that are written for one another. Zah and dad stay apart, and so do names that differ by waw or teh marbuta.
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
/** The parts of a name. */
const PARTS = 4;

/**
 * The strict key: equal for all spellings of one name. Each of the four parts is compared or searched by prefix with
 * it. Latin names become lower case.
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
 * NFKC comes first: it joins a letter and its combining hamza, and replaces presentation forms. Then marks are dropped.
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

/** Joins a word to the next one where `opens` holds, and to the one before where `closes` holds. */
function join(words: readonly string[], opens: (word: string) => boolean, closes: (word: string) => boolean): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const before = isOpen || closes(word) ? joined.pop() : undefined;
    joined.push((before ?? '') + word);
    isOpen = opens(word);
  }
  return joined;
}

/**
 * Splits a pasted full name into at most four parts (first name, father, grandfather, fourth name) without changing
 * letters. Compounds such as عبد الرحمن stay together. Words after the fourth part belong to it.
 */
export function nameParts(fullName: string): string[] {
  const words = fullName.split(/\s+/).filter((word) => word !== '');
  const parts: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const key = foldName(word);
    const isContinued = isOpen || endsCompound.has(key);
    if (parts.length > 0 && isContinued) parts.push(`${parts.pop() ?? ''} ${word}`);
    else parts.push(word);
    isOpen = startsCompound.has(key) || key === article;
  }
  return parts.length <= PARTS ? parts : [...parts.slice(0, PARTS - 1), parts.slice(PARTS - 1).join(' ')];
}

/**
 * The loose key of a strict one: without a leading article and a final alef, heh or yeh. Different names can share it
 * (سمير, سميرة), so it only suggests near matches and is not used for search.
 */
export const looseName = (key: string): string => key.replace(/^ال(?=..)/, '').replace(/(?<=..)[اهي]$/, '');
