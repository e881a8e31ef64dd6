/**
 * Many browsers edit a few admissions while connections drop, answers are lost and services are killed. Then the edits
 * stop. Within two heartbeats every screen must show what the server answers, and the server what the log says.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Written } from 'command-api/contract/entities';
import { random, type Random } from '../../seed/random.ts';
import type { Product } from '../../test/product.ts';
import { type Answered, type Command, conflictIn, get, NoAnswer, reasonIn, send } from './calls.ts';
import type { Chart } from './chart.ts';
import { Client } from './client.ts';
import {
  asShown,
  type Broken,
  brokenPromises,
  differing,
  firstDifference,
  isErased,
  movesUnderWay,
  outlineOf,
} from './compare.ts';
import { drawEdit } from './edits/draw-edit.ts';
import type { Edit, Look } from './edits/edit.ts';
import { type TestTeam, createTestTeam } from './test-team.ts';
import { keepMerging, mergeDifferences } from './merging.ts';
import { Ledger, type Wait } from './ledger.ts';
import { type GivenEngines, keepRestarting, type Restart, type Restartable } from './restarts.ts';
import { onePersonOfEach, serverView, teamDifferences } from './two-teams.ts';
import { readStreams } from './written-log.ts';

export interface Plan {
  readonly clients: number;
  readonly admissions: number;
  readonly seconds: number;
  /** The edits go on for so many commands, for a minute at most: a slow machine sends fewer in `seconds`. */
  readonly leastCommands?: number;
  readonly seed: number;
  readonly restart: readonly Restartable[];
  readonly given?: GivenEngines;
  readonly restartEverySeconds: number;
  readonly thinkSeconds: number;
  /** From the last edit until all must agree: two heartbeats, and the time that a service may need to start again; 60. */
  readonly settleSeconds?: number;
  /** Clients of one person; 3. */
  readonly tabs?: number;
  /** The longest time that a person types. */
  readonly typingSeconds?: number;
  /** Edits of a client that may be under way at once; 1. */
  readonly editsAtOnce?: number;
  /** Called once the clients begin, with what they write down: also for the judgement of a run that fails. */
  readonly onBegin?: (begun: Begun) => void;
  /** Further faults beside the edits. Resolves after `stopping`, when all of them are healed. */
  readonly disturb?: (begun: Begun, stopping: AbortSignal) => Promise<void>;
}
/** What a run writes down while it goes on. */
export interface Begun {
  readonly team: TestTeam;
  readonly admissions: readonly string[];
  readonly ledger: Ledger;
  /** Texts that occur once each in what the clients created. */
  readonly marks: readonly string[];
}
export interface Converged {
  readonly counts: Ledger['counts'];
  readonly broken: Broken;
  /** Sentences: where a client differs from the server, and where the server differs from the log. */
  readonly differences: string[];
  readonly events: number;
  readonly restarts: readonly Restart[];
  readonly waits: readonly Wait[];
  readonly transfers: number;
  /** Patients. */
  readonly erased: number;
  /** From the end of the last edit until all agree, in milliseconds. */
  readonly settledAfter: number;
}

const SETTLE_SECONDS = 60;
const LOOK_MS = 250;
const TABS = 3;
const DROP_EVERY_SECONDS = 25;
const TYPING_SECONDS = 1.5;
/**
 * The answers that a person may get: not found, a conflict, or (400) the list to be sorted has changed. Any other
 * refusal is a fault.
 */
const refusals = new Set([400, 404, 409]);
/** Of the team that had the chart before (403). */
const ofTransferred = new Set(['admission-transferred', 'patient-transferred']);
const isRefused = (answer: Answered): boolean =>
  refusals.has(answer.status) || (answer.status === 403 && ofTransferred.has(reasonIn(answer) ?? ''));

const settleMsOf = ({ settleSeconds = SETTLE_SECONDS }: Plan): number => 1_000 * settleSeconds;

export async function converge(product: Product, plan: Plan): Promise<Converged> {
  const settleMs = settleMsOf(plan);
  const chance = random(plan.seed);
  const ledger = new Ledger();
  const team = await createTestTeam(product.url, {
    people: Math.max(2, Math.ceil(plan.clients / (plan.tabs ?? TABS))),
    admissions: plan.admissions,
  });
  const admissions = team.admissions.map(({ id }) => id);
  const people = [...team.members, ...team.others];
  const clients = Array.from({ length: plan.clients }, (_, index) => {
    const member = people[index % people.length];
    if (!member) throw new RangeError('The team has no members');
    return new Client(product.url, member, admissions, ledger);
  });
  const stopping = new AbortController();
  // Each client adds several listeners.
  setMaxListeners(0, stopping.signal);
  const marks: string[] = [];
  const begun: Begun = { team, admissions, ledger, marks };
  plan.onBegin?.(begun);
  try {
    const giveUp = giveUpAfter(stopping.signal, settleMs);
    for (const client of clients) client.open();
    const editing = clients.flatMap((client, index) =>
      Array.from({ length: plan.editsAtOnce ?? 1 }, (_, lane) =>
        keepEditing(client, {
          base: product.url,
          team,
          plan,
          ledger,
          marks,
          index,
          lane,
          stopping: stopping.signal,
          giveUp,
        }),
      ),
    );
    const merging = keepMerging({
      base: product.url,
      team,
      seed: chance.between(0, 2 ** 31),
      stopping: stopping.signal,
      giveUp,
    });
    const dropping = clients.map((client) =>
      keepDropping(client, ledger, random(chance.between(0, 2 ** 31)), stopping.signal),
    );
    const restarting = keepRestarting(product, {
      services: plan.restart,
      ...(plan.given && { given: plan.given }),
      everySeconds: plan.restartEverySeconds,
      random: chance,
      stopping: stopping.signal,
    });
    const disturbing = plan.disturb?.(begun, stopping.signal);
    await Promise.race([
      untilEdited(plan, ledger, stopping.signal),
      Promise.all([...editing, merging, restarting, disturbing]),
    ]);
    stopping.abort();
    const [restarts, acknowledged] = await Promise.all([restarting, merging, disturbing, ...editing, ...dropping]);
    const began = performance.now();
    const readLogs = () =>
      readStreams(
        product,
        team.admissions.flatMap(({ id, patient }) => [`admission-${id}`, `patient-${patient}`]),
      );
    let logs = await readLogs();
    // Screens and server may agree while both are behind the log. A move whose process died between its two charts is
    // completed some seconds later.
    const lookAgain = async (): Promise<string[]> => {
      logs = await readLogs();
      return [
        ...(await disagreements(product, team, clients)),
        ...(await mergeDifferences(product, team, acknowledged)),
        ...(await teamDifferences(product, team, logs).catch((error: unknown) => [
          `The server does not answer: ${String(error)}`,
        ])),
        ...movesUnderWay(logs).map((moveId) => `The move ${moveId} is under way`),
      ];
    };
    let differences = await lookAgain();
    while (differences.length > 0 && performance.now() - began < settleMs) {
      await pause(LOOK_MS);
      differences = await lookAgain();
    }
    const settledAfter = performance.now() - began;
    if ([...logs.values()].some((of) => of.slice(0, -1).some(({ type }) => type === 'AdmissionErased')))
      differences.push('An event follows the erasure of its admission');
    const events = [...logs.values()].flat();
    return {
      counts: ledger.counts,
      broken: brokenPromises(ledger.intentions, marks, logs),
      differences,
      events: events.length,
      restarts,
      waits: ledger.waits,
      transfers: events.filter(({ type }) => type === 'TransferAccepted').length,
      erased: [...logs.values()].filter(isErased).length,
      settledAfter,
    };
  } finally {
    stopping.abort();
    for (const client of clients) client.close();
  }
}

interface Editing {
  readonly base: string;
  readonly team: TestTeam;
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly marks: string[];
  readonly index: number;
  /** Of the edits that the client has under way at once. */
  readonly lane: number;
  readonly stopping: AbortSignal;
  readonly giveUp: AbortSignal;
}

/** Edits that a person looks for before they think again: many draws find nothing to change on a chart. */
const DRAWS = 12;
/** Of a person who finds nothing to change, such as where no chart is shown. */
const NOTHING_TO_CHANGE_MS = 200;
/** For the least number of commands. */
const MOST_MORE_MS = 60_000;

/**
 * One edit of a lane after the other. Each has a random generator of its own, so the outcome of one edit does not change the
 * choice of the next.
 */
async function keepEditing(client: Client, editing: Editing): Promise<void> {
  const { plan, team, index, lane, ledger, stopping } = editing;
  for (let turn = 1; ; turn += 1) {
    const chance = random(plan.seed + 7_919 * index + 104_729 * turn + 15_485_863 * lane);
    await ledger.timed('thinking', () =>
      pause(1_000 * plan.thinkSeconds * 2 * chance.next(), undefined, { signal: stopping }).catch(() => undefined),
    );
    if (stopping.aborted) return;
    const mark = `edit ${turn} of client ${index}.${lane}.`;
    const { chart, edit } = nextEdit(client, team, chance, mark) ?? {};
    if (!chart || !edit) {
      await pause(NOTHING_TO_CHANGE_MS);
      continue;
    }
    if (edit.mark !== undefined) editing.marks.push(edit.mark);
    // The person changes what the screen shows now. Teammates' changes during the typing appear as conflicts on saving.
    await ledger.timed('typing', () => pause(1_000 * (plan.typingSeconds ?? TYPING_SECONDS) * chance.next()));
    await carryOut(client, chart, edit, chance, editing);
  }
}

/** @returns undefined where no chart is shown, or too few draws have found something to change */
function nextEdit(
  client: Client,
  team: TestTeam,
  chance: Random,
  mark: string,
): { chart: Chart; edit: Edit } | undefined {
  const { member, incoming } = client;
  const open = client.charts.filter(
    ({ admission, isShown }) => isShown || incoming.some((offer) => offer.admission === admission),
  );
  for (let draw = 0; draw < DRAWS && open.length > 0; draw += 1) {
    const chart = open[chance.between(0, open.length - 1)];
    const edit = chart && drawEdit({ team, member, chart, incoming, random: chance, mark });
    if (edit) return { chart, edit };
  }
  return undefined;
}

async function carryOut(
  client: Client,
  chart: Chart,
  first: Edit,
  chance: Random,
  { base, ledger, giveUp }: Editing,
): Promise<void> {
  for (let edit: Edit | undefined = first; edit;) {
    const command = 'look' in edit.command ? await afterLook(base, client, edit.command) : edit.command;
    if (!command) return undefined;
    const sentAt = performance.now();
    const { answer, key, tries, pausedMs } = await send(base, client.member.token, command, {
      random: chance,
      giveUp,
    });
    ledger.counted('edits');
    ledger.spent.pausing += pausedMs;
    ledger.spent.waiting += performance.now() - sentAt - pausedMs;
    if (tries > 1) ledger.counted('repeated');
    const { what, mayChangeNothing } = edit;
    const { userId } = client.member;
    const intention = { key, userId, what, mayChangeNothing, admission: chart.admission, sentAt };
    if (answer === undefined) return ledger.note(intention);
    if (answer.status < 300) {
      ledger.note({ ...intention, acknowledged: answer.body as Written });
      return edit.show(chart, answer.body);
    }
    ledger.note({ ...intention, refused: { status: answer.status, reason: reasonIn(answer) } });
    const conflict = conflictIn(answer);
    if (!conflict) {
      ledger.counted('refused');
      if (!isRefused(answer)) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return undefined;
    }
    edit = decided(edit, conflict.current, chance, ledger);
  }
  return undefined;
}

/** Where there is no answer, the person goes on with something else. */
async function afterLook(base: string, { member }: Client, { look, command }: Look): Promise<Command | undefined> {
  const seen = await get(base, member.token, look).catch((error: unknown) => {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  });
  return seen?.status === 200 ? command(seen.body) : undefined;
}

/** Merges where both changes fit together. In a conflict the person keeps their own change or takes the other one. */
function decided(edit: Edit, current: unknown, chance: Random, ledger: Ledger): Edit | undefined {
  const choice = edit.rebase?.(current);
  if (choice?.merged) {
    ledger.counted('merged');
    return choice.merged;
  }
  ledger.counted('conflicts');
  const keepsMine = choice !== undefined && chance.chance(50);
  ledger.counted(keepsMine ? 'keptMine' : 'tookTheirs');
  return keepsMine ? choice.mine : undefined;
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
    ledger.counted('drops');
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
      const kept = asShown(answered);
      for (const [index, client] of clients.entries()) {
        const chart = client.charts.find(({ admission }) => admission === id);
        if (client.member.team !== person.team || !chart) continue;
        const shown = asShown(chart.view);
        for (const part of differing(shown, kept))
          found.push(
            `Client ${index} and the server differ in ${part} of ${id}, ${firstDifference(shown[part], kept[part])}; ` +
              `${outlineOf(shown[part])} and ${outlineOf(kept[part])}`,
          );
      }
    }
  return found;
}
