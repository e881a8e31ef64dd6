import { Redis } from 'ioredis';
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import type { Logger } from 'service-kit/process/logger';
import { SettingsError } from 'service-kit/process/settings';
import { waitForEngine } from 'service-kit/process/wait-for-engine';

const ANSWER_MS = 5_000;
/** Redis that loads its data refuses commands with this word. */
const LOADING = /^LOADING/;

/** @throws SettingsError where Redis refuses the user or the password */
export const waitForRedis = (url: string, logger: Logger): Promise<void> =>
  waitForEngine(
    'REDIS_URL',
    () => askRedis(url),
    (error) => !(error instanceof SettingsError),
    { logger },
  );

async function askRedis(url: string): Promise<void> {
  let refusal: Error | undefined;
  const client = new Redis(url, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null });
  client.on('error', (error: Error) => (refusal ??= error));
  try {
    await withTimeout(
      ANSWER_MS,
      client.connect().then(() => client.ping()),
      () => new Error('Redis does not answer'),
    );
  } catch (error) {
    const cause = refusal ?? error;
    if (cause instanceof Error && cause.name === 'ReplyError' && !LOADING.test(cause.message))
      throw new SettingsError('REDIS_URL: Redis refuses the user or the password.');
    throw cause;
  } finally {
    client.disconnect();
  }
}
