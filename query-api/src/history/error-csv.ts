/**
 * Changes of medication errors as lines of a CSV (docs/product.md, "CSV"): codes in words, things by their ids, no
 * patient's name.
 */
import type { ErrorChange } from 'command-api/contract/history';
import { isNoError } from 'command-api/domain/values/codes';
import { cell, type CsvFormat, csvLine, decimal } from '../http/csv.ts';
import { hospitalTime } from '../http/hospital-time.ts';
import type { FileWords } from '../http/file-words.ts';

/** "No error" has no response. */
const responseOf = ({ errType, errRes }: Pick<ErrorChange, 'errType' | 'errRes'>, words: FileWords): string =>
  isNoError(errType) ? '' : words.response(errRes);
const wasResponse = ({ errType, before }: ErrorChange, words: FileWords): string =>
  before.errRes === undefined ? '' : responseOf({ errType: before.errType ?? errType, errRes: before.errRes }, words);

/** With the hospital's time zone. */
export type ZonedFormat = CsvFormat & { readonly timeZone: string };

/** Headings are ids of words. */
const columns: readonly (readonly [
  heading: string,
  contentOf: (change: ErrorChange, words: FileWords, format: ZonedFormat) => string,
])[] = [
  ['errors.at', ({ at }) => at],
  ['errors.atHospital', ({ at }, _words, { timeZone }) => hospitalTime(at, timeZone)],
  ['errors.by', ({ actorName }) => actorName],
  ['errors.changed', ({ what }, { say }) => what.map((one) => say(`change.${one}`)).join('; ')],
  ['errors.drug', ({ errDrugLabel }) => errDrugLabel],
  ['errors.drugId', ({ errDrug }) => errDrug],
  ['errors.drugBefore', ({ before }) => before.errDrugLabel ?? ''],
  ['errors.errorType', ({ errTypeLabel }) => errTypeLabel],
  ['errors.errorTypeId', ({ errType }) => errType],
  ['errors.errorTypeBefore', ({ before }) => before.errTypeLabel ?? ''],
  ['errors.severity', ({ errSeverity }) => errSeverity ?? ''],
  ['errors.severityInWords', ({ errSeverity }, words) => words.severity(errSeverity)],
  ['errors.severityBefore', ({ before }) => before.errSeverity ?? ''],
  ['errors.response', responseOf],
  ['errors.responseBefore', wasResponse],
  ['errors.rating', ({ rating }, _words, format) => decimal(rating, format)],
  ['errors.ratingBefore', ({ before }, _words, format) => decimal(before.rating, format)],
  ['errors.followUp', ({ followUpDate }) => followUpDate ?? ''],
  ['errors.followUpBefore', ({ before }) => before.followUpDate ?? ''],
  ['errors.late', ({ late }, { say }) => (late ? say('errors.isLate') : '')],
  ['errors.entryId', ({ entry }) => entry],
  ['errors.reviewId', ({ review }) => review],
  ['errors.admissionId', ({ admission }) => admission],
  ['errors.patientId', ({ patient }) => patient],
  ['errors.revision', ({ revision }) => String(revision)],
  ['errors.recordedAt', ({ at, recordedAt = at }) => recordedAt],
  ['errors.recordedAtHospital', ({ at, recordedAt = at }, _words, { timeZone }) => hospitalTime(recordedAt, timeZone)],
];

export const errorCsvHeader = ({ separator, words }: CsvFormat): string =>
  csvLine(
    columns.map(([heading]) => words.say(heading)),
    separator,
  );
export const errorCsvLine = (change: ErrorChange, format: ZonedFormat): string =>
  csvLine(
    columns.map(([, contentOf]) => cell(contentOf(change, format.words, format))),
    format.separator,
  );
