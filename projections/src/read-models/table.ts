/**
 * Descriptions of the tables that a projection writes: names, types and keys, without SQL and without a schema name.
 * The tables themselves are made by the migration (`<name>/tables.ts`); a spec compares both.
 */

/** A value as `to_json` gives it. A bigint is a decimal string; a timestamp is any text that Postgres reads. */
export type Value = string | number | boolean | null | object;

declare const value: unique symbol;
export interface Column<V extends Value = Value> {
  /** The type's name in Postgres. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Carries the type, never a value. */
  readonly [value]?: V;
}
const column = <V extends Value>(type: string): Column<V> => ({ type, isNullable: false });

export const text = column<string>('text');
export const char = column<string>('char(1)');
export const date = column<string>('date');
export const instant = column<string>('timestamptz');
export const bigint = column<string>('bigint');
export const int = column<number>('int');
export const smallint = column<number>('smallint');
export const rating = column<number>('numeric(2,1)');
export const number = column<number>('double precision');
export const boolean = column<boolean>('boolean');
export const texts = column<readonly string[]>('text[]');
export const json = <V extends object>(): Column<V> => column<V>('jsonb');
export const nullable = <V extends Value>({ type }: Column<V>): Column<V | null> => ({ type, isNullable: true });

export type Columns = Readonly<Record<string, Column>>;
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer V> ? V : never;
};
export type Row = Readonly<Record<string, Value>>;

/** Which rows belong to a stream. */
export type Owner =
  /** Those with the stream's id, or with its whole name, in this column. */
  | { readonly column: string; readonly holds: 'id' | 'name' }
  /** Those of the parent's rows; both have a column of this name. */
  | { readonly parent: Table; readonly column: string }
  /** All, because the table has one stream; but not the row with this key, which no event made. */
  | { readonly allBut: string | undefined };

export interface Table<C extends Columns = Columns, Key extends string = string> {
  readonly name: string;
  readonly columns: C;
  /** Empty if rows have no key; then they are only appended. */
  readonly key: readonly Key[];
  readonly owner: Owner;
  /** Rows are only added, and no fold reads them. */
  readonly isAppendOnly: boolean;
  /** The table of the past states of its rows (`../schema/past.ts`). */
  readonly past?: Table;
  /** It is the table of the past states of another one. */
  readonly isPast?: true;
  /** A row is left out if this table says that the patient was erased (`../catch-up/erasure.ts`). */
  readonly unlessErased?: 'erased_patient' | 'audited_patient';
}

type Options = Pick<Table, 'owner'> & Partial<Pick<Table, 'isAppendOnly' | 'unlessErased'>>;

export const table = <const C extends Columns, const Key extends keyof C & string>(
  name: string,
  columns: C,
  key: readonly Key[],
  { owner, isAppendOnly = false, ...options }: Options,
): Table<C, Key> => ({ name, columns, key, owner, isAppendOnly, ...options });

/** The rows of the stream whose id is in the column. */
export const ownedBy = (column: string): Pick<Table, 'owner'> => ({ owner: { column, holds: 'id' } });

/** Columns of a table in which past states begin with these two (`../schema/past.ts`). */
const ending = { until: instant, ended_by: bigint };

/** @param unlessErased set if the rows belong to a patient */
export const withPast = <C extends Columns, Key extends string>(
  current: Table<C, Key>,
  unlessErased?: 'erased_patient',
): Table<C, Key> & { readonly past: Table } => ({
  ...current,
  past: {
    name: `past_${current.name}`,
    columns: { ...ending, ...current.columns },
    isPast: true,
    key: [],
    owner: current.owner,
    isAppendOnly: true,
    ...(unlessErased && { unlessErased }),
  },
});

/** A text that names a row within its table. */
export function keyOf({ key }: Table, row: Row): string {
  let text = '';
  for (let nth = 0; nth < key.length; nth += 1) {
    const part = row[key[nth] ?? ''];
    const ofPart = typeof part === 'string' ? part : JSON.stringify(part);
    text = nth === 0 ? ofPart : `${text}\u0000${ofPart}`;
  }
  return text;
}
