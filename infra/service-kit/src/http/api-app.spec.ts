import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createApiApp } from './api-app.ts';

// Fault: the log line of a failure could not be found from the answer that a person reports.
test('an answer carries the id of its request, and so does the line of its failure', async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => lines.push(line) });
  const app = createApiApp({ service: 'spec', ready: async () => ({ ready: true, checks: {} }), logger });
  app.use(() => {
    throw new Error('not foreseen');
  });
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const ask = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [one, other] = [await ask(), await ask()];
  expect(one.status).toBe(500);
  const ids = [one, other].map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  expect(lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId)).toEqual(ids);
});
