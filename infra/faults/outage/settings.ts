/** Which engines are killed. Those of the settings must be started again by what has started them. */
import { common, defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { settings as launcher } from '../../start/settings.ts';
import { restartable } from '../convergence/restarts.ts';

export const settings = defineSettings({
  PROCESSES: launcher.shape.PROCESSES,
  DATABASE_URL: launcher.shape.DATABASE_URL,
  EVENTSTORE_URL: launcher.shape.EVENTSTORE_URL,
  REDIS_URL: launcher.shape.REDIS_URL,
  KILL: setting(
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(restartable, `must be some of ${restartable.join(',')}`)).min(1))
      .optional(),
    'What is killed, once each; unset: event-log, postgres, and redis with REDIS_URL',
  ),
  AFTER_SECONDS: setting(
    z.coerce.number('must be a number of seconds').positive().default(20),
    'Of load after each kill',
  ),
  LOG_LEVEL: { ...common.LOG_LEVEL, schema: common.LOG_LEVEL.schema.unwrap().default('error') },
});
