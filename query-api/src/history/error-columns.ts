/**
 * Changes of medication errors as lines of an exported file (docs/product.md, "Exported files"): codes in words, things
 * by their ids, no patient's name.
 */
import type { ErrorChange } from 'language/contract/history';
import { isNoError } from 'language/domain/values/codes';
import type { Column } from '../http/files/columns.ts';
import type { FileWords } from '../http/files/file-words.ts';

/** "No error" has no response. */
const responseOf = ({ errType, errRes }: Pick<ErrorChange, 'errType' | 'errRes'>, words: FileWords): string =>
  isNoError(errType) ? '' : words.response(errRes);
const wasResponse = ({ errType, before }: ErrorChange, words: FileWords): string =>
  before.errRes === undefined ? '' : responseOf({ errType: before.errType ?? errType, errRes: before.errRes }, words);

export const errorColumns: readonly Column<ErrorChange>[] = [
  ['errors.at', 'utc', ({ at }) => at],
  ['errors.atHospital', 'hospitalTime', ({ at }) => at],
  ['errors.by', 'name', ({ actorName }) => actorName],
  ['errors.changed', 'name', ({ what }, { words }) => what.map((one) => words.say(`change.${one}`)).join('; ')],
  ['errors.drug', 'name', ({ errDrugLabel }) => errDrugLabel],
  ['errors.drugId', 'id', ({ errDrug }) => errDrug],
  ['errors.drugBefore', 'name', ({ before }) => before.errDrugLabel],
  ['errors.errorType', 'name', ({ errTypeLabel }) => errTypeLabel],
  ['errors.errorTypeId', 'id', ({ errType }) => errType],
  ['errors.errorTypeBefore', 'name', ({ before }) => before.errTypeLabel],
  ['errors.severity', 'code', ({ errSeverity }) => errSeverity],
  ['errors.severityInWords', 'name', ({ errSeverity }, { words }) => words.severity(errSeverity)],
  ['errors.severityBefore', 'code', ({ before }) => before.errSeverity],
  ['errors.response', 'code', (change, { words }) => responseOf(change, words)],
  ['errors.responseBefore', 'code', (change, { words }) => wasResponse(change, words)],
  ['errors.rating', 'number', ({ rating }) => rating],
  ['errors.ratingBefore', 'number', ({ before }) => before.rating],
  ['errors.followUp', 'day', ({ followUpDate }) => followUpDate],
  ['errors.followUpBefore', 'day', ({ before }) => before.followUpDate],
  ['errors.late', 'code', ({ late }, { words }) => late && words.say('errors.isLate')],
  ['errors.entryId', 'id', ({ entry }) => entry],
  ['errors.reviewId', 'id', ({ review }) => review],
  ['errors.admissionId', 'id', ({ admission }) => admission],
  ['errors.patientId', 'id', ({ patient }) => patient],
  ['errors.revision', 'number', ({ revision }) => revision],
  ['errors.recordedAt', 'utc', ({ at, recordedAt = at }) => recordedAt],
  ['errors.recordedAtHospital', 'hospitalTime', ({ at, recordedAt = at }) => recordedAt],
];
