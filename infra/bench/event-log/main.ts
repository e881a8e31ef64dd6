/**
 * `npm run bench:event-log`: the rates of the embedded event log, beside bare inserts into the same Postgres and the
 * client's rates with a stub server. One run on one fresh embedded Postgres.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from 'service-kit/process/logger';
import { freePort } from 'service-kit/process/free-port';
import { startPostgres } from '../../start/postgres/embedded-postgres.ts';
import { measureAppends } from './measure-appends.ts';
import { measureLive } from './measure-live.ts';
import { measureMemory } from './measure-memory.ts';
import { measureReads } from './measure-reads.ts';
import { heading, type Verdict } from './figures.ts';
import { seedLog } from './seed-log.ts';
import { settings } from './settings.ts';

const run = settings.read(process.env);

async function measure(): Promise<Verdict[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'event-log-bench-'));
  const postgres = await startPostgres({
    dataDir: folder,
    port: await freePort(),
    logger: createLogger('postgres', 'warn'),
  });
  try {
    const database = async (name: string): Promise<string> => {
      await postgres.ensureDatabase(name);
      return postgres.url(name);
    };
    console.log(
      `${cpus().length} cores, Node ${process.version}; ${run.BENCH_ROUNDS} rounds of ${run.BENCH_SECONDS} s; ` +
        `embedded Postgres with fsync and synchronous_commit on\n${heading}`,
    );
    const verdicts: Verdict[] = [];
    const wanted = new Set(run.BENCH_ONLY);
    if (wanted.has('appends')) verdicts.push(...(await measureAppends(await database('fresh'), folder, run)));
    if (wanted.has('live')) await measureLive(await database('fresh'), folder, run);
    if (wanted.has('reads') || wanted.has('memory')) await seedLog(await database('long'), run.BENCH_LOG_EVENTS);
    if (wanted.has('reads')) verdicts.push(...(await measureReads(postgres.url('long'), folder, run)));
    if (wanted.has('memory')) verdicts.push(...(await measureMemory(postgres.url('long'), folder, run)));
    return verdicts;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const verdicts = await measure();
console.log(`\n${verdicts.map(({ sentence }) => sentence).join('\n')}`);
process.exitCode = verdicts.every(({ reached }) => reached) ? 0 : 1;
