/** The refusals of the FHIR side: each error is an OperationOutcome (https://hl7.org/fhir/R4/operationoutcome.html). */
import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js';
import type { RefusalCode } from 'language/domain/reasons/sentence';
import { statusOf } from 'language/contract/problems';
import { problemOf } from 'service-kit/http/http-problem';

type IssueCode = OperationOutcomeIssue['code'];

export class FhirProblem extends Error {
  readonly status: number;
  readonly code: IssueCode;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: IssueCode, diagnostics: string, headers: Readonly<Record<string, string>> = {}) {
    super(diagnostics);
    this.name = 'FhirProblem';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
export const notThere = (): FhirProblem =>
  new FhirProblem(404, 'not-found', 'It does not exist, or is not of your teams');
export const invalid = (diagnostics: string): FhirProblem => new FhirProblem(400, 'invalid', diagnostics);
export const notSupported = (diagnostics: string): FhirProblem => new FhirProblem(400, 'not-supported', diagnostics);

const codes: Readonly<Partial<Record<RefusalCode, IssueCode>>> = {
  notFound: 'not-found',
  invalid: 'invalid',
  unauthorized: 'login',
  forbidden: 'forbidden',
  tooMany: 'throttled',
  unavailable: 'transient',
};

/** @returns undefined for an unexpected error */
export function fhirProblemOf(error: unknown): FhirProblem | undefined {
  if (error instanceof FhirProblem) return error;
  const known = problemOf(error);
  if (!known) return undefined;
  const { code, message } = known.problem;
  const retry = known.retryAfterSeconds;
  return new FhirProblem(statusOf[code], codes[code] ?? 'processing', message, {
    ...(retry !== undefined && { 'retry-after': String(retry) }),
  });
}

export const outcomeOf = ({ code, message }: Pick<FhirProblem, 'code' | 'message'>): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code, diagnostics: message }],
});
