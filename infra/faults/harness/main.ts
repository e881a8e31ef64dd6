/**
 * `npm run faults -- --minutes 6`, or `--full`, or `--schedule FILE`: commands and faults at the same time, and then every
 * check. The exit code is 1 if anything was found. The schedule of a run that fails is made as small as possible.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ordinaryClasses, privilegedClasses, scheduleSchema, shownFault } from './fault.ts';
import { enginesIn } from './engine-settings.ts';
import { leftOutOf, targetsOf } from './engines.ts';
import { isSound, linesOf } from './figures.ts';
import { openPrivileges } from './faults/privileged/privileges.ts';
import { type Outcome, type RunOptions, runSchedule } from './run.ts';
import { drawSchedule, type Schedule } from './schedule.ts';
import { settings } from './settings.ts';
import { shrink } from './shrink.ts';
import { smoke } from './smoke.ts';

/** A thousand faults at the smoke's rate, with those that cannot be done. */
const FULL_MINUTES = 1_050 / smoke.perMinute;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    full: { type: 'boolean', default: false },
    schedule: { type: 'string' },
  },
});
const run = settings.read(process.env);
const engines = enginesIn(process.env);
const isSmoke = values.minutes === undefined && !values.full && values.schedule === undefined;
const options: RunOptions = {
  ...(isSmoke && { leastCommands: smoke.leastCommands }),
  clients: run.CLIENTS,
  sockets: run.SOCKETS,
  admissions: run.ADMISSIONS,
  thinkSeconds: run.THINK_SECONDS,
  editsAtOnce: run.EDITS_AT_ONCE,
  engines,
  logLevel: run.LOG_LEVEL,
};

/** @throws Error with a sentence */
async function chosenSchedule(): Promise<Schedule> {
  if (values.schedule !== undefined) return scheduleSchema.parse(JSON.parse(await readFile(values.schedule, 'utf8')));
  const minutes =
    values.minutes === undefined ? (values.full ? FULL_MINUTES : smoke.seconds / 60) : Number(values.minutes);
  if (!(minutes > 0)) throw new RangeError('--minutes takes a number of minutes');
  const privileged = values.full ? await possiblePrivileged() : [];
  return drawSchedule({
    seed: run.SEED,
    seconds: 60 * minutes,
    perMinute: run.FAULTS_PER_MINUTE,
    classes: [...ordinaryClasses, ...privileged],
    targets: targetsOf(engines),
  });
}

async function possiblePrivileged(): Promise<(typeof privilegedClasses)[number][]> {
  const privileges = await openPrivileges();
  privileges.leftOut.forEach(say);
  await privileges.close();
  return privilegedClasses.filter((name) => privileges.classes.includes(name));
}

/** Runs parts of the schedule until no fault can be left out, and keeps the result in a file. */
async function explain(outcome: Outcome): Promise<void> {
  const { schedule, findings } = outcome;
  const found = new Set(findings.map(({ checker }) => checker));
  const fails = async (faults: Schedule['faults']): Promise<boolean> => {
    const again = await runSchedule({ ...schedule, faults }, options);
    const isSame = again.findings.some(({ checker }) => found.has(checker));
    say(`${faults.length} faults: ${isSame ? 'still fails' : 'sound'}`);
    return isSame;
  };
  const kept = async (faults: Schedule['faults']): Promise<string> => {
    const path = join(tmpdir(), `faults-${schedule.seed}.json`);
    await writeFile(path, JSON.stringify({ ...schedule, faults }, null, 2));
    return path;
  };
  say(`SEED=${schedule.seed}; again with: npm run faults -- --schedule ${await kept(schedule.faults)}`);
  const { items, tries, isSmallest } = await shrink(schedule.faults, fails, run.SHRINK_RUNS);
  if (items.length === schedule.faults.length) return;
  say(`${isSmallest ? 'The smallest schedule that still fails' : 'A smaller one'}, after ${tries} runs:`);
  for (const { at, fault } of items) say(`  ${at} s: ${shownFault(fault)}`);
  say(`again with: npm run faults -- --schedule ${await kept(items)}`);
}

const schedule = await chosenSchedule();
leftOutOf(engines).forEach(say);
say(
  `${run.CLIENTS} clients, ${run.SOCKETS} sockets, ${schedule.faults.length} faults in ${schedule.seconds} s, SEED=${schedule.seed}`,
);
const began = performance.now();
const outcome = await runSchedule(schedule, options);
linesOf(outcome).forEach(say);
say(`took ${Math.round((performance.now() - began) / 1_000)} s`);
if (!isSound(outcome)) {
  say(outcome.log);
  process.exitCode = 1;
  await explain(outcome);
}
