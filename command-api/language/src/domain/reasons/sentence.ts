/** The rows of the catalogue of refusals (`catalogue.ts`), and the values in a sentence. */

/** The kinds of refusals. Each has an HTTP status (`contract/problems.ts`). */
export type RefusalCode =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'tooMany'
  | 'unavailable'
  | 'internal';

/** The kinds of values and their types. A `date` is YYYY-MM-DD; a `field` names a field, a parameter or a header. */
interface Kinds {
  number: number;
  date: string;
  text: string;
  field: string;
}
export type Kind = keyof Kinds;

/** A value is written in its sentence as `{name:kind}`, such as `At most {limit:number} characters`. */
export type ValuesIn<Sentence extends string> =
  Sentence extends `${string}{${infer Name}:${infer Of extends Kind}}${infer Rest}`
    ? { readonly [Key in Name]: Kinds[Of] } & ValuesIn<Rest>
    : unknown;

export interface Row {
  readonly code: RefusalCode;
  readonly sentence: string;
  /** The sentence for the number 1. */
  readonly singular?: string;
  /** The sentence beside the field, where it differs. */
  readonly beside?: string;
}
export type Family = Readonly<Record<string, Row>>;

const row =
  <const Code extends RefusalCode>(code: Code) =>
  <const Sentence extends string>(sentence: Sentence, words: Pick<Row, 'singular' | 'beside'> = {}) => ({
    code,
    sentence,
    ...words,
  });

export const invalid = row('invalid');
export const unauthorized = row('unauthorized');
export const forbidden = row('forbidden');
export const notFound = row('notFound');
export const conflict = row('conflict');
export const tooLarge = row('tooLarge');
export const unsupported = row('unsupported');
export const tooMany = row('tooMany');
export const unavailable = row('unavailable');
export const internal = row('internal');

const placeholder = /\{(\w+):(number|date|text|field)\}/g;

/** The names and kinds of a sentence's values, in order. */
export const placeholdersIn = (sentence: string): { readonly name: string; readonly kind: Kind }[] =>
  [...sentence.matchAll(placeholder)].map(([, name = '', kind]) => ({ name, kind: kind as Kind }));

/** The sentence with its values in place. */
export const formatSentence = (
  { sentence, singular }: Row,
  values: Readonly<Record<string, string | number>>,
): string =>
  singular !== undefined && Object.values(values).includes(1)
    ? singular
    : sentence.replaceAll(placeholder, (_, name: string) => String(values[name]));
