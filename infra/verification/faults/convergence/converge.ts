/** Many simulated browsers edit a few admissions while services are killed. In the end all of them must agree. */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Review, Written } from 'language/contract/entities';
import { nonEmpty, randomOf, type Random } from 'language/domain/testing/random';
import type { Product } from '../../test/product.ts';
import { movesUnderWay } from '../harness/checks/acknowledged.ts';
import { type Answered, type Command, conflictIn, get, reasonIn, send, unanswered } from './calls.ts';
import type { Chart } from './chart.ts';
import { Client } from './client.ts';
import { asShown, differing } from './compare.ts';
import { drawEdit, type Edit, type Look } from './edits.ts';
import { Ledger } from './ledger.ts';
import { keepMerging, mergeDifferences } from './merging.ts';
import { createTestTeam, type TestTeam } from './test-team.ts';
import { onePersonOfEach, serverView, teamDifferences } from './two-teams.ts';
import { readStreams } from './written-log.ts';

export interface Plan {
  readonly clients: number;
  readonly admissions: number;
  readonly seconds: number;
  /** The edits go on for so many commands, for a minute at most: a slow machine sends fewer in `seconds`. */
  readonly leastCommands?: number;
  readonly seed: number;
  /** From one edit of a client to the next, on the average. */
  readonly thinkSeconds: number;
  /** The longest time that a person types. */
  readonly typingSeconds: number;
  /** From the last edit until all must agree: two heartbeats, and the time that a service may need to start again; 60. */
  readonly settleSeconds?: number;
  /** Clients of one person. */
  readonly tabs: number;
  /** Edits of a client that may be under way at once; 1. */
  readonly editsAtOnce?: number;
}
/** The people and charts of a run, and its notes while it goes on. */
export interface Begun {
  readonly team: TestTeam;
  readonly ledger: Ledger;
}
export interface Converged {
  /** Sentences: where a client differs from the server, and where the server differs from the log. */
  readonly differences: readonly string[];
  readonly events: number;
  /** From the end of the last edit until all agree, in milliseconds. */
  readonly settledAfter: number;
}

const SETTLE_SECONDS = 60;
const LOOK_MS = 250;
const DROP_EVERY_SECONDS = 25;
/** Edits that a person looks for before they think again: many draws find nothing to change on a chart. */
const DRAWS = 12;
/** Where a person finds nothing to change, such as where no chart is shown. */
const NOTHING_TO_CHANGE_MS = 200;
/** For the least number of commands. */
const MOST_MORE_MS = 60_000;
/**
 * The answers that a person may get: not found, a conflict, or (400) the list or the date to be changed has changed. Any
 * other refusal is a fault.
 */
const refusals = new Set([400, 404, 409]);
/** The team had the chart before (403). */
const ofTransferred = new Set(['admission-transferred', 'patient-transferred']);
const isRefused = (answer: Answered): boolean =>
  refusals.has(answer.status) || (answer.status === 403 && ofTransferred.has(reasonIn(answer) ?? ''));

export const begin = async ({ url }: Product, { clients, tabs, admissions }: Plan): Promise<Begun> => ({
  team: await createTestTeam(url, { people: Math.max(2, Math.ceil(clients / tabs)), admissions }),
  ledger: new Ledger(),
});

/** @param disturb does faults beside the edits. Resolves after `stopping`, when all of them are healed */
export async function converge(
  product: Product,
  plan: Plan,
  { team, ledger }: Begun,
  disturb: (stopping: AbortSignal) => Promise<unknown>,
): Promise<Converged> {
  const settleMs = 1_000 * (plan.settleSeconds ?? SETTLE_SECONDS);
  const chance = randomOf(plan.seed);
  const admissions = team.admissions.map(({ id }) => id);
  const people = nonEmpty([...team.members, ...team.others], 'member');
  const clients = Array.from(
    { length: plan.clients },
    (_, index) => new Client(product.url, people[index % people.length] ?? people[0], admissions),
  );
  const ending = new AbortController();
  const stopping = ending.signal;
  // Each client adds several listeners.
  setMaxListeners(0, stopping);
  try {
    const giveUp = giveUpAfter(stopping, settleMs);
    for (const client of clients) client.open();
    const editing = clients.flatMap((client, index) =>
      Array.from({ length: plan.editsAtOnce ?? 1 }, (_, lane) =>
        keepEditing(client, { base: product.url, team, plan, ledger, index, lane, stopping, giveUp }),
      ),
    );
    const seed = (): number => chance.between(0, 2 ** 31);
    const merging = keepMerging({ base: product.url, team, seed: seed(), stopping, giveUp });
    const dropping = clients.map((client) => keepDropping(client, ledger, randomOf(seed()), stopping));
    const disturbing = disturb(stopping);
    await Promise.race([untilEdited(plan, ledger, stopping), Promise.all([...editing, merging, disturbing])]);
    ending.abort();
    const [merges] = await Promise.all([merging, disturbing, ...editing, ...dropping]);
    return await settled(product, team, { clients, merges, settleMs });
  } finally {
    ending.abort();
    for (const client of clients) client.close();
  }
}

/** Looks until all agree. */
async function settled(
  product: Product,
  team: TestTeam,
  { clients, merges, settleMs }: { clients: readonly Client[]; merges: readonly string[]; settleMs: number },
): Promise<Converged> {
  const began = performance.now();
  const streams = team.admissions.flatMap(({ id, patient }) => [`admission-${id}`, `patient-${patient}`]);
  for (; ; await pause(LOOK_MS)) {
    // Screens and server may agree while both are behind the log. A move whose process died between its two charts is
    // completed some seconds later.
    const logs = await readStreams(product, streams);
    const differences = [
      ...(await disagreements(product, team, clients)),
      ...(await mergeDifferences(product, team, merges)),
      ...(await teamDifferences(product, team, logs).catch((error: unknown) => [
        `The server does not answer: ${String(error)}`,
      ])),
      ...movesUnderWay(logs).map((moveId) => `The move ${moveId} is under way`),
      ...[...logs]
        .filter(([, events]) => events.slice(0, -1).some(({ type }) => type === 'AdmissionErased'))
        .map(([stream]) => `An event follows the erasure of ${stream}`),
    ];
    const settledAfter = performance.now() - began;
    if (differences.length === 0 || settledAfter > settleMs)
      return { differences, events: [...logs.values()].flat().length, settledAfter };
  }
}

interface Editing {
  readonly base: string;
  readonly team: TestTeam;
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly index: number;
  /** Counts the edits that the client has under way at once. */
  readonly lane: number;
  readonly stopping: AbortSignal;
  readonly giveUp: AbortSignal;
}

/**
 * One edit of a lane after the other. Each has a random generator of its own, so the outcome of one edit does not change the
 * choice of the next.
 */
async function keepEditing(client: Client, editing: Editing): Promise<void> {
  const { plan, team, index, lane, stopping } = editing;
  for (let turn = 1; ; turn += 1) {
    const chance = randomOf(plan.seed + 7_919 * index + 104_729 * turn + 15_485_863 * lane);
    await pause(2_000 * plan.thinkSeconds * chance.next(), undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    const { chart, edit } = nextEdit(client, team, chance, `edit ${turn} of client ${index}.${lane}.`) ?? {};
    if (!chart || !edit) {
      await pause(NOTHING_TO_CHANGE_MS);
      continue;
    }
    // The person changes what the screen shows now. Teammates' changes during the typing appear as conflicts on saving.
    await pause(1_000 * plan.typingSeconds * chance.next());
    await carryOut(client, chart, edit, chance, editing);
  }
}

/** @returns undefined where no chart is shown, or too few draws have found something to change */
function nextEdit(
  client: Client,
  team: TestTeam,
  random: Random,
  mark: string,
): { chart: Chart; edit: Edit } | undefined {
  const { member, incoming } = client;
  const open = client.charts.filter(
    ({ admission, isShown }) => isShown || incoming.some((offer) => offer.admission === admission),
  );
  for (let draw = 0; draw < DRAWS && open.length > 0; draw += 1) {
    const chart = open[random.between(0, open.length - 1)];
    const edit = chart && drawEdit({ team, member, chart, incoming, random, mark });
    if (edit) return { chart, edit };
  }
  return undefined;
}

/** After a conflict half of the people keep the other change. The others overwrite it with their own. */
async function carryOut(
  client: Client,
  chart: Chart,
  { what, mayChangeNothing, command: drawn }: Edit,
  random: Random,
  { base, ledger, giveUp }: Editing,
): Promise<void> {
  const { userId, token } = client.member;
  const { admission } = chart;
  let command: Command | undefined = 'look' in drawn ? await afterLook(base, token, drawn) : drawn;
  while (command) {
    const { answer, key, tries } = await send(base, token, command, { random, giveUp });
    if (tries > 1) ledger.counts.repeated += 1;
    ledger.note({ key, userId, what, mayChangeNothing, admission }, answer);
    if (answer === undefined) return;
    if (answer.status < 300) {
      const { stream, revision } = answer.body as Written;
      if (stream === chart.stream) chart.wrote(revision);
      return;
    }
    const conflict = conflictIn(answer);
    if (!conflict && !isRefused(answer)) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (!conflict) return;
    ledger.counts.conflicts += 1;
    if ('look' in drawn || random.chance(50)) return;
    const { version, headVersion } = conflict.current as Pick<Review, 'version' | 'headVersion'>;
    command = { ...command, ifMatch: what === 'EditReviewHead' ? headVersion : version };
  }
}

/** Where there is no answer, the person goes on with something else. */
async function afterLook(base: string, token: string, { look, command }: Look): Promise<Command | undefined> {
  const seen = await get(base, token, look).catch(unanswered);
  return seen?.status === 200 ? command(seen.body) : undefined;
}

/** After the edits end, a waiting client waits as long as the services may need to start again. */
export function giveUpAfter(stopping: AbortSignal, waitMs: number): AbortSignal {
  const given = new AbortController();
  stopping.addEventListener('abort', () => setTimeout(() => given.abort(), waitMs).unref(), { once: true });
  return given.signal;
}

/** Rejects when `stopping` aborts. */
async function untilEdited(plan: Plan, ledger: Ledger, stopping: AbortSignal): Promise<void> {
  await pause(1_000 * plan.seconds, undefined, { signal: stopping });
  const end = performance.now() + MOST_MORE_MS;
  while (ledger.intentions.length < (plan.leastCommands ?? 0) && performance.now() < end)
    await pause(LOOK_MS, undefined, { signal: stopping });
}

async function keepDropping(client: Client, ledger: Ledger, chance: Random, stopping: AbortSignal): Promise<void> {
  for (;;) {
    await pause(1_000 * DROP_EVERY_SECONDS * 2 * chance.next(), undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    client.drop();
    ledger.counts.drops += 1;
  }
}

/** Where a client differs from what the server answers to its team, in sentences. */
async function disagreements(product: Product, team: TestTeam, clients: readonly Client[]): Promise<string[]> {
  const found: string[] = [];
  for (const { id } of team.admissions)
    for (const person of onePersonOfEach(team)) {
      const answered = await serverView(product, person, id).catch((error: unknown) => {
        found.push(`The server does not answer: ${String(error)}`);
        return undefined;
      });
      if (!answered) continue;
      for (const [index, client] of clients.entries()) {
        const chart = client.charts.find(({ admission }) => admission === id);
        if (client.member.team !== person.team || !chart) continue;
        const wrong = differing(asShown(chart.view), asShown(answered));
        found.push(...wrong.map((where) => `Client ${index} and the server differ in ${id}: ${where}`));
      }
    }
  return found;
}
