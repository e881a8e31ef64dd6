/**
 * How many clients edit for how long. The same SEED draws the same edits and faults; their timing depends on the
 * machine.
 */
import { randomInt } from 'node:crypto';
import { common, defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { settings as launcher } from '../../../runtime/start/settings.ts';
import { restartable } from './restarts.ts';

export const count = (preset: number) => z.coerce.number('must be a whole number').int().min(1).default(preset);
export const positive = (preset: number, of = 'seconds') =>
  z.coerce.number(`must be a number of ${of}`).positive().default(preset);

/** The settings of every run of edits and faults. */
export const ofEveryRun = {
  SEED: setting(
    z.coerce
      .number('must be a whole number')
      .int()
      .min(0)
      .default(() => randomInt(2 ** 31)),
    'The same seed draws the same edits and faults; unset: another one each time',
  ),
  DATABASE_URL: launcher.shape.DATABASE_URL,
  EVENTSTORE_URL: launcher.shape.EVENTSTORE_URL,
  REDIS_URL: launcher.shape.REDIS_URL,
  LOG_LEVEL: { ...common.LOG_LEVEL, schema: common.LOG_LEVEL.schema.unwrap().default('warn') },
};

export const settings = defineSettings({
  ...ofEveryRun,
  CLIENTS: setting(count(30), 'Browsers, three of a person'),
  MINUTES: setting(positive(10, 'minutes'), 'Edits, drops and restarts go on for so long; then all have to agree'),
  ADMISSIONS: setting(count(8), 'That they share; the patients of half of them may be erased'),
  PROCESSES: launcher.shape.PROCESSES,
  RESTART: setting(
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(restartable, `must be some of ${restartable.join(',')}`)).min(1))
      .optional(),
    'The processes that are killed, in this order, again and again; unset: all processes of the layout',
  ),
  RESTART_SECONDS: setting(positive(20), 'From one kill to the next, on the average'),
  THINK_SECONDS: setting(positive(2.5), 'From one edit of a client to the next, on the average'),
});
