/**
 * One key for all spellings of a person's name, for search and for the warning of a possible duplicate
 * (docs/product.md, "Near matches"). Screens show the name as it was typed. The steps and their order come from the
 * hospital's list of names.
 */
import { foldLetters } from './folding.ts';
import { foldLatinName, furtherBeginnings, looseLatinName } from './latin-names.ts';

/** Words that belong to the next one. */
const startsCompound = new Set(
  'عبد رب ابو ابي ابا ام بن ابن abd abdel abdal abdul abu abo abou ibn bin um umm om omm'.split(' '),
);
/** Words that are no name of their own: they belong to the one before. */
const endsCompound = new Set(
  `الدين الله الاسلام الايمان الباب الحق الرب الرحمن الرسول الزهرا العابدين المسيح المولي النبي النصر الهدي اليزل
   eldin aldin eldeen aldeen eldine aldine eddin eddine allah elislam alislam elhoda alhoda elhuda alhuda elrab alrab elrabb elnabi elnaby alnabi`.split(
    /\s+/,
  ),
);
const articles = new Set(['ال', 'el', 'al']);
/** Before the mother's name, as a child is called that has none yet. */
const newbornWords = new Set(
  'بنت ابن ابنه طفل طفله مولود مولوده رضيع رضيعه توام baby newborn infant twin son daughter boy girl of bo'.split(' '),
);
const ofNewborn = new RegExp(String.raw`^[\s\p{P}]*(?:(?:${[...newbornWords].join('|')})[\s\p{P}]+)+`, 'u');
/** The parts of a name. */
const PARTS = 4;

/**
 * The strict key: equal for all spellings of one name. Each of the four parts is compared or searched by prefix with
 * it. The words for a newborn stay words of their own before the mother's name.
 */
export function foldName(text: string): string {
  const words = wordsOf(text);
  const newborn = countNewbornWords(words);
  const names = closeCompounds(words.slice(newborn)).map((word) => (/[a-z]/.test(word) ? foldLatinName(word) : word));
  return [...asNewborn(words.slice(0, newborn), names[0]), ...names]
    .join(' ')
    .replace(/و{2,}/g, 'و')
    .replace(/ي{2,}/g, 'ي');
}

/** The key of the whole name. It is one, however the name is divided among the parts. */
export const wholeNameKey = (parts: readonly string[]): string => foldName(parts.join(' '));

/**
 * The words without punctuation. Between the words for a newborn and the name it is a space: `بنت/نورا`, `B/O Nora`.
 */
const wordsOf = (text: string): string[] =>
  foldLetters(text)
    .replace(/^[\s\p{P}]*b ?[/\\.] ?o\b/u, 'baby of ')
    .replace(/^[\s\p{P}]*s ?[/\\] ?o\b/u, 'son of ')
    .replace(/^[\s\p{P}]*d ?[/\\] ?o\b/u, 'daughter of ')
    .replace(ofNewborn, (words) => words.replace(/\p{P}/gu, ' '))
    .replace(/\p{P}/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '');

/** How many words for a newborn the name begins with. */
function countNewbornWords(words: readonly string[]): number {
  const other = words.findIndex((word) => !newbornWords.has(word));
  return other === -1 ? words.length : other;
}

/** `Baby Nora` and `B/O Nora` are `Baby of Nora`. An `o` may be the beginning of `of`. */
const asNewborn = (words: readonly string[], next: string | undefined): string[] => {
  const spelled = words.flatMap((word) => (word === 'bo' ? ['baby', 'of'] : [word]));
  const isWhole = next === undefined || next === 'o' || spelled.at(-1) === 'of' || !/^[a-z]/.test(spelled[0] ?? '');
  return isWhole ? spelled : [...spelled, 'of'];
};

function closeCompounds(words: readonly string[]): string[] {
  const withArticles = join(
    words,
    (word) => articles.has(word),
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

/** The keys of names that may begin with what a person has typed. @param key its strict key */
export function nameBeginnings(key: string): string[] {
  const [last = ''] = /[a-z]+$/.exec(key) ?? [];
  return [key, ...(last === '' ? [] : furtherBeginnings(last)).map((word) => key.slice(0, -last.length) + word)];
}

/**
 * Splits a pasted full name into at most four parts (first name, father, grandfather, fourth name) without changing
 * letters. Compounds such as عبد الرحمن stay together, and the words for a newborn with the mother's name. Words after the
 * fourth part belong to it.
 */
export function nameParts(fullName: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  let isNewborn = true;
  const joinLast = (): void => {
    const [before = '', last = ''] = parts.splice(-2);
    parts.push(`${before} ${last}`);
  };
  for (const word of fullName.split(/\s+/).filter((text) => text !== '')) {
    const words = wordsOf(word);
    const key = words.join(' ');
    parts.push(word);
    if (isOpen) joinLast();
    // Also of an article and a word that were joined just now.
    if (parts.length > 1 && endsCompound.has(wordsOf(parts.at(-1) ?? '').join(''))) joinLast();
    isNewborn &&= countNewbornWords(words) === words.length;
    isOpen = isNewborn || startsCompound.has(key) || articles.has(key);
  }
  return parts.length <= PARTS ? parts : [...parts.slice(0, PARTS - 1), parts.slice(PARTS - 1).join(' ')];
}

/**
 * The loose key of a strict one: without the words for a newborn, a leading article and a final alef, heh or yeh; of Latin
 * words the consonants. Different names can share it (سمير, سميرة), so it only suggests near matches and is not used for
 * search.
 */
export function looseName(key: string): string {
  const words = key.split(' ');
  const name = words.slice(countNewbornWords(words)).join(' ');
  if (name === '') return key;
  return /[a-z]/.test(name)
    ? name.split(' ').map(looseLatinName).join(' ')
    : name.replace(/^ال(?=..)/, '').replace(/(?<=..)[اهي]$/, '');
}
