/** One run: the product, the clients, the faults of a schedule, and then every check. */
import { randomOf } from 'language/domain/testing/random';
import type { Product } from '../../test/product.ts';
import { isErased } from '../convergence/compare.ts';
import { type Begun, converge, type Converged, giveUpAfter } from '../convergence/converge.ts';
import { staysIn } from '../convergence/two-teams.ts';
import { readStreams } from '../convergence/written-log.ts';
import { checkRun, type Finding } from './checks/check-run.ts';
import type { Engines } from './engines.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { privilegedClasses } from './fault.ts';
import { injectAll, type Injected } from './inject.ts';
import { signUpCrowd } from './faults/people-faults.ts';
import { poisonedInLog } from './faults/poison.ts';
import { noPrivileges, openPrivileges, type Privileges } from './faults/privileged/privileges.ts';
import type { Scene } from './faults/scene.ts';
import type { Schedule } from './schedule.ts';
import { smoke } from './smoke.ts';
import { Watchers } from './watchers.ts';

export interface RunOptions {
  readonly clients: number;
  /** Live connections, those of the clients included. */
  readonly sockets: number;
  readonly admissions: number;
  readonly thinkSeconds: number;
  readonly editsAtOnce: number;
  readonly leastCommands?: number;
  readonly engines?: Engines;
  readonly logLevel: string;
}

export interface Outcome {
  readonly schedule: Schedule;
  readonly injected: readonly Injected[];
  /** Undefined if the team could not be made. */
  readonly begun: Begun | undefined;
  /** Undefined if the run ended early. */
  readonly converged: Converged | undefined;
  readonly findings: readonly Finding[];
  /** The last lines of the product's log. */
  readonly log: string;
}

/** People outside the team: for two storms of sockets at a time. */
const CROWD = 8;
/** Commands without an answer are given up this long after the edits. */
const GIVE_UP_MS = 60_000;

/** @throws Error if the product does not start */
export async function runSchedule(schedule: Schedule, options: RunOptions): Promise<Outcome> {
  const isPrivileged = schedule.faults.some(({ fault }) => privilegedClasses.some((name) => name === fault.class));
  const privileges = isPrivileged ? await openPrivileges() : noPrivileges;
  try {
    const environment = await openEnvironment({
      ...(options.engines && { engines: options.engines }),
      logLevel: options.logLevel,
      env: privileges.env,
      dataDir: privileges.disk,
    });
    try {
      return await runIn(environment, privileges, schedule, options);
    } finally {
      await environment.stop();
    }
  } finally {
    await privileges.close();
  }
}

async function runIn(
  environment: Environment,
  privileges: Privileges,
  schedule: Schedule,
  options: RunOptions,
): Promise<Outcome> {
  const { product } = environment;
  const crowd = await signUpCrowd(product.url, CROWD);
  const findings: Finding[] = [];
  const poisoned: Scene['poisoned'] = new Map();
  let injected: readonly Injected[] = [];
  let begun: Begun | undefined;
  let watchers: Watchers | undefined;
  let converged: Converged | undefined;
  try {
    converged = await converge(product, {
      clients: options.clients,
      admissions: options.admissions,
      seconds: schedule.seconds,
      ...(options.leastCommands !== undefined && { leastCommands: options.leastCommands }),
      seed: schedule.seed,
      // Each is another person, so that both teams have every role.
      tabs: 1,
      restart: [],
      restartEverySeconds: schedule.seconds,
      thinkSeconds: options.thinkSeconds,
      typingSeconds: smoke.typingSeconds,
      editsAtOnce: options.editsAtOnce,
      onBegin: (given) => (begun = given),
      async disturb({ team, ledger }, stopping) {
        watchers = new Watchers(product.url, team, Math.max(0, options.sockets - options.clients));
        injected = await injectAll(schedule, {
          environment,
          privileges,
          team,
          crowd,
          ledger,
          random: randomOf(schedule.seed + 1),
          stopping,
          giveUp: giveUpAfter(stopping, GIVE_UP_MS),
          findings,
          poisoned,
        });
      },
    });
    findings.push(...findingsFor('screens', converged.differences));
  } catch (error) {
    // A run that cannot be judged is no sound run.
    findings.push({ checker: 'run', says: `The run ended early: ${String(error)}` });
  }
  if (begun) findings.push(...(await checked(product, begun, watchers, poisoned)));
  watchers?.close();
  findings.push(...findingsFor('processes', environment.gaveUp), ...findingsFor('run', neverDone(schedule, injected)));
  return { schedule, injected, begun, converged, findings, log: product.log() };
}

const findingsFor = (checker: string, sentences: readonly string[]): Finding[] =>
  sentences.map((says) => ({ checker, says }));

async function checked(
  product: Product,
  begun: Begun,
  watchers: Watchers | undefined,
  poisoned: Scene['poisoned'],
): Promise<Finding[]> {
  try {
    const logs = await readStreams(
      product,
      begun.admissions.map((id) => `admission-${id}`),
    );
    // The sockets are of the first team: they hear of the charts that it has in the end.
    const { id: ofTeam } = begun.team;
    const heads = new Map(
      [...logs]
        .filter(([, events]) => !isErased(events) && staysIn(events, ofTeam).at(-1)?.team === ofTeam)
        .map(([stream, events]) => [stream, events.length - 1]),
    );
    return [
      ...((await watchers?.differences(heads)) ?? []),
      ...(await checkRun({ ...begun, product, poisoned: await poisonedInLog(product, poisoned) })),
    ];
  } catch (error) {
    return findingsFor('run', [`A check ended early: ${String(error)}`]);
  }
}

/** A class of the schedule of which no fault could be done shows nothing. */
function neverDone({ faults }: Schedule, injected: readonly Injected[]): string[] {
  const done = new Set(injected.filter(({ isDone }) => isDone).map(({ fault }) => fault.class));
  return [...new Set(faults.map(({ fault }) => fault.class))]
    .filter((name) => !done.has(name))
    .map((name) => {
      const why = injected.find(({ fault }) => fault.class === name)?.says ?? 'the run was too short';
      return `No fault of the class ${name} was done: ${why}`;
    });
}
