/** A refusal, made of its row in the catalogue. */
import { catalogue, type CodeOf, type Reason, type ValuesOf } from './catalogue.ts';
import { type RefusalCode, type Row, valuesNamedIn, worded } from './sentence.ts';

export type Values = Readonly<Record<string, string | number>>;

export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly reason: Reason;
  readonly code: Code;
  /** The sentence, in English. */
  readonly message: string;
  /** What stands beside the field. */
  readonly beside: string;
  /** What stands in the sentence; undefined where nothing does. */
  readonly values: Values | undefined;
}

/** Where the reason is one of several, the values of all of them. */
type AllValues<Of extends Reason> = (Of extends Reason ? (one: ValuesOf<Of>) => void : never) extends (
  all: infer Every,
) => void
  ? Every
  : never;
type Arguments<Of extends Reason> = keyof AllValues<Of> extends never ? [] : [values: AllValues<Of>];

/** A reason that is not in the catalogue, and a value that is missing, are compile errors. */
export function refusal<Of extends Reason>(reason: Of, ...values: Arguments<Of>): Refusal<CodeOf<Of>>;
export function refusal(reason: Reason, given: Values = {}): Refusal {
  const row: Row = catalogue[reason];
  const values: Values = Object.fromEntries(valuesNamedIn(row.sentence).map(({ name }) => [name, given[name] ?? '']));
  const message = worded(row, values);
  return {
    reason,
    code: row.code,
    message,
    beside: row.beside ?? message,
    values: Object.keys(values).length > 0 ? values : undefined,
  };
}
