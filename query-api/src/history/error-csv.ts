/**
 * Changes of medication errors as lines of a CSV (docs/product.md, "CSV"): codes in words, things by their ids, no
 * patient's name.
 */
import type { EntryChange, ErrorChange } from 'command-api/contract/history';
import { isNoError, severityLabel } from 'command-api/domain/values/codes';
import { cell, csvLine, type Separator } from '../http/csv.ts';
import { nameOfResponse } from '../http/reports/report.ts';

const changeNames: Readonly<Record<EntryChange, string>> = {
  added: 'added',
  copied: 'copied',
  removed: 'removed',
  severity: 'severity',
  response: 'response',
  rating: 'rating',
  followUp: 'follow-up',
  drug: 'drug',
  type: 'error type',
  note: 'recommendation',
  tags: 'tags',
};

/** "No error" has no response. */
const responseOf = ({ errType, errRes }: Pick<ErrorChange, 'errType' | 'errRes'>): string =>
  isNoError(errType) ? '' : nameOfResponse(errRes);
const wasResponse = ({ errType, before }: ErrorChange): string =>
  before.errRes === undefined ? '' : responseOf({ errType: before.errType ?? errType, errRes: before.errRes });

const columns: readonly (readonly [heading: string, say: (change: ErrorChange) => string])[] = [
  ['At (UTC)', ({ at }) => at],
  ['By', ({ actorName }) => actorName],
  ['Changed', ({ what }) => what.map((one) => changeNames[one]).join('; ')],
  ['Drug', ({ errDrugLabel }) => errDrugLabel],
  ['Drug before', ({ before }) => before.errDrugLabel ?? ''],
  ['Error type', ({ errTypeLabel }) => errTypeLabel],
  ['Error type before', ({ before }) => before.errTypeLabel ?? ''],
  ['Severity', ({ errSeverity }) => errSeverity ?? ''],
  ['Severity in words', ({ errSeverity }) => severityLabel(errSeverity)],
  ['Severity before', ({ before }) => before.errSeverity ?? ''],
  ['Response', responseOf],
  ['Response before', wasResponse],
  ['Rating', ({ rating }) => String(rating ?? '')],
  ['Rating before', ({ before }) => String(before.rating ?? '')],
  ['Follow-up', ({ followUpDate }) => followUpDate ?? ''],
  ['Follow-up before', ({ before }) => before.followUpDate ?? ''],
  ['Late', ({ late }) => (late ? 'late' : '')],
  ['Entry id', ({ entry }) => entry],
  ['Review id', ({ review }) => review],
  ['Admission id', ({ admission }) => admission],
  ['Patient id', ({ patient }) => patient],
  ['Revision', ({ revision }) => String(revision)],
  ['Recorded at (UTC)', ({ at, recordedAt = at }) => recordedAt],
];

export const errorCsvHeader = (separator: Separator): string =>
  csvLine(
    columns.map(([heading]) => heading),
    separator,
  );
export const errorCsvLine = (change: ErrorChange, separator: Separator): string =>
  csvLine(
    columns.map(([, say]) => cell(say(change))),
    separator,
  );
