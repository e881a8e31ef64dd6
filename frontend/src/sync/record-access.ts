/** Records accesses that only the browser knows: prints, and questions to the chat assistant. */
import type { ReportType } from 'command-api/domain/values/codes';
import { endpoint } from '../platform/http/api.ts';
import { api } from './client.ts';
import { createIdempotencyKeys } from '../platform/http/idempotency-key.ts';
import { sendCommand } from './commands.ts';

interface Recorded {
  message: string;
}
const reviewPrinted = endpoint<Recorded, Record<string, never>>()('POST', '/api/reviews/:reviewId/printed');
const reportPrinted = endpoint<Recorded, { report: ReportType; startDate?: string; endDate?: string }>()(
  'POST',
  '/api/teams/:id/reportPrinted',
);
const roundListPrinted = endpoint<Recorded, { found: number }>()('POST', '/api/teams/:id/roundListPrinted');
const drugUsePrinted = endpoint<Recorded, { found: number; drugId?: string }>()(
  'POST',
  '/api/teams/:id/drugUsePrinted',
);
/** To be called before a question is sent. If it fails, the question must not be sent. */
export const recordChatAsked = endpoint<Recorded, { reviews: number }>()('POST', '/api/admissions/:id/chatAsked');

/** Printing does not wait for the record, which is tried three times. */
const sendInBackground = (content: unknown, call: (idempotencyKey: string) => Promise<Recorded>): void =>
  void sendCommand(createIdempotencyKeys(), content, call).catch(() => undefined);

export const recordReviewPrinted = (team: string, reviewId: string): void =>
  sendInBackground(reviewId, (idempotencyKey) =>
    api(reviewPrinted, { params: { reviewId }, team, body: {}, idempotencyKey }),
  );
/** @param period empty if the report has none */
export const recordReportPrinted = (
  team: string,
  report: ReportType,
  period: { startDate?: string; endDate?: string },
): void =>
  sendInBackground([report, period], (idempotencyKey) =>
    api(reportPrinted, { params: { id: team }, team, body: { report, ...period }, idempotencyKey }),
  );
/** @param found the number of patients */
export const recordRoundListPrinted = (team: string, found: number): void =>
  sendInBackground(found, (idempotencyKey) =>
    api(roundListPrinted, { params: { id: team }, team, body: { found }, idempotencyKey }),
  );
/**
 * @param found the number of patients on paper
 * @param drugId null for a class of drugs
 */
export const recordDrugUsePrinted = (team: string, found: number, drugId: string | null): void =>
  sendInBackground([found, drugId], (idempotencyKey) =>
    api(drugUsePrinted, {
      params: { id: team },
      team,
      body: { found, ...(drugId === null ? {} : { drugId }) },
      idempotencyKey,
    }),
  );
