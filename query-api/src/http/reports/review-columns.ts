/**
 * Reviews as lines of an exported file (docs/product.md, "Exported files"): one line for each entry, one for a review
 * without entries.
 */
import type { CollectedEntry, CollectedReview, CsvLine } from 'language/contract/reports';
import { plainText } from 'language/contract/plain-text';
import { isNoError } from 'language/domain/values/codes';
import type { Column, FileContext } from '../files/columns.ts';
import { csvCells, type CsvFormat } from '../files/csv.ts';
import { headingsOf } from '../files/columns.ts';
import { type FileWords, fileWords } from '../files/file-words.ts';

export interface ReviewLine {
  readonly review: CollectedReview;
  readonly entry: CollectedEntry | undefined;
}

const onError =
  <Content>(contentOf: (entry: CollectedEntry, context: FileContext) => Content) =>
  ({ entry }: ReviewLine, context: FileContext): Content | undefined =>
    entry === undefined || isNoError(entry.errType) ? undefined : contentOf(entry, context);

const columns: readonly Column<ReviewLine>[] = [
  ['reviews.reviewDate', 'day', ({ review }) => review.reviewDate],
  ['reviews.patient', 'name', ({ review }) => review.patientName],
  ['reviews.recordNumber', 'code', ({ review }) => review.medicalRecordNumber],
  ['reviews.admissionDate', 'day', ({ review }) => review.admissionDate],
  ['reviews.reviewedBy', 'name', ({ review }) => review.userName],
  ['reviews.clinicalNote', 'longText', ({ review }) => review.clinicalNote],
  ['reviews.drug', 'name', ({ entry }) => entry?.errDrugLabel],
  ['reviews.drugId', 'id', ({ entry }) => entry?.errDrug],
  ['reviews.errorType', 'name', ({ entry }) => entry?.errTypeLabel],
  ['reviews.errorTypeId', 'id', ({ entry }) => entry?.errType],
  ['reviews.severity', 'code', onError((entry) => entry.errSeverity)],
  ['reviews.severityInWords', 'name', onError((entry, { words }) => words.severity(entry.errSeverity))],
  ['reviews.severityAnswers', 'code', onError(({ severityAnswers }) => severityAnswers.join('; '))],
  ['reviews.response', 'code', onError((entry, { words }) => words.response(entry.errRes))],
  ['reviews.followUpDate', 'day', onError((entry) => entry.followUpDate)],
  ['reviews.rating', 'number', onError((entry) => entry.rating)],
  ['reviews.drugTags', 'name', ({ entry }) => entry?.drugTags.map(({ name }) => name).join('; ')],
  ['reviews.drugTagIds', 'id', ({ entry }) => entry?.drugTagIds?.map((id) => id ?? '').join('; ')],
  ['reviews.pcne', 'code', onError(({ pcne }) => pcne.join('; '))],
  ['reviews.recommendation', 'longText', ({ entry }, { words }) => plainText(entry?.errNote ?? '', struckIn(words))],
  ['reviews.reviewId', 'id', ({ review }) => review._id],
  ['reviews.entryId', 'id', ({ entry }) => entry?._id],
];

const struckIn = ({ say }: FileWords): string => say('text.struck');

/**
 * @param asOf the instant of a report as known at an instant. It is on each line, because a file is read without the
 *   screen that it came from
 */
export const reviewColumns = (asOf: string | undefined): readonly Column<ReviewLine>[] =>
  asOf === undefined ? columns : [...columns, ['reviews.knownOn', 'utc', () => asOf]];

export function reviewLines(review: CollectedReview, words: FileWords): ReviewLine[] {
  // Converted once for all lines.
  const withNote = { ...review, clinicalNote: plainText(review.clinicalNote, struckIn(words)) };
  return (review.drugErrs.length === 0 ? [undefined] : review.drugErrs).map((entry) => ({ review: withNote, entry }));
}

/** The names in a JSON answer, which programs read, are English for each team. */
const english: CsvFormat = { separator: ',', words: fileWords('en'), timeZone: 'UTC' };

/** The lines of the CSV for a JSON answer. @param asOf as `reviewColumns` */
export function linesInJson(review: CollectedReview, asOf?: string): CsvLine[] {
  const all = reviewColumns(asOf);
  const names = headingsOf(all, english.words);
  return reviewLines(review, english.words).map((line) => {
    const cells = csvCells(all, line, english);
    return Object.fromEntries(names.map((heading, column) => [heading, cells[column] ?? '']));
  });
}
