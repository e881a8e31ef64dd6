/**
 * Accesses that only the browser knows of: what is printed, what goes to the chat assistant. The server sees the others
 * by itself.
 */
import type { ReportType } from 'command-api/domain/codes';
import { endpoint } from '../platform/http/api.ts';
import { api } from './client.ts';
import { createIdempotencyKeys } from '../platform/http/idempotency-key.ts';
import { sendCommand } from './send-command.ts';

interface Recorded {
  message: string;
}
const reviewPrinted = endpoint<Recorded, Record<string, never>>()('POST', '/api/reviews/:reviewId/printed');
const reportPrinted = endpoint<Recorded, { report: ReportType; startDate?: string; endDate?: string }>()(
  'POST',
  '/api/teams/:id/reportPrinted',
);
/** Asked before the question goes: without this answer it does not. */
export const recordChatAsked = endpoint<Recorded, { reviews: number }>()('POST', '/api/admissions/:id/chatAsked');

/** Paper waits for nothing: it is printed whether or not this arrives, which is tried three times. */
const inPassing = (content: unknown, call: (idempotencyKey: string) => Promise<Recorded>): void =>
  void sendCommand(createIdempotencyKeys(), content, call).catch(() => undefined);

export const recordReviewPrinted = (team: string, reviewId: string): void =>
  inPassing(reviewId, (idempotencyKey) => api(reviewPrinted, { params: { reviewId }, team, body: {}, idempotencyKey }));
/** @param period where the report has one */
export const recordReportPrinted = (
  team: string,
  report: ReportType,
  period: { startDate?: string; endDate?: string },
): void =>
  inPassing([report, period], (idempotencyKey) =>
    api(reportPrinted, { params: { id: team }, team, body: { report, ...period }, idempotencyKey }),
  );
