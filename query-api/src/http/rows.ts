/** Rows whose columns have the names of the contract, so that a row is nearly the answer. */
import { revisionToJson } from 'language/domain/values/revision';

/**
 * A thing of the contract as a row. Its revision is a text: JSON numbers would round it. Members that the contract leaves
 * out (`Absent`) are null.
 */
export type RowOf<Thing extends { version: number }, Absent extends keyof Thing = never> = Omit<
  Thing,
  'version' | Absent
> & { version: string } & { [Name in Absent]-?: NonNullable<Thing[Name]> | null };

export const versioned = <Row extends { version: string }>({
  version,
  ...row
}: Row): Omit<Row, 'version'> & { version: number } => ({ ...row, version: revisionToJson(BigInt(version)) });

/** Leaves the named members out where they are null. A report has a hundred thousand rows, so no lists are made of each. */
export function withoutNull<Row extends object, Name extends keyof Row & string>(
  row: Row,
  ...names: readonly Name[]
): Omit<Row, Name> & { [Each in Name]?: NonNullable<Row[Each]> };
export function withoutNull(row: Readonly<Record<string, unknown>>, ...names: readonly string[]): object {
  const kept: Record<string, unknown> = {};
  for (const name in row) if (row[name] !== null || !names.includes(name)) kept[name] = row[name];
  return kept;
}

/** SQL: an instant as ISO 8601 in UTC. */
export const utc = (instant: string): string =>
  `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** SQL: a calendar date. */
export const day = (date: string): string => `to_char(${date}, 'YYYY-MM-DD')`;
/** SQL: the name of an `app_user` row; empty without one. */
export const personName = (user: string): string => `concat_ws(' ', ${user}.first_name, ${user}.last_name)`;
