/** A short run of edits and faults on a product with one planted bug, and what the checkers find in it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Written } from 'language/contract/entities';
import { startCommandApis } from '../../../bench/many-hands/command-apis.ts';
import { overlayEnvironment, writeOverlay } from '../../../test/overlay/overlay.ts';
import { type Product, startProduct } from '../../../test/product.ts';
import { root } from '../../../test/started-program.ts';
import { send } from '../../convergence/calls.ts';
import { type Begun, converge } from '../../convergence/converge.ts';
import { adminAccount } from '../../convergence/test-team.ts';
import { withInstallation } from '../../convergence/written-log.ts';
import { appendRaw } from '../../event-log/raw-append.ts';
import { checkRun, findChart, type Finding } from '../checks/check-run.ts';
import { physicianOf } from '../checks/live-promises.ts';
import { poisonOf } from '../faults/poison.ts';
import type { PlantedBug } from './bugs.ts';

export interface PlantedRun {
  readonly findings: readonly Finding[];
  /** Where the run itself failed: an answer that no client may get. */
  readonly failed: string | undefined;
  /** From the first edit to the last finding. */
  readonly seconds: number;
}

/** Edits a second: 12 clients, one edit in 0.8 s each. */
const CLIENTS = 12;
const THINK_SECONDS = 0.8;
const SECONDS = 10;
/** With kills: the product needs some seconds to start again. */
const SECONDS_WITH_KILLS = 20;
const KILL_SECONDS = 4;
const TYPING_SECONDS = 0.3;
/** Clients of one person. */
const TABS = 3;
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
  const product = await startProduct({
    env: { ...adminAccount, ...overlayEnvironment(overlayFile), CAPTCHA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
  });
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
  const began = performance.now();
  const poisoned = poison ? [await addPoisonEvent(product)] : [];
  let begun: Begun | undefined;
  let failed: string | undefined;
  try {
    const { differences } = await converge(product, {
      clients: CLIENTS,
      admissions: 3,
      seconds: kill.length > 0 ? SECONDS_WITH_KILLS : SECONDS,
      seed,
      restart: kill,
      restartEverySeconds: KILL_SECONDS,
      thinkSeconds: THINK_SECONDS,
      typingSeconds: TYPING_SECONDS,
      tabs: TABS,
      ...ends,
      onBegin: (given) => (begun = given),
    });
    failed = differences[0];
  } catch (error) {
    failed = error instanceof Error ? error.message : String(error);
  }
  if (!begun) throw new Error(`The run did not begin: ${failed}`);
  if (race) await raceTwoCommandApis(product, begun);
  const findings = await checkRun({ ...begun, product, poisoned, ...ends });
  return { findings, failed, seconds: (performance.now() - began) / 1_000 };
}

/** @throws Error if the text is not in the file exactly once */
export function withBug(text: string, { file, find, replace }: PlantedBug): string {
  const [before, after, ...others] = text.split(find);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`${file} does not hold this text once: ${find}`);
  return before + replace + after;
}

/** An event that no projection knows. @returns its stream */
async function addPoisonEvent(product: Product): Promise<string> {
  const event = poisonOf('unknown-type');
  await withInstallation(product, ({ settings: { EVENTSTORE_URL: url = '' } }) => appendRaw({ url, ...event }));
  return event.stream;
}

/** Two processes that write to one chart at the same time: within one, its commands wait for each other. */
async function raceTwoCommandApis(product: Product, { team, admissions, ledger }: Begun): Promise<void> {
  const chart = await findChart(product.url, team, admissions);
  if (!chart) throw new Error('No chart is left');
  const { admission } = chart;
  const { userId, token } = physicianOf(chart);
  const others = await startCommandApis(product, 1);
  const write = async (base: string, text: string): Promise<void> => {
    const sentAt = performance.now();
    const body = { admissionId: admission, noteDate: team.today, note: `<p>${text}</p>` };
    const { answer, key } = await send(base, token, { method: 'POST', path: '/api/physicNotes/addphysicNote', body });
    const intention = { key, userId, what: 'AddPhysicianNote', admission, mayChangeNothing: false, sentAt };
    if (!answer || answer.status >= 300) throw new Error(`A note was answered with ${answer?.status}`);
    ledger.note({ ...intention, acknowledged: answer.body as Written });
  };
  try {
    for (let race = 0; race < RACES; race += 1)
      await Promise.all([product.url, ...others.urls].map((base, side) => write(base, `race ${race} of ${side}`)));
  } finally {
    await others.stop();
  }
}
