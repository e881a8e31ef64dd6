/** Makes a refusal from its row in the catalogue. */
import { catalogue, type CodeOf, type Reason, type ValuesOf } from './catalogue.ts';
import { type RefusalCode, type Row, placeholdersIn, formatSentence } from './sentence.ts';

export type Values = Readonly<Record<string, string | number>>;

export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly reason: Reason;
  readonly code: Code;
  /** The sentence, in English. */
  readonly message: string;
  /** The sentence beside the field. */
  readonly beside: string;
  /** The values in the sentence; undefined for a sentence without values. */
  readonly values: Values | undefined;
}

/** For a union of reasons, the values of all of them. */
type AllValues<Of extends Reason> = (Of extends Reason ? (one: ValuesOf<Of>) => void : never) extends (
  all: infer Every,
) => void
  ? Every
  : never;
type Arguments<Of extends Reason> = keyof AllValues<Of> extends never ? [] : [values: AllValues<Of>];

/** An unknown reason and a missing value are compile errors. */
export function refusal<Of extends Reason>(reason: Of, ...values: Arguments<Of>): Refusal<CodeOf<Of>>;
export function refusal(reason: Reason, given: Values = {}): Refusal {
  const row: Row = catalogue[reason];
  const values: Values = Object.fromEntries(placeholdersIn(row.sentence).map(({ name }) => [name, given[name] ?? '']));
  const message = formatSentence(row, values);
  return {
    reason,
    code: row.code,
    message,
    beside: row.beside ?? message,
    values: Object.keys(values).length > 0 ? values : undefined,
  };
}
