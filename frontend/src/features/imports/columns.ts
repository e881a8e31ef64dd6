/** The columns of a table, the fields that they have, and the rows that come of them. Pure. */
import {
  type DateOrder,
  fieldsOf,
  type ImportColumns,
  type ImportedRow,
  type ImportKind,
  importLimits,
  type TableFile,
} from 'language/contract/imports';

/** A row as it is sent: the cells of its fields. */
export interface FieldRow {
  readonly row: number;
  readonly values: Readonly<Record<string, string>>;
}
/** The number of the column of each field. */
export type Columns = Readonly<Record<string, number>>;
export type Orders = Readonly<Record<string, DateOrder>>;

/** A column as Excel counts it, for one without a heading. */
export const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** The columns that have the headings of a kept source. */
export const columnsOfSource = ({ headings }: ImportColumns, table: TableFile): Columns =>
  Object.fromEntries(
    Object.entries(headings).flatMap(([field, heading]) => {
      const at = table.headings.indexOf(heading);
      return at === -1 ? [] : [[field, at]];
    }),
  );
export const headingsOf = (columns: Columns, table: TableFile): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, table.headings[at] ?? '']));

/** The dates of a field's column, where their order matters. */
export const datesOf = (field: string, columns: Columns, table: TableFile) => table.dates[String(columns[field])];

/** The order of each date: the chosen one, or the one that the rows decide. */
export function ordersOf(kind: ImportKind, columns: Columns, chosen: Orders, table: TableFile): Orders {
  return Object.fromEntries(
    Object.entries(fieldsOf(kind)).flatMap(([field, { is }]) => {
      const found = is === 'date' ? datesOf(field, columns, table) : undefined;
      const order = chosen[field] ?? (found && 'row' in found ? found.order : undefined);
      return found && order ? [[field, order]] : [];
    }),
  );
}

/** The fields that still need a column, and the dates whose order a person has to say. */
export function missingIn(kind: ImportKind, columns: Columns, orders: Orders, table: TableFile) {
  const fields = Object.entries(fieldsOf(kind)).flatMap(([field, { required }]) =>
    required && columns[field] === undefined ? [field] : [],
  );
  const hasName = kind !== 'patients' || columns['fullName'] !== undefined || columns['firstName'] !== undefined;
  const dates = Object.entries(fieldsOf(kind)).flatMap(([field, { is }]) =>
    is === 'date' && datesOf(field, columns, table) && !orders[field] ? [field] : [],
  );
  return { fields: hasName ? fields : [...fields, 'fullName'], dates };
}

export const fieldRows = ({ rows }: TableFile, columns: Columns): FieldRow[] =>
  rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(
      Object.entries(columns).flatMap(([field, at]) => (cells[at] ? [[field, cells[at]]] : [])),
    ),
  }));

/** As a spreadsheet would take it for a formula, it gets an apostrophe. */
const csvCell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The refused rows as CSV for Excel: row, reason, and the cells of the file with what was mended. */
export function refusedAsCsv(
  { headings, rows }: TableFile,
  columns: Columns,
  refused: readonly (ImportedRow & { readonly reason: string; readonly values: FieldRow['values'] })[],
  words: { readonly row: string; readonly reason: string },
): string {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const fieldAt = new Map(Object.entries(columns).map(([field, at]) => [at, field]));
  const lines = refused.map(({ row, reason, values }) => [
    String(row),
    reason,
    ...headings.map((_, at) => {
      const field = fieldAt.get(at);
      return (field === undefined ? cellsOf.get(row)?.[at] : values[field]) ?? '';
    }),
  ]);
  return `\uFEFF${[[words.row, words.reason, ...headings], ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Characters of a batch: far below the megabyte that a request may have, also in Arabic. */
const BATCH_CHARACTERS = 200_000;

export function batchesOf(rows: readonly FieldRow[]): FieldRow[][] {
  const batches: FieldRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const length = JSON.stringify(row.values).length;
    if (length > room || batches.at(-1)?.length === importLimits.rowsAtOnce) {
      batches.push([]);
      room = BATCH_CHARACTERS;
    }
    batches.at(-1)?.push(row);
    room -= length;
  }
  return batches;
}
