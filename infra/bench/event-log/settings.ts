/**
 * Durations and sizes. The defaults take some minutes; `BENCH_SECONDS=0.5 BENCH_ROUNDS=1 BENCH_READ_EVENTS=20000
 * BENCH_LOG_EVENTS=100000` takes less than one.
 */
import { common, defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';

const parts = ['appends', 'reads', 'live', 'memory'] as const;
export type Part = (typeof parts)[number];

const count = (preset: number) => z.coerce.number('must be a whole number').int().min(1).default(preset);

export const settings = defineSettings({
  BENCH_SECONDS: setting(
    z.coerce.number('must be a number of seconds').positive().default(3),
    'Length of one measurement',
  ),
  BENCH_ROUNDS: setting(count(3), 'How often each measurement is taken; the median counts'),
  BENCH_READ_EVENTS: setting(count(200_000), 'Events of one catch-up read'),
  BENCH_LOG_EVENTS: setting(count(1_000_000), 'Events in the log that is read'),
  BENCH_ONLY: setting(
    z
      .string()
      .default(parts.join(','))
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(parts, `must be some of ${parts.join(',')}`))),
    `Which parts: some of ${parts.join(',')}`,
  ),
  LOG_LEVEL: { ...common.LOG_LEVEL, schema: common.LOG_LEVEL.schema.unwrap().default('warn') },
});

export type Run = ReturnType<typeof settings.read>;
