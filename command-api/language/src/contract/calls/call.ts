/**
 * A call of the API is said once (docs/decisions/write-side/calls.md): the routes, the browser, the rights and the API
 * description are made from these objects. A call's comment is its sentence in the description.
 */
import type * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The people whom the rights allow the call (docs/rights.md). */
export type Who =
  | 'everybody'
  | 'anyone signed in'
  | 'the person themself'
  | 'members of the team'
  | 'clinical pharmacists of the team'
  | 'physicians of the team'
  | 'clinical pharmacists and physicians of the team'
  | 'the author'
  | "those who may delete it, and the team's admin"
  | "the team's admin"
  | "the team's admin and its auditors"
  | "clinical pharmacists of the team and the team's admin"
  | 'clinical pharmacists of the team, and for the catalogue the admin account'
  | 'members of the team and the admin account'
  | "the team's admin and the admin account"
  | 'the admin account';

interface Details {
  /** The call signs in: a page sends it without a session, and asks for a cookie where the installation has them. */
  readonly beginsSession?: true;
  /** The answer is a file. */
  readonly isFile?: true;
  /** The field of a multipart body that takes files. */
  readonly files?: string;
  /** The target of a redirect (303), in words. */
  readonly redirects?: string;
}

/** `Sent` is the body, or the parameters of the query (`Query`). */
export interface Call<
  M extends Method = Method,
  Path extends string = string,
  Answer = unknown,
  Sent = unknown,
> extends Details {
  readonly method: M;
  /** Such as `/api/drugs/:id`. */
  readonly path: Path;
  readonly _types?: { readonly answer: Answer; readonly sent: Sent };
}

/** @typeParam _Who the people, in words: a type, so that pages do not load it */
export const call =
  <_Who extends Who, Answer, Sent = undefined>() =>
  <const M extends Method, const Path extends string>(
    method: M,
    path: Path,
    details: Details = {},
  ): Call<M, Path, Answer, Sent> => ({ method, path, ...details });

/** The names of the variable parts of a path. */
export type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Params<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a query. */
export interface Query<Name extends string> {
  readonly query: { readonly [N in Name]?: string | number | undefined };
}

/** A file of this media type. */
export interface FileOf<Type extends string> {
  readonly _type: Type;
}

/** An empty body. */
export type Nothing = Record<string, never>;

/** The body that a schema takes. Where the schema takes anything and makes a value of it, the body has that value. */
export type Body<Schema extends z.ZodType> = Known<z.input<Schema>, z.output<Schema>>;
type Known<In, Out> = unknown extends In
  ? Unbranded<Out>
  : In extends readonly (infer Item)[]
    ? readonly Known<Item, Out extends readonly (infer Made)[] ? Made : unknown>[]
    : In extends object
      ? { [Name in keyof In]: Known<In[Name], Name extends keyof Out ? Out[Name] : unknown> }
      : In;
type Unbranded<Value> = Value extends z.core.$brand ? string : Value;
