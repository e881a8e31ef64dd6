import { Client } from 'pg';
import { pino } from 'pino';
import { loggedError } from 'service-kit/process/logger';
import { migratedInstallation } from 'service-kit/testing/installation';
import { openTcpProxy } from 'service-kit/testing/tcp-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { createWakeUps, startQueueWorker } from './queue.ts';

// Fault: changes were seen after 45 to 59 s, for ever, and nothing was logged.
test('a worker whose listening connection is half-open is told of jobs again, and says so', async () => {
  const installation = await migratedInstallation();
  onTestFinished(() => installation.stop());
  const { databaseUrl } = installation;
  const proxy = await openTcpProxy(databaseUrl);
  onTestFinished(() => proxy.close());
  const lines: string[] = [];
  const logger = pino({ serializers: { error: loggedError } }, { write: (line) => lines.push(line) });
  const handled: string[] = [];
  const worker = await startQueueWorker(
    {
      databaseUrl: proxy.databaseUrl,
      redisUrl: undefined,
      logger,
      concurrency: 1,
      patience: { everyMs: 100, answerMs: 1_000 },
    },
    async (wakeUps) => void handled.push(...wakeUps.map(({ stream }) => stream)),
  );
  onTestFinished(() => worker.close());
  const direct = new Client(databaseUrl);
  await direct.connect();
  onTestFinished(() => direct.end());
  // BullMQ names the connection that listens after the queue.
  const portOfListening = async (): Promise<number | undefined> => {
    const { rows } = await direct.query<{ client_port: number }>(
      `select client_port from pg_stat_activity where datname = current_database()
       and application_name = 'projections' and query ~* '(listen|select 1$)'`,
    );
    return rows[0]?.client_port;
  };
  await expect.poll(portOfListening).toBeDefined();
  proxy.fallSilent(await portOfListening());
  const wakeUps = createWakeUps({ databaseUrl, redisUrl: undefined, logger });
  onTestFinished(() => wakeUps.close());
  await wakeUps.wake([{ projection: 'clinical', stream: 'admission-1' }]);
  await expect.poll(() => handled).toEqual(['admission-1']);
  expect(lines.join('')).toContain('The listening connection of the queue is silent');
});
