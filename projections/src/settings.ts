/** The variables of this service. */
import { common, defineSettings } from 'service-kit/process/settings';
import { telemetrySettings } from 'service-kit/telemetry/settings';

const { PORT, HOST, LOG_LEVEL, DATABASE_URL, EVENTSTORE_URL, REDIS_URL, MASTER_KEY, MASTER_KEY_PREVIOUS } = common;

export const settings = defineSettings({
  PORT,
  HOST,
  LOG_LEVEL,
  DATABASE_URL,
  EVENTSTORE_URL,
  REDIS_URL,
  MASTER_KEY,
  MASTER_KEY_PREVIOUS,
  ...telemetrySettings,
});
