/** Which product is attacked, and for how long. */
import { common, defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { settings as launcher } from '../../../runtime/start/settings.ts';
import { attacks } from './attacks.ts';

export const settings = defineSettings({
  PROCESSES: launcher.shape.PROCESSES,
  BENCH_CHECKOUT: setting(z.string().optional(), 'Another checkout of the product, built; unset: this one'),
  ATTACKS: setting(
    z
      .string()
      .default(attacks.join(','))
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(attacks, `must be some of ${attacks.join(',')}`)).min(1)),
    'Which attacks, one after the other',
  ),
  ATTACK_SECONDS: setting(
    z.coerce.number('must be a number of seconds').positive().default(20),
    'The time of each attack',
  ),
  QUIET_SECONDS: setting(
    z.coerce.number('must be a number of seconds').positive().default(15),
    'The time without an attack before each',
  ),
  LOG_LEVEL: { ...common.LOG_LEVEL, schema: common.LOG_LEVEL.schema.unwrap().default('error') },
});
