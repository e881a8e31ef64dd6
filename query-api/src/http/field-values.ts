/** SQL of described fields (`command-api/language/src/domain/values/record-fields.ts`), with the names and values of the contract. */
import { type Described, namesOf } from 'language/domain/values/record-fields';
import { columnName } from 'projections/schema/column-names';
import { day } from './rows.ts';

/** SQL by the name of a field. */
type Values<Name extends string> = Readonly<Record<Name, string>>;

/** The value of each field; `row` is the alias of a row of its table. */
export const valuesOf = <Fields extends Described>(fields: Fields, row: string) =>
  Object.fromEntries(
    namesOf(fields).map((name) => {
      const column = `${row}.${columnName(name)}`;
      return [name, fields[name]?.kind === 'day' ? day(column) : column];
    }),
  ) as Values<keyof Fields & string>;

/** The columns themselves, for a statement around it. */
export const ownColumns = (fields: Described, row: string): string =>
  namesOf(fields)
    .map((name) => `${row}.${columnName(name)}`)
    .join(', ');

export const asColumns = (values: Values<string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(', ');

/** The arguments of `json_build_object`. */
export const asMembers = (values: Values<string>): string =>
  Object.entries(values)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ');
