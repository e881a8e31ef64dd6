import { pino } from 'pino';
import { expect, test } from 'vitest';
import { waitForEngine, waitForPostgres } from './wait-for-engine.ts';

const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
const said: string[] = [];
const logger = pino({}, { write: (line) => said.push(line) });

// Fault: the start ended after a second with an error that named no setting.
test('an engine that answers later is waited for, and one line names its setting', async () => {
  const outcomes: unknown[] = [away, away];
  const ask = async (): Promise<void> => {
    if (outcomes.length > 0) throw outcomes.pop();
  };
  await waitForEngine('REDIS_URL', ask, (error) => error === away, { logger });
  const lines = said.splice(0).map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines).toMatchObject([
    { level: 50, msg: 'REDIS_URL: the server does not answer, the start waits for it' },
    { level: 30, msg: 'REDIS_URL: the server answers' },
  ]);
});

test('an error that no wait mends ends the wait', async () => {
  const refused = new Error('WRONGPASS');
  await expect(
    waitForEngine(
      'REDIS_URL',
      () => Promise.reject(refused),
      () => false,
      { logger },
    ),
  ).rejects.toBe(refused);
});

test('a product that must stop waits no longer', async () => {
  const stopping = new AbortController();
  const waiting = waitForPostgres('postgres://127.0.0.1:1/none', { logger, signal: stopping.signal });
  stopping.abort(new Error('SIGTERM'));
  await expect(waiting).rejects.toThrow('SIGTERM');
});
