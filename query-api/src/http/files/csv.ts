/** Cells as lines of a CSV (docs/product.md, "Exported files"). */
import { type Column, contentOf, type FileContext, headingsOf } from './columns.ts';

/** Excel splits a file at the list separator of the computer's region: a semicolon where numbers have a comma. */
export const separators = [',', ';'] as const;
export type Separator = (typeof separators)[number];

/** How a file is written. */
export type CsvFormat = FileContext & { readonly separator: Separator };

/**
 * A text that a spreadsheet may read as a formula begins with this: a sign, also full-width as some of them convert it,
 * also after white space, control characters and characters without width, which some of them drop.
 */
const FORMULA = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;

/** An apostrophe in front keeps a spreadsheet from reading the text as a formula. */
const safe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A spreadsheet that splits at semicolons has a decimal comma: it would take `4.5` for a date or a text. */
const decimal = (value: number, separator: Separator): string =>
  String(value).replace('.', separator === ';' ? ',' : '.');

export const csvCells = <Row>(columns: readonly Column<Row>[], row: Row, format: CsvFormat): string[] =>
  columns.map((column) => {
    const content = contentOf(column, row, format) ?? '';
    return typeof content === 'number' ? decimal(content, format.separator) : safe(content);
  });

/** Quotes a cell with a line break, with either separator or with outer spaces (RFC 4180). */
const quoted = (text: string): string => (/["\r\n,;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (cells: readonly string[], separator: Separator): string => `${cells.map(quoted).join(separator)}\r\n`;

/** Includes the line break. */
export const csvHeader = <Row>(columns: readonly Column<Row>[], { words, separator }: CsvFormat): string =>
  lineOf(headingsOf(columns, words), separator);
export const csvLine = <Row>(columns: readonly Column<Row>[], row: Row, format: CsvFormat): string =>
  lineOf(csvCells(columns, row, format), format.separator);
