/** The answers that the gateway gives itself. */
import type { ServerResponse } from 'node:http';
import type { Problem } from 'command-api/contract/entities';

export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  response.end(JSON.stringify(body));
}

export function answerProblem(response: ServerResponse, status: number, code: Problem['code'], message: string): void {
  answerJson(response, status, { message, code } satisfies Problem);
}
