/** The labels of the hospital's codes in the language of the page. Called while rendering. */
import {
  dischargeStatuses,
  isNoError,
  reportTypes,
  responses,
  severities,
  specialties,
  type DischargeStatus,
  type ReportType,
  type Response,
  type Severity,
  type Specialty,
} from 'command-api/domain/values/codes';
import { translate, type MessageId } from '../platform/language/language.ts';

/** '' for an unset code, and for one of a newer server. */
const labelIn =
  <C extends string | number>(list: readonly { code: C }[], idOf: (code: C) => MessageId) =>
  (code: C | null | undefined): string => {
    const found = list.find((one) => one.code === code);
    return found ? translate(idOf(found.code)) : '';
  };

export const specialtyLabel = labelIn<Specialty>(specialties, (code) => `code.specialty.${code}`);
export const dischargeStatusLabel = labelIn<DischargeStatus>(
  dischargeStatuses,
  (code) => `code.dischargeStatus.${code}`,
);
export const responseLabel = labelIn<Response>(responses, (code) => `code.response.${code}`);
/** The sign of a response, before its word or where a word has no room. No letter: letters are severities. */
export const responseSigns: Record<Response, string> = { 1: '✓', 2: '✕', 3: '○', 4: '⚠\uFE0E' };
/** The sign and the word. */
export const responseText = (code: Response): string => `${responseSigns[code]} ${responseLabel(code)}`;
export const severityLabel = labelIn<Severity>(severities, (code) => `code.severity.${code}`);
export const reportTypeLabel = labelIn<ReportType>(reportTypes, (code) => `code.reportType.${code}`);

/** The label of an error type is data of the catalogue, except that of an entry without an error. */
export const errorTypeLabel = (type: string, label: string): string =>
  isNoError(type) ? translate('code.noError') : label;
