/**
 * Whom an entry is asked of: the physician or the physicians whom it is addressed to. By default it is the consultant of
 * the stay, where exactly one physician of the team has that name, else all physicians. The browser loads this file.
 */
import { foldLetters } from '../values/folding.ts';
import type { EntryAddress } from './events.ts';

/** A physician of the team that the admission is in, who is not disabled. */
export interface Physician {
  readonly userId: string;
  readonly name: string;
}

/** Titles before a name, in folded letters. */
const TITLES = /^(?:(?:dr|prof|professor|doctor|consultant|د|ا ?د|دكتور|دكتوره|استاذ|استشاري) )+/u;

/** The key of a name: without titles such as `Dr.`, punctuation and spaces. */
export const nameKey = (name: string): string =>
  `${foldLetters(name)
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim()} `
    .replace(TITLES, '')
    .replaceAll(' ', '');

/** The one physician whom the text of the consultant names; undefined for none and for several. */
export function consultantAmong(consultant: string, physicians: readonly Physician[]): Physician | undefined {
  const key = nameKey(consultant);
  if (key === '') return undefined;
  const [found, ...others] = physicians.filter(({ name }) => nameKey(name) === key);
  return others.length === 0 ? found : undefined;
}

/**
 * @param address undefined for the default
 * @param consultant the care detail, free text
 */
export function askedOf(
  address: EntryAddress | undefined,
  consultant: string,
  physicians: readonly Physician[],
): EntryAddress {
  if (address?.kind === 'physicians') return address;
  // A person who is no physician of the team any more is not asked.
  if (address && physicians.some(({ userId }) => userId === address.userId)) return address;
  const found = consultantAmong(consultant, physicians);
  return found ? { kind: 'physician', userId: found.userId } : { kind: 'physicians' };
}
