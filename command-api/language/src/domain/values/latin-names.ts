/**
 * Keys of Arabic names in Latin letters. Families, clerks and passports write the vowels in several ways. The strict key
 * takes together what no two names differ by. The loose key is for near matches only. Both take a word that
 * `foldLetters` has folded.
 */

/**
 * Common spellings that no rule takes together: the same letters tell other names apart (Samer and Samir, Salah and Saleh,
 * Hamad and Hamed).
 */
const spellings: readonly (readonly string[])[] = [
  ['abdalla', 'abdallah'],
  ['adel', 'adil'],
  ['ahmed', 'ahmad'],
  ['bassem', 'basim'],
  ['beshoy', 'bishoy'],
  ['elsayed', 'elsayyid'],
  ['fatma', 'fatmah', 'fatima', 'fatimah'],
  ['girgis', 'gerges', 'guirguis'],
  ['hazem', 'hazim'],
  ['heba', 'hiba'],
  ['hesham', 'hisham'],
  ['hussein', 'hussain', 'hussien'],
  ['khaled', 'khalid'],
  ['maged', 'magid'],
  ['mariam', 'mariem', 'meriam'],
  ['mina', 'mena'],
  ['mohamed', 'mohamad', 'mohmed', 'mohd'],
  ['nader', 'nadir'],
  ['nasser', 'nasir'],
  ['ramez', 'ramiz'],
  ['reham', 'riham'],
  ['salma', 'selma'],
  ['sara', 'sarah'],
  ['sayed', 'sayyid'],
  ['sherif', 'sharif', 'cherif'],
  ['tarek', 'tarik'],
  ['yasser', 'yasir'],
  ['youssef', 'yusuf', 'yousif'],
  ['zeinab', 'zainab'],
];

/** A beginning of a word has a beginning of its key, so that a search finds while a person types. */
const byRules = (word: string): string =>
  word
    .replace(/^abd[aeiou](?:l|(?=[dnrstz]))/, 'abdel')
    .replace(/(?<=..)[aeiou][ld]?d(?:ee|i)ne?$/, 'eldin')
    .replace(/^[aeiu]l(?=[^aeiouy])/, 'el')
    .replace(/^i/, 'e')
    .replaceAll('q', 'k')
    .replaceAll('j', 'g')
    .replaceAll('ee', 'i')
    .replace(/[ou]+/g, 'o')
    .replace(/([a-z])\1+/g, '$1')
    .replace(/(?<=.)y/g, 'i');

const keyOfSpelling = new Map(
  spellings.flatMap(([first = '', ...others]) => others.map((other) => [byRules(other), byRules(first)] as const)),
);

/** The strict key of a word of a name. */
export function foldLatinName(word: string): string {
  const key = byRules(word);
  return keyOfSpelling.get(key) ?? key;
}

/** Further keys of which the key of a half typed word may be the beginning. */
export function furtherBeginnings(key: string): string[] {
  const further = [...keyOfSpelling].flatMap(([spelling, of]) =>
    spelling.startsWith(key) && !of.startsWith(key) ? [of] : [],
  );
  // The next letter may be a second e, which makes an i of both.
  return [...new Set(key.endsWith('e') ? [...further, key.replace(/e$/, 'i')] : further)];
}

/** The consonants of a strict key, with o and u, which tell Mahmoud from Mohamed, and the first letter. */
export const looseLatinName = (key: string): string =>
  key
    .replace(/^el(?=[^aeio]..)/, '')
    .replace(/^e/, 'a')
    .replace(/(?<=[dgt])h/g, '')
    .replace(/(?<=.)h$/, '')
    .replace(/(?<=.)[aei]/g, '');
