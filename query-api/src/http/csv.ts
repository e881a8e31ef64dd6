/** Reviews as lines of a CSV (decisions, trap 8): one line an entry, one line for a review without any. */
import type { CollectedReview, CsvLine } from 'command-api/contract/reports';
import type { DrugErr } from 'command-api/contract/entities';
import { isNoError, severityLabel } from 'command-api/domain/values/codes';
import { plainText } from './plain-text.ts';
import { nameOfResponse } from './reports/report.ts';

/** What a spreadsheet takes for a formula is kept as text by an apostrophe in front. */
export const cell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

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

/**
 * On each line, where the reviews are not as they are but as they were: a file goes from hand to hand without the
 * screen that it came from.
 */
const KNOWN_ON = 'As known on';

/** @param asOf where they are as known at an instant */
export function linesOf(review: CollectedReview, asOf?: string): CsvLine[] {
  // On each of its lines, and made once.
  const withNote = { ...review, clinicalNote: plainText(review.clinicalNote) };
  return (review.drugErrs.length === 0 ? [undefined] : review.drugErrs).map((entry) => ({
    ...Object.fromEntries(columns.map(([heading, say]) => [heading, cell(say(withNote, entry))])),
    ...(asOf === undefined ? {} : { [KNOWN_ON]: asOf }),
  }));
}

/**
 * Excel divides a file at the sign that the computer's region has for lists, which is a semicolon wherever numbers have
 * a comma.
 */
export const separators = [',', ';'] as const;
export type Separator = (typeof separators)[number];

/** With the line's end. RFC 4180; a cell of several lines is quoted, and so is one that holds either separator. */
export const csvLine = (cells: readonly string[], separator: Separator): string =>
  `${cells.map((text) => (/["\r\n,;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(separator)}\r\n`;

const headings = columns.map(([heading]) => heading);
const headingsOf = (asOf: string | undefined): readonly string[] =>
  asOf === undefined ? headings : [...headings, KNOWN_ON];
export const csvHeader = (separator: Separator, asOf?: string): string => csvLine(headingsOf(asOf), separator);
export const csvOf = (review: CollectedReview, separator: Separator, asOf?: string): string =>
  linesOf(review, asOf)
    .map((cells) =>
      csvLine(
        headingsOf(asOf).map((heading) => cells[heading] ?? ''),
        separator,
      ),
    )
    .join('');
