/**
 * `npm run bench:rebuild [-- --data-dir DIR]`: the rebuild of all read models of a generated log, and how a dispatcher
 * catches up that was away for that log. Without a folder it generates a log of scale 0.01. It makes the read models of
 * the folder again; the log stays as it is.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { grouped } from 'service-kit/process/progress';
import { CannotStart } from '../../start/program/start-errors.ts';
import { heading, row } from '../figures.ts';
import { type Engines, NoGeneratedLog, startEngines } from './engines.ts';
import { cpuOf } from './measure.ts';
import { measureAbsence } from './measure-absence.ts';
import { measureCopy } from './measure-copy.ts';
import { measureRebuild } from './measure-rebuild.ts';

const RATE = 10_000;
const OF_COPY = 0.15;
const OF_REBUILD = 0.5;
const [REACHED, MISSED, NOT_UNDERSTOOD] = [0, 1, 2];

async function main(): Promise<number> {
  let given: string | undefined;
  try {
    const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } });
    given = values['data-dir'] && resolve(values['data-dir']);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return NOT_UNDERSTOOD;
  }
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'bench-rebuild-')));
  try {
    const engines = await startEngines(dataDir, given === undefined);
    try {
      return (await measure(engines)) ? REACHED : MISSED;
    } finally {
      await engines.stop();
    }
  } catch (error) {
    if (!(error instanceof CannotStart || error instanceof NoGeneratedLog)) throw error;
    console.error(error.message);
    return NOT_UNDERSTOOD;
  } finally {
    if (given === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(engines: Engines): Promise<boolean> {
  const { rows } = await engines.pool.query<{ events: number }>(
    `select count(*)::int as events from event_log.event where not starts_with(stream, '$')`,
  );
  const events = rows[0]?.events ?? 0;
  const perSecond = (seconds: number): number => Math.round(events / seconds);
  const [load = 0] = loadavg();
  console.log(
    `${grouped(events)} events, ${cpus().length} cores, Node ${process.version}, load before the run ${load.toFixed(1)}`,
  );

  const absence = await measureAbsence(engines);
  console.log(
    `catch-up of a dispatcher that was away for all of them: ${absence.seconds.toFixed(1)} s, ` +
      `${grouped(perSecond(absence.seconds))} events a second, memory at its peak ${absence.peakMb.toFixed(0)} MB`,
  );
  console.log(`  CPU, ms for an event: ${cpuOf(absence, events)}`);

  const rebuild = await measureRebuild(engines);
  const { phases } = rebuild;
  console.log(
    `rebuild, the whole command: ${rebuild.seconds.toFixed(1)} s, ${grouped(perSecond(rebuild.seconds))} events a ` +
      `second, memory at its peak ${rebuild.peakMb} MB`,
  );
  console.log(
    `  ${Object.entries(phases)
      .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
      .join(', ')}; load alone ${grouped(perSecond(phases.load))} events a second`,
  );
  console.log(`  CPU, ms for an event: ${cpuOf(rebuild, events)}`);
  console.log(`  ${rebuild.switched}`);
  console.log(heading);
  console.log(row('a screen that reads meanwhile', rebuild.reads));

  const copied = await measureCopy(engines);
  console.log(
    `control: COPY of the final ${grouped(copied.rows)} rows into tables with indexes: ${copied.seconds.toFixed(1)} s, ` +
      `${grouped(Math.round(copied.rows / copied.seconds))} rows a second`,
  );

  return [
    verdict('rebuild, events a second', perSecond(rebuild.seconds), RATE),
    verdict('rebuild, rows a second / those of COPY', copied.seconds / rebuild.seconds, OF_COPY),
    verdict('catch-up, events a second / those of the rebuild', rebuild.seconds / absence.seconds, OF_REBUILD),
  ].every(Boolean);
}

function verdict(what: string, measured: number, target: number): boolean {
  const isReached = measured >= target;
  const shown = (value: number): string => (value < 100 ? value.toFixed(2) : grouped(value));
  console.log(`${isReached ? 'reached' : 'MISSED '}  ${what}: ${shown(measured)}, to reach ${shown(target)}`);
  return isReached;
}

process.exit(await main());
