/** The gateway's own answers. */
import type { ServerResponse } from 'node:http';
import { renderProblem, statusOf } from 'command-api/contract/problems';
import type { Refusal } from 'command-api/domain/reasons/refusal';

export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify(body));
}

export const answerProblem = (response: ServerResponse, refused: Refusal): void =>
  answerJson(response, statusOf[refused.code], renderProblem(refused));
