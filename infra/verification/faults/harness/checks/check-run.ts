/**
 * Checks what a run of faults has left: the log, the rows, the live connection, the answers to the clients and the
 * product's own log. A checker that cannot judge says so, and that is a finding too.
 */
import type { AdmissionDetails } from 'language/contract/entities';
import type { Begun } from '../../convergence/converge.ts';
import { get } from '../../convergence/calls.ts';
import type { Member, TestTeam } from '../../convergence/test-team.ts';
import { pathOf } from '../../convergence/view.ts';
import { readStreams, withInstallation } from '../../convergence/written-log.ts';
import type { Product } from '../../../test/product.ts';
import { answerFaults, commandFaults } from './acknowledged.ts';
import { chainFaults } from './history-chain.ts';
import { answeredCountFaults, invariantFaults } from './invariants.ts';
import { livePromiseFaults } from './live-promises.ts';
import { logFindings } from './product-log.ts';
import { awaitProgress } from './progress.ts';
import { rebuildFaults } from './rebuilt-rows.ts';
import { logFaults, readWholeLog } from './whole-log.ts';

/** A run whose edits and faults have ended. The product runs. */
export interface FinishedRun extends Begun {
  readonly product: Product;
  /** Streams that were given a poison event: they must be parked. */
  readonly poisoned?: readonly string[];
  /** How long the rows may take to reach the log; 30 s. */
  readonly settleSeconds?: number;
}

export const checkers = [
  'answers',
  'commands',
  'log',
  'progress',
  'live',
  'rebuilt rows',
  'invariants',
  'chain',
  'product log',
] as const;
export type Checker = (typeof checkers)[number];

export interface Finding {
  /** One of `checkers`, or another one of the run. */
  readonly checker: string;
  /** A sentence. Ids, no content of charts. */
  readonly says: string;
}

const SETTLE_SECONDS = 30;

/** Writes a few notes into the first chart that is left, and rebuilds the read models. @returns what is wrong */
export async function checkRun(run: FinishedRun): Promise<Finding[]> {
  const { product, team, ledger, poisoned = [], settleSeconds = SETTLE_SECONDS } = run;
  const admissions = team.admissions.map(({ id }) => id);
  const found: Finding[] = [];
  const check = async (...checked: Parameters<typeof judge>): Promise<void> => {
    found.push(...(await judge(...checked)));
  };
  const token = team.members[0]?.token ?? '';
  await check('live', async () => {
    const chart = await findChart(product.url, team);
    return chart === undefined ? ['No chart is left'] : livePromiseFaults(product.url, chart, team.today);
  });
  // An erasure is asked for on the patient's stream.
  const streams = [
    ...admissions.map((id) => `admission-${id}`),
    ...team.admissions.map((one) => `patient-${one.patient}`),
  ];
  await withInstallation(product, async ({ pool, log, settings }) => {
    const whole = await readWholeLog(log);
    await check('progress', () => awaitProgress(pool, whole, poisoned, settleSeconds));
    await check('log', async () => logFaults(whole, await readWholeLog(log)));
    await check('commands', () => commandFaults(whole));
    const logs = await readStreams(product, streams);
    await check('answers', () => answerFaults(ledger.intentions, logs));
    await check('invariants', async () => [
      ...(await invariantFaults(pool)),
      ...(await answeredCountFaults(product.url, token, admissions)),
    ]);
    await check('rebuilt rows', () => rebuildFaults(settings));
  }).catch((error: unknown) => found.push({ checker: 'log', says: unknown(error) }));
  await check('chain', () => chainFaults(product.url, token, team.id, admissions));
  await check('product log', () => logFindings(product.errors(), poisoned));
  return found;
}

/** @returns a finding for each fault, or one that says why there is no verdict */
export async function judge(
  checker: Checker,
  faults: () => readonly string[] | Promise<readonly string[]>,
): Promise<Finding[]> {
  try {
    return (await faults()).map((says) => ({ checker, says }));
  } catch (error) {
    return [{ checker, says: unknown(error) }];
  }
}

const unknown = (error: unknown): string => `Unknown: ${error instanceof Error ? error.message : String(error)}`;

/**
 * A chart that is neither deleted nor erased, and the members of the team that has it after its transfers. One of them is
 * a physician: of few people the other team has none.
 */
export async function findChart(
  base: string,
  { id, members, otherTeam, others, admissions }: TestTeam,
): Promise<{ readonly admission: string; readonly members: readonly Member[] } | undefined> {
  for (const { id: admission } of admissions)
    for (const { team, people } of [
      { team: id, people: members },
      { team: otherTeam, people: others },
    ]) {
      if (!people.some(({ role }) => role === 'physician')) continue;
      const { status, body } = await get(base, people[0]?.token ?? '', pathOf('details', admission));
      if (status === 200 && (body as AdmissionDetails).team === team) return { admission, members: people };
    }
  return undefined;
}
