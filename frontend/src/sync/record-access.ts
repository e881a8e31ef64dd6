/** Records accesses that only the browser knows: prints, and questions to the chat assistant. */
import type { Message } from 'language/contract/calls/answers';
import * as admissionCalls from 'language/contract/calls/admissions';
import * as reviewCalls from 'language/contract/calls/reviews';
import * as teamCalls from 'language/contract/calls/teams';
import type { ReportType } from 'language/domain/values/codes';
import { api } from './client.ts';
import { createIdempotencyKeys } from '../platform/http/idempotency-key.ts';
import { sendCommand } from './commands.ts';

/** Printing does not wait for the record, which is tried three times. */
const sendInBackground = (content: unknown, call: (idempotencyKey: string) => Promise<Message>): void =>
  void sendCommand(createIdempotencyKeys(), content, call).catch(() => undefined);

export const recordReviewPrinted = (team: string, reviewId: string): void =>
  sendInBackground(reviewId, (idempotencyKey) =>
    api(reviewCalls.recordReviewPrinted, { params: { reviewId }, team, body: {}, idempotencyKey }),
  );
export const recordDischargeListPrinted = (team: string, admission: string): void =>
  sendInBackground(admission, (idempotencyKey) =>
    api(admissionCalls.recordDischargeListPrinted, { params: { id: admission }, team, body: {}, idempotencyKey }),
  );
/** @param period empty if the report has none */
export const recordReportPrinted = (
  team: string,
  report: ReportType,
  period: { startDate?: string; endDate?: string },
): void =>
  sendInBackground([report, period], (idempotencyKey) =>
    api(teamCalls.recordReportPrinted, { params: { id: team }, team, body: { report, ...period }, idempotencyKey }),
  );
/** @param found the number of patients */
export const recordRoundListPrinted = (team: string, found: number): void =>
  sendInBackground(found, (idempotencyKey) =>
    api(teamCalls.recordRoundListPrinted, { params: { id: team }, team, body: { found }, idempotencyKey }),
  );
/**
 * @param found the number of patients on paper
 * @param drugId null for a class of drugs
 */
export const recordDrugUsePrinted = (team: string, found: number, drugId: string | null): void =>
  sendInBackground([found, drugId], (idempotencyKey) =>
    api(teamCalls.recordDrugUsePrinted, {
      params: { id: team },
      team,
      body: { found, ...(drugId === null ? {} : { drugId }) },
      idempotencyKey,
    }),
  );
