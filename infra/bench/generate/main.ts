/** `npm run bench:generate`: `command-line.ts` has the options. */
import { resolve } from 'node:path';
import { freePort } from 'service-kit/process/free-port';
import { createLogger } from 'service-kit/process/logger';
import { grouped, Progress } from 'service-kit/process/progress';
import { UsageError } from '../../events/terminal/command-line.ts';
import { DATABASE, startPostgres } from '../../start/postgres/embedded-postgres.ts';
import { lockDataFolder, masterKeysIn } from '../../start/program/data-folder.ts';
import { CannotStart } from '../../start/program/start-errors.ts';
import { parseCommandLine } from './command-line.ts';
import { generate } from './generate.ts';
import { BENCH_PASSWORD } from './log-store.ts';
import { NotOurLog } from './progress-row.ts';
import { DAYS, type LogRequest } from './size.ts';

const [DONE, NOT_DONE, NOT_UNDERSTOOD] = [0, 1, 2];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  try {
    const typed = parseCommandLine(process.argv.slice(2));
    if (typed.kind === 'generate') return await run(typed.request, resolve(typed.dataDir));
    process.stdout.write(typed.text);
    return DONE;
  } catch (error) {
    if (error instanceof UsageError) {
      say(`${error.message} (--help says more)`);
      return NOT_UNDERSTOOD;
    }
    if (!(error instanceof CannotStart || error instanceof NotOurLog)) throw error;
    say(error.message);
    return NOT_DONE;
  }
}

async function run(request: LogRequest, dataDir: string): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const unlock = await lockDataFolder(dataDir);
  const postgres = await startPostgres({ dataDir, port: await freePort(), logger: createLogger('bench', 'warn') });
  try {
    await postgres.ensureDatabase(DATABASE);
    const [masterKey] = await masterKeysIn(dataDir);
    const progress = new Progress(say);
    let daysBefore: number | undefined;
    const done = await generate(
      { databaseUrl: postgres.url(DATABASE), masterKey, request },
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
    return isComplete ? DONE : NOT_DONE;
  } finally {
    await postgres.stop();
    await unlock();
  }
}

process.exit(await main());
