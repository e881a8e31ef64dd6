/**
 * The words of a patient search: every part that was filled in must match by prefix of its folded key, and the spelling
 * as typed ranks above an equal key above a prefix.
 */
import { foldName } from 'command-api/domain/values/arabic';

type FourParts = [string, string, string, string];

export interface NameSearch {
  /**
   * Ways to read what was typed as keys of the four parts; '' matches anything. A patient is found when one way fits.
   */
  readonly ways: readonly FourParts[];
  /** What every way's first key begins with: the index narrows by it. */
  readonly firstKeyBegins: string;
  /** The parts as typed, for ranking by spelling; '' where nothing was. */
  readonly spelling: FourParts;
  /** A name typed in one field, for ranking by spelling; '' when the parts came apart. */
  readonly wholeSpelling: string;
}

/** More words than this in one field are read as part of the fourth name. */
const MOST_WORDS = 6;

/**
 * A first name that stands alone may hold the whole name: folding closes up compounds ("عبد الرحمن") first, and then
 * every way to divide the words among the parts counts.
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
  const alone = parts[0] !== '' && parts.slice(1).every((part) => part === '');
  const ways = alone ? waysToDivide(foldName(unseparated(parts[0])).split(' ')) : [parts.map(foldName) as FourParts];
  return {
    ways,
    firstKeyBegins: ways.map(([first]) => first).reduce(commonBeginning),
    spelling: alone ? ['', '', '', ''] : parts,
    wholeSpelling: alone ? unseparated(parts[0]) : '',
  };
}

const spelled = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');
const unseparated = (text: string): string => spelled(text.replace(/[,;|+/،؛]/g, ' '));

/** Every way to divide words, in order, among the first one to four parts. */
export function waysToDivide(words: readonly string[]): FourParts[] {
  const few =
    words.length <= MOST_WORDS ? words : [...words.slice(0, MOST_WORDS - 1), words.slice(MOST_WORDS - 1).join(' ')];
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

/** Text that stands for itself in LIKE. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
