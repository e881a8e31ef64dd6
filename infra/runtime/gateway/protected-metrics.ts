/** `GET /metrics` of the product's own port, for who has the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from 'service-kit/telemetry/metrics';
import { answerMetrics } from 'service-kit/telemetry/metrics-server';

export type AnswerMetrics = (request: IncomingMessage, response: ServerResponse) => void;

/** @returns undefined without a token: then the address does not exist */
export function protectedMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'> | undefined,
  token: string | undefined,
): AnswerMetrics | undefined {
  if (!metrics || token === undefined) return undefined;
  const expected = hash(`Bearer ${token}`);
  const answer = answerMetrics(metrics);
  return (request, response) => {
    if (timingSafeEqual(hash(request.headers.authorization ?? ''), expected)) answer(request, response);
    else response.writeHead(401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }).end();
  };
}

/** A hash has the same length for texts of any length. */
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
