/**
 * `npm run faults -- --minutes 6`, or `--full`, or `--alone`: commands and faults at the same time, and then every check.
 * The exit code is 1 if anything was found.
 */
import { parseArgs } from 'node:util';
import { targetsOf } from './engines.ts';
import { ordinaryClasses, privilegedClasses } from './fault.ts';
import { openPrivileges } from './faults/privileged/privileges.ts';
import { linesOf } from './figures.ts';
import { runSchedule } from './run.ts';
import { drawSchedule, oneAtATime, type Schedule } from './schedule.ts';
import { settings } from './settings.ts';
import { smoke } from './smoke.ts';

/** A thousand faults at the smoke's rate, with those that cannot be done. */
const FULL_MINUTES = 1_050 / smoke.perMinute;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    full: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
  },
});
const run = settings.read(process.env);
const engines = { 'event-log': run.EVENTSTORE_URL, postgres: run.DATABASE_URL, redis: run.REDIS_URL };

/** @throws Error with a sentence */
async function chosenSchedule(): Promise<Schedule> {
  if (values.alone) return oneAtATime(run.SEED);
  const preset = values.full ? FULL_MINUTES : smoke.seconds / 60;
  const minutes = values.minutes === undefined ? preset : Number(values.minutes);
  if (!(minutes > 0)) throw new RangeError('--minutes takes a number of minutes');
  return drawSchedule({
    seed: run.SEED,
    seconds: 60 * minutes,
    perMinute: run.FAULTS_PER_MINUTE,
    classes: [...ordinaryClasses, ...(values.full ? await possiblePrivileged() : [])],
    targets: targetsOf(engines),
  });
}

async function possiblePrivileged(): Promise<(typeof privilegedClasses)[number][]> {
  const privileges = await openPrivileges();
  privileges.leftOut.forEach(say);
  await privileges.close();
  return privilegedClasses.filter((name) => privileges.classes.includes(name));
}

const schedule = await chosenSchedule();
const { faults, seconds, seed } = schedule;
say(`${run.CLIENTS} clients, ${run.SOCKETS} sockets, ${faults.length} faults in ${seconds} s, SEED=${seed}`);
const isSmoke = values.minutes === undefined && !values.full && !values.alone;
const outcome = await runSchedule(schedule, {
  ...(isSmoke && { leastCommands: smoke.leastCommands }),
  clients: run.CLIENTS,
  sockets: run.SOCKETS,
  admissions: run.ADMISSIONS,
  thinkSeconds: run.THINK_SECONDS,
  editsAtOnce: run.EDITS_AT_ONCE,
  engines,
  logLevel: run.LOG_LEVEL,
});
linesOf(outcome).forEach(say);
if (outcome.findings.length > 0) {
  say(outcome.log);
  process.exitCode = 1;
}
