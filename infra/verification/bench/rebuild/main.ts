/**
 * `npm run bench:rebuild [-- --data-dir DIR]`: the rebuild of all read models of a generated log, and how a dispatcher
 * catches up that was away for that log. Without a folder it generates a log of scale 0.01. It makes the read models of
 * the folder again; the log stays as it is.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { grouped } from 'service-kit/process/progress';
import { withFolder } from '../engines/engines.ts';
import { atLeast, line } from '../figures.ts';
import { describeMachine } from '../product.ts';
import { type LogEngines, withLogEngines } from './engines.ts';
import { measureAbsence, measureRebuild, type Spent } from './measure.ts';
import { measureCopy } from './measure-copy.ts';

const TARGET = { eventsPerSecond: 10_000, ofCopy: 0.15, ofRebuild: 0.5 };

async function measure(engines: LogEngines): Promise<void> {
  // Fails on a folder of the product: its read models must not be removed.
  const { rows } = await engines.pool.query<{ events: number }>(
    `select count(*)::int as events from event_log.event
     where not starts_with(stream, '$') and exists (select from bench.generated_log)`,
  );
  const events = rows[0]?.events ?? 0;
  if (events === 0) throw new Error('The folder has no complete log of npm run bench:generate');
  const absence = await measureAbsence(engines);
  const rebuild = await measureRebuild(engines);
  const copied = await measureCopy(engines);

  const print = (what: string, { seconds, peakMb, cpuMs }: Spent): void => {
    console.log(line(what, seconds.toFixed(1), grouped(Math.round(events / seconds)), peakMb.toFixed(0)));
    const cpu = [...cpuMs].map(([name, ms]) => `${name} ${(ms / events).toFixed(3)}`);
    console.log(`  CPU milliseconds for an event: ${cpu.join(', ')}`);
  };
  console.log(line(`${grouped(events)} events`, 'seconds', 'events/s', 'peak MB'));
  print('catching up after an absence', absence);
  print('rebuild, the whole command', rebuild);
  console.log(
    line(`COPY of the final ${grouped(copied.rows)} rows into tables with indexes`, copied.seconds.toFixed(1)),
  );
  atLeast('rebuild', events / rebuild.seconds, TARGET.eventsPerSecond, 'events a second');
  atLeast('rebuild, rows a second / those of COPY', copied.seconds / rebuild.seconds, TARGET.ofCopy, '×');
  atLeast('catching up / rebuild, events a second', rebuild.seconds / absence.seconds, TARGET.ofRebuild, '×');
}

const { 'data-dir': given } = parseArgs({ options: { 'data-dir': { type: 'string' } } }).values;
describeMachine();
if (given === undefined) await withFolder((folder) => withLogEngines(folder, true, measure));
else await withLogEngines(resolve(given), false, measure);
