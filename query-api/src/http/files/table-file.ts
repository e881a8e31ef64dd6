/** An exported file, as CSV of any length or as an Excel file, from the same columns and rows. */
import { because } from 'language/domain/reasons/because';
import * as z from 'zod';
import type { Snapshot } from '../long-answers.ts';
import type { Column, FileContext } from './columns.ts';
import { csvHeader, csvLine, separators } from './csv.ts';
import { asXlsx, XLSX_TYPE, xlsxLine } from './xlsx.ts';

export type TableFormat = 'csv' | 'xlsx';

/** The parameters of a CSV. */
export const csvInput = {
  bom: z.enum(['0', '1'], because('unknown-bom')).default('1'),
  sep: z.enum(separators, because('unknown-separator')).default(','),
};
export type CsvInput = z.output<z.ZodObject<typeof csvInput>>;

export interface Table<Row, Line> {
  readonly statement: readonly [text: string, values: readonly unknown[]];
  readonly columns: readonly Column<Line>[];
  /** The lines of a row of the statement. */
  readonly linesOf: (row: Row) => readonly Line[];
  /** The name of its sheet: an id of words. */
  readonly sheet: string;
}

export const tableTypes: Readonly<Record<TableFormat, string>> = { csv: 'text/csv; charset=utf-8', xlsx: XLSX_TYPE };

/**
 * The file, made while it is read (CSV) or before its first piece (XLSX). A CSV is UTF-8; Excel recognises it by the byte
 * order mark.
 * @param csv undefined for an XLSX
 */
export async function* tableFile<Row extends object, Line>(
  snapshot: Snapshot,
  { statement, columns, linesOf, sheet }: Table<Row, Line>,
  context: FileContext,
  csv: CsvInput | undefined,
): AsyncGenerator<string | Uint8Array> {
  const [text, values] = statement;
  const rows = async (textOf: (line: Line) => string): Promise<AsyncGenerator<string>> =>
    snapshot.text<Row>(text, values, (row) => linesOf(row).map(textOf).join(''));
  if (csv) {
    const format = { ...context, separator: csv.sep };
    const lines = await rows((line) => csvLine(columns, line, format));
    yield (csv.bom === '1' ? '\uFEFF' : '') + csvHeader(columns, format);
    yield* lines;
  } else yield* asXlsx(columns, await rows((line) => xlsxLine(columns, line, context)), context, sheet);
}
