/** An engine may start later than the product, such as after a power failure: the start waits for it. */
import { Backoff } from '../concurrency/backoff.ts';
import { databaseSentence, isDatabaseAway } from '../postgres/availability.ts';
import { withClient } from '../postgres/with-client.ts';
import type { Logger } from './logger.ts';
import { SettingsError } from './settings.ts';

const BACKOFF = { firstMs: 100, mostMs: 2_000 };
const never = new AbortController().signal;

interface Waiting {
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks until the engine answers. One line names the setting.
 * @param setting the variable with the engine's address
 * @param ask throws while the engine does not answer
 * @param isAway true for an error that may pass
 * @throws every other error of `ask`; the reason of `signal`
 */
export async function waitForEngine(
  setting: string,
  ask: () => Promise<unknown>,
  isAway: (error: unknown) => boolean,
  { logger, signal = never }: Waiting,
): Promise<void> {
  const backoff = new Backoff(BACKOFF);
  for (let isSaid = false; ;) {
    try {
      await ask();
      if (isSaid) logger.info(`${setting}: the server answers`);
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!isSaid) logger.error({ error }, `${setting}: the server does not answer, the start waits for it`);
      isSaid = true;
    }
    await backoff.wait(signal);
    signal.throwIfAborted();
  }
}

/** @throws SettingsError where Postgres refuses the user, the password or the database; as `waitForEngine` */
export const waitForPostgres = (databaseUrl: string, waiting: Waiting): Promise<void> =>
  waitForEngine(
    'DATABASE_URL',
    () =>
      withClient(databaseUrl, (client) => client.query('select 1')).catch((error: unknown) => {
        const sentence = isDatabaseAway(error) ? undefined : databaseSentence(error);
        throw sentence === undefined ? error : new SettingsError(sentence);
      }),
    isDatabaseAway,
    waiting,
  );
