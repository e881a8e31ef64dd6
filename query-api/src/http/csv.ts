/** Reviews as lines of a CSV (docs/product.md, "CSV"): one line for each entry, one for a review without entries. */
import type { CollectedEntry, CollectedReview, CsvLine } from 'command-api/contract/reports';
import { plainText } from 'command-api/contract/plain-text';
import { isNoError } from 'command-api/domain/values/codes';
import { type FileWords, fileWords } from './file-words.ts';

/**
 * What a spreadsheet may read as a formula: a sign, also full-width as some of them convert it, also after white space,
 * control characters and characters without width, which some of them drop.
 */
const FORMULA = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;

/** An apostrophe in front keeps a spreadsheet from reading the text as a formula. */
export const cell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

type ContentOf = (review: CollectedReview, entry: CollectedEntry | undefined, format: CsvFormat) => string;

const onError =
  (contentOf: (entry: CollectedEntry, format: CsvFormat) => string): ContentOf =>
  (_review, entry, format) =>
    entry === undefined || isNoError(entry.errType) ? '' : contentOf(entry, format);

/** A spreadsheet that splits at semicolons has a decimal comma: it would take `4.5` for a date or a text. */
export const decimal = (value: number | null | undefined, { separator }: CsvFormat): string =>
  String(value ?? '').replace('.', separator === ';' ? ',' : '.');

/** Headings are ids of words. */
const columns: readonly (readonly [heading: string, contentOf: ContentOf])[] = [
  ['reviews.reviewDate', (review) => review.reviewDate],
  ['reviews.patient', (review) => review.patientName],
  ['reviews.recordNumber', (review) => review.medicalRecordNumber],
  ['reviews.admissionDate', (review) => review.admissionDate],
  ['reviews.reviewedBy', (review) => review.userName],
  ['reviews.clinicalNote', (review) => review.clinicalNote],
  ['reviews.drug', (_review, entry) => entry?.errDrugLabel ?? ''],
  ['reviews.drugId', (_review, entry) => entry?.errDrug ?? ''],
  ['reviews.errorType', (_review, entry) => entry?.errTypeLabel ?? ''],
  ['reviews.errorTypeId', (_review, entry) => entry?.errType ?? ''],
  ['reviews.severity', onError((entry) => entry.errSeverity ?? '')],
  ['reviews.severityInWords', onError((entry, { words }) => words.severity(entry.errSeverity))],
  ['reviews.response', onError((entry, { words }) => words.response(entry.errRes))],
  ['reviews.followUpDate', onError((entry) => entry.followUpDate ?? '')],
  ['reviews.rating', onError((entry, format) => decimal(entry.rating, format))],
  ['reviews.drugTags', (_review, entry) => (entry?.drugTags ?? []).map(({ name }) => name).join('; ')],
  ['reviews.drugTagIds', (_review, entry) => (entry?.drugTagIds ?? []).map((id) => id ?? '').join('; ')],
  ['reviews.recommendation', (_review, entry, { words }) => plainText(entry?.errNote ?? '', words.say('text.struck'))],
  ['reviews.reviewId', (review) => review._id],
  ['reviews.entryId', (_review, entry) => entry?._id ?? ''],
];

/** On each line of a report as known at an instant, because a file is read without the screen that it came from. */
const KNOWN_ON = 'reviews.knownOn';

const headingsIn = ({ say }: FileWords, asOf: string | undefined): string[] =>
  [...columns.map(([heading]) => heading), ...(asOf === undefined ? [] : [KNOWN_ON])].map((id) => say(id));

/** The cells of each line, in the order of the columns. */
function cellsOf(review: CollectedReview, format: CsvFormat, asOf: string | undefined): string[][] {
  // Converted once for all lines.
  const withNote = { ...review, clinicalNote: plainText(review.clinicalNote, format.words.say('text.struck')) };
  return (review.drugErrs.length === 0 ? [undefined] : review.drugErrs).map((entry) => {
    const cells = columns.map(([, contentOf]) => cell(contentOf(withNote, entry, format)));
    if (asOf !== undefined) cells.push(asOf);
    return cells;
  });
}

/** The names in a JSON answer, which programs read, are English for each team. */
const english: CsvFormat = { separator: ',', words: fileWords('en') };

/** @param asOf the instant of a report as known at an instant */
export function linesOf(review: CollectedReview, asOf?: string): CsvLine[] {
  const names = headingsIn(english.words, asOf);
  return cellsOf(review, english, asOf).map((cells) =>
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

/** How a file is written. */
export interface CsvFormat {
  readonly separator: Separator;
  readonly words: FileWords;
}

export const csvHeader = ({ separator, words }: CsvFormat, asOf?: string): string =>
  csvLine(headingsIn(words, asOf), separator);
export const csvOf = (review: CollectedReview, format: CsvFormat, asOf?: string): string =>
  cellsOf(review, format, asOf)
    .map((cells) => csvLine(cells, format.separator))
    .join('');
