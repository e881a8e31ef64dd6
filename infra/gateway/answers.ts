/** The gateway's own answers. */
import type { ServerResponse } from 'node:http';
import { renderProblem, statusOf } from 'command-api/contract/problems';
import { type Refusal, refusal } from 'command-api/domain/reasons/refusal';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, HEADERS);
  response.end(JSON.stringify(body));
}

export const answerProblem = (response: ServerResponse, refused: Refusal): void =>
  answerJson(response, statusOf[refused.code], renderProblem(refused));

const UNAVAILABLE = refusal('service-away');
const RETRY_AFTER = { 'retry-after': '1' };

export function answerUnavailable(response: ServerResponse): void {
  for (const [name, value] of Object.entries(RETRY_AFTER)) response.setHeader(name, value);
  answerProblem(response, UNAVAILABLE);
}

/** The same answer as bytes, for a connection whose request was not read. The connection must be closed after it. */
export function unavailableBytes(): string {
  const body = JSON.stringify(renderProblem(UNAVAILABLE));
  const headers = { ...RETRY_AFTER, ...HEADERS, connection: 'close', 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 503 Service Unavailable\r\n${lines.join('')}\r\n${body}`;
}
