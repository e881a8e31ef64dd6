/**
 * `npm run faults:outage`: kills each engine once under a steady load, and prints what people notice: which answers they
 * get in how many milliseconds, and after how many seconds all is right again. In the end the log must hold each
 * acknowledged command once. Starts the whole product on a temporary folder.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import { watchTeam } from '../../bench/teammates.ts';
import { openWard } from '../../bench/ward.ts';
import { type Product, startProduct } from '../../test/product.ts';
import { brokenPromises } from '../convergence/compare.ts';
import { type GivenEngines, pidOf, type Restartable } from '../convergence/restarts.ts';
import { readStreams } from '../convergence/written-log.ts';
import { lineOf, outageFigures } from './figures.ts';
import { COMMANDS_PER_SECOND, Load } from './load.ts';
import { settings } from './settings.ts';

const BEFORE_MS = 5_000;
const LOOK_MS = 20;
/** An answer that takes longer is not right yet. */
const SLOW_MS = 500;
/** A review takes a hundred. */
const ENTRIES_OF_REVIEW = 60;

const run = settings.read(process.env);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const given: GivenEngines = { 'event-log': run.EVENTSTORE_URL, postgres: run.DATABASE_URL, redis: run.REDIS_URL };
const kills: readonly Restartable[] = run.KILL ?? [
  'event-log',
  'postgres',
  ...(run.REDIS_URL === undefined ? [] : ['redis' as const]),
];

/** @returns when it was killed, and after how many milliseconds another process was there */
async function killOnce(product: Product, engine: Restartable): Promise<{ killed: number; backAfter: number }> {
  const before = await pidOf(product, engine, given);
  process.kill(before, 'SIGKILL');
  const killed = performance.now();
  for (;;) {
    const now = await pidOf(product, engine, given).catch(() => before);
    if (now !== before) return { killed, backAfter: performance.now() - killed };
    await pause(LOOK_MS);
  }
}

async function outages(product: Product): Promise<boolean> {
  const commands = COMMANDS_PER_SECOND * kills.length * (run.AFTER_SECONDS + BEFORE_MS / 1_000);
  const ward = await openWard(product.url, { members: 2, reviews: Math.ceil(commands / ENTRIES_OF_REVIEW) });
  const mates = await watchTeam(product.url, ward.team, ward.tokens, 1);
  const load = new Load(product.url, ward, mates);
  for (const engine of kills) {
    await pause(BEFORE_MS);
    const { killed, backAfter } = await killOnce(product, engine);
    await pause(1_000 * run.AFTER_SECONDS);
    say(`${engine}${given[engine] === undefined ? '' : ' (of the settings)'}: again after ${seconds(backAfter)}`);
    say(lineOf('commands', outageFigures(load.commands, killed, SLOW_MS)));
    say(lineOf('reads', outageFigures(load.reads, killed, SLOW_MS)));
    say(lineOf('ready', outageFigures(load.readiness, killed, SLOW_MS)));
    const heard = load.notes.filter((at) => at > killed).toSorted((a, b) => a - b);
    const silences = heard.map((at, index) => at - (heard[index - 1] ?? killed));
    say(`  live notes: the longest silence was ${seconds(Math.max(...silences))}`);
  }
  await load.stop();
  mates.close();
  const { _id: userId } = await ward.author.get<{ _id: string }>('/api/users/me');
  const streams = [...new Set(load.acknowledged.map(({ written }) => written.stream))];
  const broken = brokenPromises(
    load.acknowledged.map(({ key, mark, written }) => ({
      commandId: uuidv5(key, userId),
      what: mark,
      admission: written.stream.replace('admission-', ''),
      acknowledged: written,
      mayChangeNothing: false,
    })),
    load.acknowledged.map(({ mark }) => mark),
    await readStreams(product, streams),
  );
  const repeated = load.commands.length - load.acknowledged.length;
  say(
    `${load.acknowledged.length} commands acknowledged, sent again ${repeated} times: ` +
      `lost ${broken.lost.length}, doubled ${broken.doubled.length}, misplaced ${broken.misplaced.length}`,
  );
  return broken.lost.length + broken.doubled.length + broken.misplaced.length === 0;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const product = await startProduct({
  env: { PROCESSES: run.PROCESSES, CAPTCHA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: run.LOG_LEVEL },
});
try {
  if (!(await outages(product))) {
    say(product.log());
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}
