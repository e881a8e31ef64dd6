/** How a run of faults is drawn. The length is an argument of the command. */
import { randomInt } from 'node:crypto';
import { common, defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { smoke } from './smoke.ts';

const count = (preset: number) => z.coerce.number('must be a whole number').int().min(1).default(preset);

export const settings = defineSettings({
  SEED: setting(
    z.coerce
      .number('must be a whole number')
      .int()
      .min(0)
      .default(() => randomInt(2 ** 31)),
    'Of every choice; unset: another one each time',
  ),
  CLIENTS: setting(count(smoke.clients), 'Browsers that send commands'),
  SOCKETS: setting(count(smoke.sockets), 'Live connections, those of the browsers included'),
  ADMISSIONS: setting(count(smoke.admissions), 'That they share'),
  EDITS_AT_ONCE: setting(count(smoke.editsAtOnce), 'Of one client, under way at the same time'),
  FAULTS_PER_MINUTE: setting(
    z.coerce.number('must be a number of faults').positive().default(smoke.perMinute),
    'On the average',
  ),
  THINK_SECONDS: setting(
    z.coerce.number('must be a number of seconds').positive().default(smoke.thinkSeconds),
    'From one edit of a client to the next, on the average',
  ),
  SHRINK_RUNS: setting(
    z.coerce.number('must be a whole number').int().min(0).default(12),
    'At most so many further runs look for the smallest schedule that still fails; 0: none',
  ),
  LOG_LEVEL: { ...common.LOG_LEVEL, schema: common.LOG_LEVEL.schema.unwrap().default('warn') },
});
