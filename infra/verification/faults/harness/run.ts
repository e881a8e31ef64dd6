/** One run: the product, the clients, the faults of a schedule, and then every check. */
import { randomOf } from 'language/domain/testing/random';
import { openTeam } from '../../bench/team.ts';
import { type Begun, begin, converge, type Converged, giveUpAfter, type Plan } from '../convergence/converge.ts';
import { checkRun, type Finding } from './checks/check-run.ts';
import { openEnvironment, type Environment } from './environment.ts';
import { injectAll, type Injected } from './inject.ts';
import { poisonedInLog } from './faults/poison.ts';
import type { Scene } from './faults/scene.ts';
import type { Schedule } from './schedule.ts';

/** Most of the time is left to the product and the faults. */
const plan = {
  clients: 8,
  admissions: 4,
  // Each client is another person, so that both teams have every role.
  tabs: 1,
  thinkSeconds: 0.02,
  typingSeconds: 0.02,
  // A page saves several things at once too. With one, a client does nothing while a fault holds its command.
  editsAtOnce: 2,
} as const;

export interface Outcome {
  readonly injected: readonly Injected[];
  readonly begun: Begun;
  /** Undefined if the run ended early. */
  readonly converged: Converged | undefined;
  readonly findings: readonly Finding[];
  /** The last lines of the product's log. */
  readonly log: string;
}

/** People outside the team, for sockets: the product allows one person twenty (query-api/src/live/handshake.ts). */
const CROWD = 8;
/** Commands without an answer are given up this long after the edits. */
const GIVE_UP_MS = 60_000;

/** @throws Error if the product does not start */
export async function runSchedule(schedule: Schedule, leastCommands: number): Promise<Outcome> {
  const environment = await openEnvironment();
  try {
    return await runIn(environment, schedule, { ...plan, ...schedule, leastCommands });
  } finally {
    await environment.stop();
  }
}

async function runIn(environment: Environment, schedule: Schedule, all: Plan): Promise<Outcome> {
  const { product } = environment;
  const crowd = (await openTeam(product.url, CROWD)).members.map(({ token }) => token);
  const begun = await begin(product, all);
  const findings: Finding[] = [];
  const poisoned: Scene['poisoned'] = new Map();
  let injected: readonly Injected[] = [];
  let converged: Converged | undefined;
  try {
    converged = await converge(product, all, begun, async (stopping) => {
      injected = await injectAll(schedule, {
        environment,
        ...begun,
        crowd,
        random: randomOf(schedule.seed + 1),
        stopping,
        giveUp: giveUpAfter(stopping, GIVE_UP_MS),
        findings,
        poisoned,
      });
    });
    findings.push(...findingsFor('screens', converged.differences));
  } catch (error) {
    // A run that cannot be judged is no sound run.
    findings.push(...findingsFor('run', [`The run ended early: ${String(error)}`]));
  }
  const parked = await poisonedInLog(product, poisoned).catch(() => [...poisoned.keys()]);
  findings.push(
    ...(await checkRun({ ...begun, product, poisoned: parked })),
    ...findingsFor('processes', environment.gaveUp),
    ...findingsFor('run', neverDone(schedule, injected)),
  );
  return { injected, begun, converged, findings, log: product.log() };
}

const findingsFor = (checker: string, sentences: readonly string[]): Finding[] =>
  sentences.map((says) => ({ checker, says }));

/** A class of the schedule of which no fault could be done shows nothing. */
function neverDone({ faults }: Schedule, injected: readonly Injected[]): string[] {
  const done = new Set(injected.filter(({ isDone }) => isDone).map((one) => one.class));
  return [...new Set(faults.map((one) => one.class))]
    .filter((name) => !done.has(name))
    .map((name) => {
      const why = injected.find((one) => one.class === name)?.says ?? 'the run was too short';
      return `No fault of the class ${name} was done: ${why}`;
    });
}
