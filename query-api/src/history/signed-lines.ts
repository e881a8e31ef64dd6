/** Signed lines of JSON: a signed line holds the hash of each line before it, so a change of any line is found. */
import { createHash } from 'node:crypto';
import type { Signing } from 'service-kit/security/signing';

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface SignedLines {
  /** Includes the line feed. @param label the name of the line in a finding */
  line(label: string, content: object): string;
  /** The signature of all lines since the last signature. @param fields signed with them */
  signature(fields?: object): string;
  /** How many lines have no signature yet. */
  readonly open: number;
  /** The hash of the text that was signed last; empty before the first signature. */
  readonly previous: string;
}

/** Holds a hash for each line without a signature in memory. */
export function createSignedLines(signing: Signing): SignedLines {
  let lines: [label: string, hash: string][] = [];
  let previous = '';
  return {
    line(label, content) {
      const text = JSON.stringify(content);
      lines.push([label, hashOfText(text)]);
      return `${text}\n`;
    },
    signature(fields = {}) {
      const signed = JSON.stringify({ ...fields, lines });
      lines = [];
      previous = hashOfText(signed);
      return `${JSON.stringify({ signed, signature: signing.sign(signed) })}\n`;
    },
    get open() {
      return lines.length;
    },
    get previous() {
      return previous;
    },
  };
}
