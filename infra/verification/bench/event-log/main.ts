/**
 * `npm run bench:event-log`: the rates of the embedded event log, beside bare inserts into the same Postgres and the
 * client's rates with a stub server; and its memory.
 */
import { withEngines } from '../engines/engines.ts';
import { describeMachine, isWanted } from '../product.ts';
import { measureAppends } from './measure-appends.ts';
import { measureMemory } from './measure-memory.ts';
import { measureReads } from './measure-reads.ts';
import { printHeading } from './rates.ts';
import { seedLog } from './seed-log.ts';

/** `BENCH_SECONDS`: length of one measurement. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
/** `BENCH_LOG_EVENTS`: events in the log that is read. */
const LOG_EVENTS = Number(process.env['BENCH_LOG_EVENTS'] ?? 1_000_000);

await withEngines(async (engines, folder) => {
  describeMachine();
  printHeading();
  if (isWanted('appends')) await measureAppends(await engines.database('fresh'), folder, SECONDS);
  if (!isWanted('reads') && !isWanted('memory')) return;
  const long = await engines.database('long');
  await seedLog(long, LOG_EVENTS);
  if (isWanted('reads')) await measureReads(long, folder, LOG_EVENTS);
  if (isWanted('memory')) await measureMemory(long, folder, SECONDS);
}, {});
