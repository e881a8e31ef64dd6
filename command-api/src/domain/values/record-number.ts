import { toAsciiDigits } from './calendar-date.ts';

/**
 * A record number as it is stored and searched: with ASCII digits, and without the characters that no one sees, such as a
 * mark of direction of a copied one. Two numbers that look equal are equal.
 */
export const plainRecordNumber = (typed: string): string =>
  toAsciiDigits(typed).replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '');
