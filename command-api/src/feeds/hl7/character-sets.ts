/** The bytes of a message as text, by the character set that MSH-18 names (HL7 table 0211). */
import iconv from 'iconv-lite';

/**
 * By the first repetition of MSH-18. `8859/6` is Arabic of ISO; senders that name Windows' own use one of its names. ASCII is
 * read as UTF-8, of which it is a part: senders that say ASCII often send more.
 */
const sets: Readonly<Record<string, string>> = {
  ASCII: 'utf8',
  UTF8: 'utf8',
  UNICODEUTF8: 'utf8',
  UNICODE: 'utf8',
  '88591': 'latin1',
  '88592': 'iso-8859-2',
  '88595': 'iso-8859-5',
  '88596': 'iso-8859-6',
  '88597': 'iso-8859-7',
  '88598': 'iso-8859-8',
  '88599': 'iso-8859-9',
  '885915': 'iso-8859-15',
  ISO88591: 'latin1',
  ISO88596: 'iso-8859-6',
  CP1256: 'windows-1256',
  WINDOWS1256: 'windows-1256',
  CP1252: 'windows-1252',
  WINDOWS1252: 'windows-1252',
};

/** The sets that a setting may name as the default of messages without MSH-18. */
export const defaultSets = ['utf-8', 'windows-1256', 'iso-8859-6', 'iso-8859-1'] as const;
export type DefaultSet = (typeof defaultSets)[number];

export interface Decoded {
  readonly text: string;
  readonly set: string;
  /** The text of bytes in the same set, which stand in an escape sequence. */
  readonly textOf: (bytes: Buffer) => string;
}

/** @returns undefined for a set that is not known, and for bytes that are no text of it */
export function decoded(bytes: Buffer, defaultSet: DefaultSet): Decoded | undefined {
  // The names of sets are ASCII, and so is all that stands before them.
  const head =
    bytes
      .subarray(0, 1_000)
      .toString('latin1')
      .replace(/^\s+/, '')
      .split(/[\r\n]/)[0] ?? '';
  const named = head.split(head.charAt(3))[17] ?? '';
  const name = named.split(head.charAt(5))[0] ?? '';
  const set = name.trim() === '' ? defaultSet : sets[name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')];
  if (set === undefined) return undefined;
  const text = iconv.decode(bytes, set);
  return text.includes('\uFFFD') ? undefined : { text, set, textOf: (part) => iconv.decode(part, set) };
}

export const encoded = (text: string, set: string): Buffer => iconv.encode(text, set);
