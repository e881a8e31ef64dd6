/** The columns and row values of described fields (`command-api/language/src/domain/values/record-fields.ts`). */
import { type Described, type FieldKind, pick } from 'language/domain/values/record-fields';
import { columnName, type ColumnName } from '../schema/column-names.ts';
import { char, type Column, date, json, nullable, number, rating, smallint, text, texts, type Value } from './table.ts';

/** As a column has it: a day is a text, a code a number. */
type Kept<V> = V extends string ? string : V extends number ? number : V extends Value ? V : never;
type InColumns<Values> = { readonly [Name in keyof Values as ColumnName<Name & string>]: Kept<Values[Name]> };
type ColumnsOf<Fields, Thing> = {
  readonly [Name in keyof Fields & keyof Thing & string as ColumnName<Name>]: Column<Kept<Thing[Name]>>;
};

const columnOfKind: Readonly<Record<FieldKind, Column>> = {
  id: text,
  label: text,
  line: text,
  text,
  markup: text,
  day: nullable(date),
  letter: nullable(char),
  code: nullable(smallint),
  choice: text,
  rating: nullable(rating),
  number,
  ids: texts,
  items: json<object>(),
};

/** The columns of the described fields of a thing: `columnsOf<Patient>()(patientFields)`. */
export const columnsOf =
  <Thing extends object>() =>
  <Fields extends Described>(fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { kind, isRequired }]) => [
        columnName(name),
        isRequired ? date : columnOfKind[kind],
      ]),
    ) as unknown as ColumnsOf<Fields, Thing>;

/** Values by their columns. */
export const inColumns = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columnName(name), value])) as InColumns<Values>;

/** The values of the described fields of a thing by their columns. */
export const rowOf = <Fields extends Described, Thing extends object>(fields: Fields, thing: Thing) =>
  inColumns(pick(fields, thing));
