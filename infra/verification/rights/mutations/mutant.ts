/** A mutant: the product with one rights check taken out. */
import { createHash } from 'node:crypto';

/** The kinds of checks, in the order of the report. */
export const kinds = [
  'right in a decision',
  'right of the actor',
  'guard of a command',
  'guard of a read',
  'guard of a live connection',
  'session',
  'proof of the person',
  'SQL: reader of a team',
  'SQL: team',
  'SQL: person',
  'SQL: requested thing',
  'control',
] as const;
export type CheckKind = (typeof kinds)[number];

export interface Mutant {
  /** The path in the repository, with slashes. */
  readonly file: string;
  readonly kind: CheckKind;
  /** The part of the file's text that is replaced: from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The outcome that the run has to find. Controls prove that it can tell the outcomes apart. */
  readonly expected: Outcome;
  /** Why a check that is expected to survive stays. */
  readonly reason?: string;
}

/**
 * `killed`: a test failed. `survived`: no test failed. `broken`: the product or a test file could not be loaded, so no
 * test has judged it.
 */
export type Outcome = 'killed' | 'survived' | 'broken';

export const mutated = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);

export const lineOf = (text: string, { start }: Pick<Mutant, 'start'>): number =>
  text.slice(0, start).split('\n').length;

/** The text that is taken out, on one line. */
export const removedText = (text: string, { start, end }: Mutant): string =>
  text.slice(start, end).replaceAll(/\s+/g, ' ').trim();

/** The same for the same check in the same text of the file. */
export const idOf = (text: string, mutant: Mutant): string =>
  createHash('sha256')
    .update([mutant.file, mutant.start, mutant.end, mutant.replacement, text].join('\0'))
    .digest('hex')
    .slice(0, 16);
