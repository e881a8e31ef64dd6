import { toAsciiDigits } from './calendar-date.ts';
import { withoutUnseen } from './folding.ts';

/**
 * A record number as it is stored and searched: with ASCII digits, and without the characters that no one sees, such as a
 * mark of direction of a copied one. Two numbers that look equal are equal.
 */
export const plainRecordNumber = (typed: string): string => withoutUnseen(toAsciiDigits(typed));
