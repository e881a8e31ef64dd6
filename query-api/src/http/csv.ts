/** Reviews as lines of a CSV (docs/product.md, "CSV"): one line for each entry, one for a review without entries. */
import type { CollectedReview, CsvLine } from 'command-api/contract/reports';
import type { DrugErr } from 'command-api/contract/entities';
import { isNoError, severityLabel } from 'command-api/domain/values/codes';
import { plainText } from './plain-text.ts';
import { nameOfResponse } from './reports/report.ts';

/**
 * What a spreadsheet may read as a formula: a sign, also full-width as some of them convert it, also after white space
 * and characters without width, which some of them drop.
 */
const FORMULA = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/** An apostrophe in front keeps a spreadsheet from reading the text as a formula. */
export const cell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const onError =
  (say: (entry: DrugErr) => string) =>
  (_review: CollectedReview, entry: DrugErr | undefined): string =>
    entry === undefined || isNoError(entry.errType) ? '' : say(entry);

const columns: readonly (readonly [
  heading: string,
  say: (review: CollectedReview, entry: DrugErr | undefined) => string,
])[] = [
  ['Review date', (review) => review.reviewDate],
  ['Patient', (review) => review.patientName],
  ['Medical record number', (review) => review.medicalRecordNumber],
  ['Admission date', (review) => review.admissionDate],
  ['Reviewed by', (review) => review.userName],
  ['Clinical note', (review) => review.clinicalNote],
  ['Drug', (_review, entry) => entry?.errDrugLabel ?? ''],
  ['Error type', (_review, entry) => entry?.errTypeLabel ?? ''],
  ['Severity', onError((entry) => entry.errSeverity ?? '')],
  ['Severity in words', onError((entry) => severityLabel(entry.errSeverity))],
  ['Response', onError((entry) => nameOfResponse(entry.errRes))],
  ['Follow-up date', onError((entry) => entry.followUpDate ?? '')],
  ['Rating', onError((entry) => String(entry.rating ?? ''))],
  ['Drug tags', (_review, entry) => (entry?.drugTags ?? []).map(({ name }) => name).join('; ')],
  ['Recommendation', (_review, entry) => plainText(entry?.errNote ?? '')],
  ['Review id', (review) => review._id],
  ['Entry id', (_review, entry) => entry?._id ?? ''],
];

/** On each line of a report as known at an instant, because a file is read without the screen that it came from. */
const KNOWN_ON = 'As known on';

/** The cells of each line, in the order of the columns. */
function cellsOf(review: CollectedReview, asOf: string | undefined): string[][] {
  // Converted once for all lines.
  const withNote = { ...review, clinicalNote: plainText(review.clinicalNote) };
  return (review.drugErrs.length === 0 ? [undefined] : review.drugErrs).map((entry) => {
    const cells = columns.map(([, say]) => cell(say(withNote, entry)));
    if (asOf !== undefined) cells.push(asOf);
    return cells;
  });
}

/** @param asOf the instant of a report as known at an instant */
export function linesOf(review: CollectedReview, asOf?: string): CsvLine[] {
  const names = headingsOf(asOf);
  return cellsOf(review, asOf).map((cells) =>
    Object.fromEntries(names.map((heading, column) => [heading, cells[column] ?? ''])),
  );
}

/** Excel splits a file at the list separator of the computer's region: a semicolon where numbers have a comma. */
export const separators = [',', ';'] as const;
export type Separator = (typeof separators)[number];

/** Quotes a cell with a line break, with either separator or with outer spaces (RFC 4180). */
const quoted = (text: string): string => (/["\r\n,;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Includes the line break. */
export const csvLine = (cells: readonly string[], separator: Separator): string =>
  `${cells.map(quoted).join(separator)}\r\n`;

const headings = columns.map(([heading]) => heading);
const headingsOf = (asOf: string | undefined): readonly string[] =>
  asOf === undefined ? headings : [...headings, KNOWN_ON];
export const csvHeader = (separator: Separator, asOf?: string): string => csvLine(headingsOf(asOf), separator);
export const csvOf = (review: CollectedReview, separator: Separator, asOf?: string): string =>
  cellsOf(review, asOf)
    .map((cells) => csvLine(cells, separator))
    .join('');
