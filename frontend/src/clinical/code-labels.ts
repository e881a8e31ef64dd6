/** The labels of the hospital's codes in the language of the page. Called while rendering. */
import {
  dischargeStatuses,
  isNoError,
  reportTypes,
  responses,
  allergyCertainties,
  allergySeverities,
  allergySources,
  homeMedicationSources,
  reconciliationActions,
  reconciliationStages,
  severities,
  sexes,
  specialties,
  type DischargeStatus,
  type ReportType,
  type Response,
  type Severity,
  type Specialty,
} from 'language/domain/values/codes';
import { isMessageId, translate, type MessageId } from '../platform/language/language.ts';
import { errorTypeName } from './error-types.ts';

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
/** More than the label, which the specification fixes in English, for the codes whose label alone may be misread. */
const severityHints: Partial<Record<Severity, MessageId>> = {
  C: 'code.severityHint.C',
  D: 'code.severityHint.D',
  F: 'code.severityHint.F',
  H: 'code.severityHint.H',
  I: 'code.severityHint.I',
};
const responseHints: Partial<Record<Response, MessageId>> = { 3: 'code.responseHint.3', 4: 'code.responseHint.4' };
const hintOf = (id: MessageId | undefined): string | undefined => (id === undefined ? undefined : translate(id));
export const severityHint = (code: Severity): string | undefined => hintOf(severityHints[code]);
export const responseHint = (code: Response): string | undefined => hintOf(responseHints[code]);
/** An answer of a newer server is its code. */
export const severityAnswerLabel = (answer: string): string => {
  const id = `severityAnswer.${answer}`;
  return isMessageId(id) ? translate(id) : answer;
};
/** The code with its label; a code of a newer server alone. */
export const pcneText = (code: string): string => {
  const key = code.replace('.', '-');
  const id = `pcne.code.${key}`;
  return isMessageId(id) ? `${code} ${translate(id)}` : code;
};
/** '' for a choice that was not made, and for one of a newer server. */
const choiceIn =
  <Choice extends string>(list: readonly Choice[], idOf: (choice: Choice) => MessageId) =>
  (choice: string): string => {
    const found = list.find((one) => one === choice);
    return found === undefined ? '' : translate(idOf(found));
  };
export const sexLabel = choiceIn(sexes, (sex) => `code.sex.${sex}`);
export const allergySeverityLabel = choiceIn(allergySeverities, (severity) => `code.allergySeverity.${severity}`);
export const allergyCertaintyLabel = choiceIn(allergyCertainties, (certainty) => `code.allergyCertainty.${certainty}`);
export const allergySourceLabel = choiceIn(allergySources, (source) => `code.allergySource.${source}`);

export const homeSourceLabel = choiceIn(homeMedicationSources, (source) => `code.homeSource.${source}`);
export const reconciliationStageLabel = choiceIn(reconciliationStages, (stage) => `code.reconciliationStage.${stage}`);
export const reconciliationActionLabel = choiceIn(
  reconciliationActions,
  (action) => `code.reconciliationAction.${action}`,
);

export const reportTypeLabel = labelIn<ReportType>(reportTypes, (code) => `code.reportType.${code}`);

/** The label of an error type is data of the catalogue, except that of an entry without an error (`error-types.ts`). */
export const errorTypeLabel = (type: string, label: string): string =>
  isNoError(type) ? translate('code.noError') : errorTypeName(label);
