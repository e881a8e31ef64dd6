/** The process in which the service rebuilds what a new version of the program has changed (`rebuild/self-rebuild.ts`). */
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { createLogger } from 'service-kit/process/logger';
import { common, defineSettings } from 'service-kit/process/settings';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { createReadModelPool } from './pools.ts';
import { rebuildChanged } from './rebuild/rebuild-changed.ts';
import { EXIT_CODES } from './rebuild/self-rebuild.ts';

// Also when the service was killed. What is committed stays.
process.on('disconnect', () => process.exit(EXIT_CODES.again));

const { DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, MASTER_KEY_PREVIOUS, LOG_LEVEL } = common;
const settings = defineSettings({ DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, MASTER_KEY_PREVIOUS, LOG_LEVEL }).read(
  process.env,
);
const logger = createLogger('rebuild', settings.LOG_LEVEL);
const pool = createReadModelPool(settings.DATABASE_URL, logger);
const log = connectEventLog({
  url: settings.EVENTSTORE_URL,
  keys: createPatientKeys(pool, masterKeysOf(settings)),
  logger,
});
const { signal } = new AbortController();
const outcome = await rebuildChanged({ databaseUrl: settings.DATABASE_URL, pool, log, logger, signal });
process.exit(EXIT_CODES[outcome]);
