/** JSON whose numbers keep all their digits: JSON.parse rounds whole ones beyond 2^53, and revisions go further. */
import { randomUUID } from 'node:crypto';

/** A number is carried as a text that begins so. Nobody can know it, and therefore no other text does. */
const MARK = randomUUID();
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');

export const exactNumber = (digits: bigint | string): string => `${MARK}${digits}`;

/** A number as it was written; undefined for whatever is none. */
export const digitsOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined;

/** @returns what the text says, each number as `exactNumber`; undefined where it is no JSON */
export function parseExactly(text: string): unknown {
  try {
    // Marks would make numbers of what is none, such as 01.
    JSON.parse(text);
    return JSON.parse(text.replaceAll(TOKEN, (token) => (token.startsWith('"') ? token : `"${exactNumber(token)}"`)));
  } catch {
    return undefined;
  }
}

export const writeExactly = (value: object): string => JSON.stringify(value).replaceAll(MARKED, '$1');
