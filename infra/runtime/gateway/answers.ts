/** The gateway's own answers. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { renderProblem, statusOf } from 'language/contract/problems';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';

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
  return answerBytes(503, { ...RETRY_AFTER, ...HEADERS }, JSON.stringify(renderProblem(UNAVAILABLE)));
}

function answerBytes(status: number, headers: Readonly<Record<string, string>>, body: string): string {
  const all = { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Why a request could not be read, by the codes of Node's parser and of its limits. Another error is no request. */
const statusOfUnread = (code = ''): number | undefined =>
  ({ HPE_HEADER_OVERFLOW: 431, HPE_CHUNK_EXTENSIONS_OVERFLOW: 413, ERR_HTTP_REQUEST_TIMEOUT: 408 })[code] ??
  (code.startsWith('HPE_') ? 400 : undefined);

/**
 * The answer to a request that could not be read, which Node gives without the headers of the others; undefined if
 * nothing can be answered. The connection must be closed after it.
 */
export function unreadBytes(code: string | undefined, headers: Readonly<Record<string, string>>): string | undefined {
  const status = statusOfUnread(code);
  return status === undefined
    ? undefined
    : answerBytes(status, { ...headers, 'x-content-type-options': 'nosniff' }, '');
}
