/**
 * Keys for texts that people write in several ways: search, order, the warning of a possible duplicate and shared beds
 * compare keys. What is stored and shown stays as it was typed. Names have theirs in `arabic.ts` and `latin-names.ts`;
 * `folding.testdata.ts` lists what must and must not match.
 */
import { toAsciiDigits } from './calendar-date.ts';

/** The text without the characters that are never seen, which copied texts bring along. */
export const withoutUnseen = (text: string): string => text.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '');

/** An e-mail address without them, and without the hyphens of a word processor. */
export const cleanAddress = (typed: string): string => withoutUnseen(typed).replaceAll(/[\u2010\u2011]/g, '-');

/**
 * Letters that are written for one another. Zah and dad stay apart, and so do names that differ by waw or teh marbuta.
 */
const oneLetterFor: readonly (readonly [RegExp, string])[] = [
  [/[ٱٲٳ]/g, 'ا'],
  [/[ىیېےۍ]/g, 'ي'],
  [/[ةەہھۃ]/g, 'ه'],
  [/[کڪ]/g, 'ك'],
  [/گ/g, 'ك'],
  [/پ/g, 'ب'],
  [/چ/g, 'ج'],
  [/ژ/g, 'ز'],
  [/ڤ/g, 'ف'],
  [/[ءٴ]/g, ''],
];

/**
 * One form of each letter and digit: small, without marks, accents and characters that are not seen. NFKD comes first: it
 * takes a hamza or an accent off its letter, and replaces presentation forms and wide letters. Keeps punctuation and
 * spaces.
 */
export const foldLetters = (text: string): string =>
  oneLetterFor.reduce(
    (folded, [spellings, letter]) => folded.replace(spellings, letter),
    toAsciiDigits(text.normalize('NFKD'))
      .toLowerCase()
      .replace(/[\p{Mn}\p{Cf}\p{Default_Ignorable_Code_Point}ـ]/gu, ''),
  );

/** Signs that divide the groups of a number: spaces and punctuation. */
const DIVIDERS = /[\p{P}\s]+/gu;
const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** `Bed 3`, `سرير رقم ٣`: the word says what the field says. */
const PLACE_WORD = /^(?:bed|room|rm|سرير|غرفه|no|رقم)(?: ?(?:no|رقم))?(?=[ \d])/;

/**
 * A room or a bed: without the word for it, dividers and leading zeros. A divider between two numbers counts: `1-2` is not
 * `12`.
 */
export const foldPlace = (text: string): string =>
  foldLetters(text)
    .replace(DIVIDERS, ' ')
    .trim()
    .replace(PLACE_WORD, '')
    .trim()
    .replace(/\d+/g, withoutLeadingZeros)
    .replace(/(?<!\d) | (?!\d)/g, '');

/** A record number for search: without dividers, and without the zeros before its first other digit. */
export const foldRecordNumber = (text: string): string =>
  foldLetters(text)
    .replace(DIVIDERS, '')
    .replace(/^(\p{L}*)0+(?=\d)/u, '$1');

/** The groups of digits of a record number, where it has dividers between them. */
const groupsOf = (text: string): string =>
  foldLetters(text)
    .replace(DIVIDERS, ' ')
    .trim()
    .replace(/(?<!\d) | (?!\d)/g, '')
    .replace(/^(\p{L}*)0+(?=\d)/u, '$1');

/**
 * True if two record numbers may be the same one. One without dividers may be any division of its
 * digits; two with dividers in other places are two numbers.
 */
export function isSameRecordNumber(one: string, other: string): boolean {
  const key = foldRecordNumber(one);
  if (key === '' || key !== foldRecordNumber(other)) return false;
  const [groups, otherGroups] = [groupsOf(one), groupsOf(other)];
  return groups === otherGroups || !groups.includes(' ') || !otherGroups.includes(' ');
}

/**
 * The name or strength of a drug: words and numbers apart (`40mg` is `40 mg`), one decimal sign, no marks of trade.
 */
export const foldDrug = (text: string): string =>
  foldLetters(text.replace(/[®™©℠]/g, ' '))
    .replace(/(?<=\d)[,٬](?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)[,٫](?=\d)/g, '.')
    .replace(/(?<!\d)[.٫](?=\d)/g, ' 0.')
    .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .replace(/(?:[^\P{P}.%]|\s|\.(?!\d))+/gu, ' ')
    .replaceAll(' %', '%')
    .trim();

/** Consonants in Arabic letters, and in Latin ones as an Arabic reader hears them. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/^x/, 's'],
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ch|ck|qu/g, 'k'],
  [/(?<=[gr])h/g, ''],
  [/sh/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/[cqكقخ]/g, 'k'],
  [/[zسصزشظ]/g, 's'],
  [/[jجغ]/g, 'g'],
  [/[pب]/g, 'b'],
  [/[vف]/g, 'f'],
  [/[تطث]/g, 't'],
  [/[دضذ]/g, 'd'],
  [/ه$/, ''],
  [/[هح]/g, 'h'],
  [/ر/g, 'r'],
  [/ل/g, 'l'],
  [/م/g, 'm'],
  [/ن/g, 'n'],
  [/[aeiouywاويع]/g, ''],
  [/(.)\1+/g, '$1'],
];
/**
 * The common part of a drug's name in Latin letters and the same name in Arabic ones (تازوسين,
 * Tazocin): its consonants. Other names share it, so it finds only after all else.
 * @param word as `foldDrug` gives it
 */
export const soundOf = (word: string): string =>
  sounds.reduce((sound, [letters, heard]) => sound.replace(letters, heard), word);
