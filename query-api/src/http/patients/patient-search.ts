/**
 * The terms of a patient search (docs/product.md, "Patient search"). Every given part must be a prefix of the folded
 * key. The exact spelling ranks first, then an equal key, then a prefix.
 */
import { foldName, nameBeginnings, wholeNameKey } from 'language/domain/values/arabic';

type FourParts = [string, string, string, string];
const eachPart = (text: (part: 0 | 1 | 2 | 3) => string): FourParts => [text(0), text(1), text(2), text(3)];

export interface NameSearch {
  /** Readings of the input as keys of the four parts; '' matches anything. One matching reading finds a patient. */
  readonly ways: readonly FourParts[];
  /** For each part the common prefix of its keys in all readings, for the indexes. */
  readonly begins: FourParts;
  /** The key of the whole name from its first word, where there are several; else ''. */
  readonly wholeKey: string;
  /** The parts as typed, for ranking by spelling; '' for an empty part. */
  readonly spelling: FourParts;
  /** A whole name that was typed in one field, for ranking by spelling; '' if it came in parts. */
  readonly wholeSpelling: string;
}

/** Further words in one field belong to the fourth name. */
const MAX_WORDS = 6;

/**
 * A first name without other parts may be the whole name. Folding first joins compounds ("عبد الرحمن"); then every
 * division of the words among the parts is a reading.
 */
export function nameSearch(typed: {
  firstName: string;
  middleName: string;
  lastName: string;
  fourthName: string;
}): NameSearch {
  const parts: FourParts = [typed.firstName, typed.middleName, typed.lastName, typed.fourthName].map(
    spelled,
  ) as FourParts;
  const isAlone = parts[0] !== '' && parts.slice(1).every((part) => part === '');
  const divided = isAlone
    ? waysToDivide(foldName(unseparated(parts[0])).split(' '))
    : [parts.map(foldName) as FourParts];
  const ways = divided.flatMap(halfTyped);
  const hasGap = parts.some((part, at) => part !== '' && parts.slice(0, at).includes(''));
  const wholeKey = wholeNameKey(isAlone ? [unseparated(parts[0])] : parts);
  return {
    ways,
    begins: ways.reduce((begins, way) => eachPart((part) => commonBeginning(begins[part], way[part]))),
    wholeKey: hasGap || !wholeKey.includes(' ') ? '' : wholeKey,
    spelling: isAlone ? ['', '', '', ''] : parts,
    wholeSpelling: isAlone ? unseparated(parts[0]) : '',
  };
}

/** Each reading with every key of which a part may be the beginning. */
const halfTyped = (way: FourParts): FourParts[] =>
  way.reduce<string[][]>(
    (readings, part) => readings.flatMap((reading) => nameBeginnings(part).map((key) => [...reading, key])),
    [[]],
  ) as FourParts[];

const spelled = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');
const unseparated = (text: string): string => spelled(text.replace(/[,;|+/،؛]/g, ' '));

/** Every way to divide words, in order, among the first one to four parts. */
export function waysToDivide(words: readonly string[]): FourParts[] {
  const few =
    words.length <= MAX_WORDS ? words : [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')];
  const divide = (rest: readonly string[], parts: number): string[][] => {
    if (parts === 1) return [[rest.join(' ')]];
    const ways: string[][] = [];
    for (let taken = 1; taken <= rest.length - parts + 1; taken += 1) {
      const head = rest.slice(0, taken).join(' ');
      for (const tail of divide(rest.slice(taken), parts - 1)) ways.push([head, ...tail]);
    }
    return ways;
  };
  return [1, 2, 3, 4]
    .filter((parts) => parts <= few.length)
    .flatMap((parts) => divide(few, parts))
    .map(([first = '', middle = '', last = '', fourth = '']) => [first, middle, last, fourth]);
}

function commonBeginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

/** True if every patient matches. */
export const matchesEveryone = ({ ways, spelling, wholeSpelling }: NameSearch): boolean =>
  [...ways.flat(), ...spelling, wholeSpelling].every((text) => text === '');

/** Escapes text for LIKE. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
