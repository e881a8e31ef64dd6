/** The text of a CSV file: its encoding and its separator, detected or given. */
import iconv from 'iconv-lite';
import { type Encoding, type Separator, separators } from 'language/contract/imports';

const names: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16-le',
  'utf-16be': 'utf16-be',
  'windows-1256': 'win1256',
};
/** A byte order mark is no part of the text. */
export const decode = (bytes: Buffer, encoding: Encoding): string => iconv.decode(bytes, names[encoding]);

const beginsWith = (bytes: Buffer, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

/** A byte order mark decides; then zero bytes, which only UTF-16 has; then whether it can be UTF-8. */
export function detectEncoding(bytes: Buffer): Encoding {
  if (beginsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (beginsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (beginsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  // Separators, digits and line breaks have a zero byte in UTF-16, also in an Arabic text.
  const begin = bytes.subarray(0, 4_096);
  const even = begin.filter((byte, at) => byte === 0 && at % 2 === 0).length;
  const odd = begin.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  if (even + odd > 0 && bytes.length % 2 === 0) {
    if (odd > 4 * even) return 'utf-16le';
    if (even > 4 * odd) return 'utf-16be';
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1256';
  }
}

/** A program or a picture, not a table: it has control characters that no text has. */
// eslint-disable-next-line no-control-regex
export const isBinary = (text: string): boolean => /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text.slice(0, 100_000));

const LINES = 50;
/** The separator that most of the first lines have, and have equally often. */
export function detectSeparator(text: string): Separator {
  const unquoted = text.slice(0, 200_000).replace(/"(?:[^"]|"")*"/g, '');
  const lines = unquoted
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
  for (const separator of separators) {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const times = new Map<number, number>();
    for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
    const score = Math.max(0, ...[...times].map(([count, lines]) => lines * 100 + Math.min(count, 99)));
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}
