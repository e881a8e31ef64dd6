/**
 * How many clients edit for how long. The same SEED draws the same edits and faults; their timing depends on the
 * machine.
 */
import { randomInt } from 'node:crypto';
import { common, defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { settings as launcher } from '../../start/settings.ts';
import { restartable } from './restarts.ts';

const count = (preset: number) => z.coerce.number('must be a whole number').int().min(1).default(preset);

export const settings = defineSettings({
  CLIENTS: setting(count(30), 'Browsers, three of a person'),
  MINUTES: setting(
    z.coerce.number('must be a number of minutes').positive().default(10),
    'Of edits, drops and restarts; then everybody has to agree',
  ),
  ADMISSIONS: setting(count(8), 'That they share; the patients of half of them may be erased'),
  SEED: setting(
    z.coerce
      .number('must be a whole number')
      .int()
      .min(0)
      .default(() => randomInt(2 ** 31)),
    'Of every choice; unset: another one each time',
  ),
  PROCESSES: launcher.shape.PROCESSES,
  DATABASE_URL: launcher.shape.DATABASE_URL,
  EVENTSTORE_URL: launcher.shape.EVENTSTORE_URL,
  REDIS_URL: launcher.shape.REDIS_URL,
  RESTART: setting(
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(restartable, `must be some of ${restartable.join(',')}`)).min(1))
      .optional(),
    'What is killed, in this order, again and again; unset: all processes of the layout',
  ),
  RESTART_SECONDS: setting(
    z.coerce.number('must be a number of seconds').positive().default(20),
    'From one kill to the next, on the average',
  ),
  THINK_SECONDS: setting(
    z.coerce.number('must be a number of seconds').positive().default(2.5),
    'From one edit of a client to the next, on the average',
  ),
  LOG_LEVEL: { ...common.LOG_LEVEL, schema: common.LOG_LEVEL.schema.unwrap().default('warn') },
});
