import { createLogger } from 'service-kit/process/logger';
import { startRedis } from 'service-kit/testing/redis';
import { openTcpProxy } from 'service-kit/testing/tcp-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { createWakeUps, startQueueWorker } from './queue.ts';

// Fault: neither the queue nor its worker noticed, and no job was added or handled any more.
test('connections to Redis that are half-open are opened again', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const proxy = await openTcpProxy(redis.url);
  onTestFinished(() => proxy.close());
  const options = {
    databaseUrl: 'postgres://127.0.0.1/none',
    redisUrl: proxy.databaseUrl,
    logger: createLogger('spec', 'silent'),
  };
  const handled: string[] = [];
  const worker = await startQueueWorker({ ...options, concurrency: 1 }, async (wakeUps) => {
    handled.push(...wakeUps.map(({ stream }) => stream));
  });
  onTestFinished(() => worker.close());
  const wakeUps = createWakeUps(options);
  onTestFinished(() => wakeUps.close());
  const wake = (stream: string): Promise<boolean> =>
    wakeUps.wake([{ projection: 'clinical', stream }]).then(
      () => true,
      () => false,
    );
  expect(await wake('admission-1')).toBe(true);
  await expect.poll(() => handled).toEqual(['admission-1']);
  proxy.fallSilent();
  // As the dispatcher does, which goes on from its position.
  await expect.poll(() => wake('admission-2'), { timeout: 60_000 }).toBe(true);
  await expect.poll(() => handled, { timeout: 60_000 }).toContain('admission-2');
}, 180_000);
