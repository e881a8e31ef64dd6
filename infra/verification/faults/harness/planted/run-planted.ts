/** A short run of edits and faults on a product with one planted bug, and what the checkers find in it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommandApis } from '../../../bench/many-hands/command-apis.ts';
import { overlayEnvironment, writeOverlay } from '../../../test/overlay/overlay.ts';
import { type Product, startProduct } from '../../../test/product.ts';
import { root } from '../../../test/started-program.ts';
import { send } from '../../convergence/calls.ts';
import { type Begun, begin, converge, type Plan } from '../../convergence/converge.ts';
import { keepKilling } from '../../convergence/killing.ts';
import { memberOf, noteOn, productEnv } from '../../convergence/test-team.ts';
import { withInstallation } from '../../convergence/written-log.ts';
import { appendPoison } from '../../event-log/poison-event.ts';
import { checkRun, findChart, type Finding } from '../checks/check-run.ts';
import type { PlantedBug } from './bugs.ts';

export interface PlantedRun {
  readonly findings: readonly Finding[];
  /** Where the run itself failed: an answer that no client may get. */
  readonly failed: string | undefined;
}

/** Edits a second: 12 clients, one edit in 0.8 s each. */
const plan = { clients: 12, admissions: 3, tabs: 3, thinkSeconds: 0.8, typingSeconds: 0.3 } as const;
const SECONDS = 10;
/** With kills: the product needs some seconds to start again. */
const SECONDS_WITH_KILLS = 20;
const KILL_SECONDS = 4;
/**
 * A screen that shows something wrong may do so for ever, and an erasure is not agreed to while the chart changes: a run
 * with a bug does not wait for either.
 */
const WITH_BUG = { settleSeconds: 15 } as const;
const RACES = 25;
/** The run without a bug has all of them. */
const allFaults: PlantedBug['faults'] = { kill: ['event-log', 'postgres'], poison: true, race: true };

/** @param bug undefined: the product as it is, in which nothing may be found */
export async function runPlanted(bug: PlantedBug | undefined, seed: number): Promise<PlantedRun> {
  const folder = await mkdtemp(join(tmpdir(), 'planted-bug-'));
  const overlayFile = join(folder, 'overlay.json');
  if (bug) writeOverlay(overlayFile, bug.file, withBug(await readFile(join(root, bug.file), 'utf8'), bug));
  const product = await startProduct({ env: { ...productEnv, ...overlayEnvironment(overlayFile) } });
  try {
    return await runOn(product, bug, seed);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runOn(product: Product, bug: PlantedBug | undefined, seed: number): Promise<PlantedRun> {
  const { kill = [], poison, race } = bug?.faults ?? allFaults;
  const ends = bug ? WITH_BUG : {};
  const seconds = kill.length > 0 ? SECONDS_WITH_KILLS : SECONDS;
  const whole: Plan = { ...plan, ...ends, seconds, seed };
  const poisoned = poison ? [await addPoisonEvent(product)] : [];
  const begun = await begin(product, whole);
  const failed = await converge(product, whole, begun, (stopping) =>
    keepKilling(product, kill, { everySeconds: KILL_SECONDS, seed, stopping }),
  ).then(({ differences }) => differences[0], messageOf);
  if (race) await raceTwoCommandApis(product, begun);
  return { findings: await checkRun({ ...begun, product, poisoned, ...ends }), failed };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @throws Error if the text is not in the file exactly once */
export function withBug(text: string, { file, find, replace }: PlantedBug): string {
  const [before, after, ...others] = text.split(find);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`${file} does not hold this text once: ${find}`);
  return before + replace + after;
}

/** @returns the stream of an event that no projection knows */
const addPoisonEvent = (product: Product): Promise<string> =>
  withInstallation(product, ({ settings }) => appendPoison(settings['EVENTSTORE_URL'] ?? '', 'unknown-type'));

/** Two processes that write to one chart at the same time: within one, its commands wait for each other. */
async function raceTwoCommandApis(product: Product, { team, ledger }: Begun): Promise<void> {
  const chart = await findChart(product.url, team);
  if (!chart) throw new Error('No chart is left');
  const { admission } = chart;
  const { userId, token } = memberOf(chart, 'physician');
  const others = await startCommandApis(product, 1);
  const write = async (base: string, text: string): Promise<void> => {
    const { answer, key } = await send(base, token, noteOn(admission, team.today, text));
    if (!answer || answer.status >= 300) throw new Error(`A note was answered with ${answer?.status}`);
    ledger.note({ key, userId, what: 'AddPhysicianNote', admission, mayChangeNothing: false }, answer);
  };
  try {
    for (let race = 0; race < RACES; race += 1)
      await Promise.all([product.url, ...others.urls].map((base, side) => write(base, `race ${race} of ${side}`)));
  } finally {
    await others.stop();
  }
}
