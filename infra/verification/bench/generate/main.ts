/**
 * `npm run bench:generate -- --scale S [--data-dir DIR] [--seed N] [--until DATE]`: writes the event log of a hospital
 * group over five years into a data folder of its own, and goes on where it was stopped. For benchmarks only, because
 * all of its keys derive from the seed.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CalendarDate } from 'language/domain/values/calendar-date';
import { grouped, Progress } from 'service-kit/process/progress';
import * as z from 'zod';
import { DATABASE } from '../../../runtime/start/postgres/embedded-postgres.ts';
import { lockDataFolder, masterKeysIn } from '../../../runtime/start/program/data-folder.ts';
import { CannotStart } from '../../../runtime/start/program/start-errors.ts';
import { embeddedPostgres } from '../engines/engines.ts';
import { generate } from './generate.ts';
import { BENCH_PASSWORD } from './log-store.ts';
import { NotOurLog } from './progress-row.ts';
import { DAYS, DEFAULT_UNTIL, type LogRequest } from './size.ts';

const Request = z.object({
  scale: z.coerce.number().positive().max(1),
  seed: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31),
  until: CalendarDate,
});

/** @returns whether the log is complete */
async function run(request: LogRequest, dataDir: string): Promise<boolean> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const unlock = await lockDataFolder(dataDir);
  const postgres = await embeddedPostgres(dataDir);
  try {
    const databaseUrl = await postgres.database(DATABASE);
    const [masterKey] = await masterKeysIn(dataDir);
    const progress = new Progress((text) => void process.stderr.write(`${text}\n`));
    let daysBefore: number | undefined;
    const done = await generate(
      { databaseUrl, masterKey, request },
      {
        stopping: stopping.signal,
        report({ events, days, seconds }) {
          daysBefore ??= days;
          const left = (seconds * (DAYS - days)) / Math.max(1, days - daysBefore);
          progress.report(
            () =>
              `${grouped(events)} events, ${grouped(Math.round(events / seconds))} a second, ` +
              `${Math.round(left)} s left`,
          );
        },
      },
    );
    const { events, eventsBefore, streams, bytes, seconds, isComplete } = done;
    console.log(
      `${isComplete ? 'complete' : 'stopped'}: ${grouped(events)} events in ${grouped(streams)} streams, ` +
        `${grouped(Math.round(bytes / 1024 ** 2))} MiB; ${grouped(events - eventsBefore)} events in ` +
        `${seconds.toFixed(1)} s, ${grouped(Math.round((events - eventsBefore) / seconds))} a second`,
    );
    console.log(`memory at its peak: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
    if (isComplete)
      console.log(
        `sign in as admin@bench.test, team01-pharmacist1@bench.test (the team's admin), … with ${BENCH_PASSWORD}`,
      );
    return isComplete;
  } finally {
    await postgres.stop();
    await unlock();
  }
}

const { values } = parseArgs({
  options: {
    scale: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'data-dir': { type: 'string', default: '.data/bench' },
    until: { type: 'string', default: DEFAULT_UNTIL },
  },
});
const asked = Request.safeParse(values);
if (!asked.success) {
  console.error(z.prettifyError(asked.error));
  process.exit(2);
}
try {
  process.exit((await run(asked.data, resolve(values['data-dir']))) ? 0 : 1);
} catch (error) {
  if (!(error instanceof CannotStart || error instanceof NotOurLog)) throw error;
  console.error(error.message);
  process.exit(1);
}
