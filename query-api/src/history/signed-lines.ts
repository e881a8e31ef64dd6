/**
 * Lines of JSON that are signed: each by its hash in the signed line that follows, so that whatever is done to one of
 * them is found and named.
 */
import { createHash } from 'node:crypto';
import type { Signing } from 'service-kit/security/signing';

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface SignedLines {
  /** With the line's end. @param label what a finding names it by */
  line(label: string, content: object): string;
  /** The signature of all lines since the last one. @param said beside them */
  signature(said?: object): string;
  /** Lines that no signature names yet. */
  readonly open: number;
  /** Of the text that was signed last; empty before. */
  readonly previous: string;
}

/** Memory: a hash for each line that no signature names yet. */
export function createSignedLines(signing: Signing): SignedLines {
  let lines: [label: string, hash: string][] = [];
  let previous = '';
  return {
    line(label, content) {
      const text = JSON.stringify(content);
      lines.push([label, hashOfText(text)]);
      return `${text}\n`;
    },
    signature(said = {}) {
      const signed = JSON.stringify({ ...said, lines });
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
