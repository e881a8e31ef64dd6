/**
 * Many browsers edit a few admissions while connections drop, answers get lost and services are killed. Then it is
 * quiet, and within two heartbeats every screen has to show what the server answers, and the server what the log says.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Written } from 'command-api/contract/entities';
import type { StoredEvent } from 'service-kit/event-log/port';
import { random, type Random } from '../../seed/random.ts';
import type { Product } from '../../test/product.ts';
import { conflictIn, get, send } from './calls.ts';
import type { Chart } from './chart.ts';
import { Client } from './client.ts';
import { asShown, brokenPromises, differing, differingFromLog, type Broken } from './compare.ts';
import { drawEdit, type Edit } from './edits.ts';
import { type Hospital, openHospital } from './hospital.ts';
import { Ledger, type Wait } from './ledger.ts';
import { keepRestarting, type Restart, type Restartable } from './restarts.ts';
import { parts, pathOf, type View } from './view.ts';
import { readStreams } from './written-log.ts';

export interface Plan {
  readonly clients: number;
  readonly admissions: number;
  readonly seconds: number;
  readonly seed: number;
  readonly restart: readonly Restartable[];
  readonly restartEverySeconds: number;
  readonly thinkSeconds: number;
}
export interface Converged {
  readonly counts: Ledger['counts'];
  readonly broken: Broken;
  /** Sentences: which client shows what otherwise than the server, and where the server differs from the log. */
  readonly differences: string[];
  readonly events: number;
  readonly restarts: readonly Restart[];
  readonly waits: readonly Wait[];
  /** From the end of the last edit until everybody agreed, in milliseconds. */
  readonly settledAfter: number;
}

/** Two heartbeats and what a service may take to come back. */
const SETTLE_MS = 60_000;
const LOOK_MS = 250;
/** A person's tabs. */
const TABS = 3;
const DROP_EVERY_SECONDS = 25;
const TYPING_SECONDS = 1.5;
/**
 * It is gone, somebody was first, or (400) the list that was sorted has become another one: what a person may be told.
 * Anything else is a fault.
 */
const refusals = new Set([400, 404, 409]);

export async function converge(product: Product, plan: Plan): Promise<Converged> {
  const chance = random(plan.seed);
  const ledger = new Ledger();
  const hospital = await openHospital(product.url, {
    people: Math.max(2, Math.ceil(plan.clients / TABS)),
    admissions: plan.admissions,
  });
  const admissions = hospital.admissions.map(({ id }) => id);
  const clients = Array.from({ length: plan.clients }, (_, index) => {
    const member = hospital.members[index % hospital.members.length];
    if (!member) throw new RangeError('Nobody is there');
    return new Client(product.url, member, admissions, ledger);
  });
  const stopping = new AbortController();
  // Each client waits on it several times over.
  setMaxListeners(0, stopping.signal);
  const marks: string[] = [];
  try {
    for (const client of clients) client.open();
    const editing = clients.map((client, index) =>
      keepEditing(client, { base: product.url, hospital, plan, ledger, marks, index, stopping: stopping.signal }),
    );
    const dropping = clients.map((client) =>
      keepDropping(client, ledger, random(chance.between(0, 2 ** 31)), stopping.signal),
    );
    const restarting = keepRestarting(product, {
      services: plan.restart,
      everySeconds: plan.restartEverySeconds,
      random: chance,
      stopping: stopping.signal,
    });
    await Promise.race([
      pause(1_000 * plan.seconds, undefined, { signal: stopping.signal }),
      Promise.all([...editing, restarting]),
    ]);
    stopping.abort();
    const [restarts] = await Promise.all([restarting, ...editing, ...dropping]);

    const began = performance.now();
    let differences = await disagreements(product, hospital, clients);
    while (differences.length > 0 && performance.now() - began < SETTLE_MS) {
      await pause(LOOK_MS);
      differences = await disagreements(product, hospital, clients);
    }
    const settledAfter = performance.now() - began;
    const logs = await readStreams(
      product,
      admissions.map((id) => `admission-${id}`),
    );
    for (const admission of admissions) {
      const answered = await serverView(product, hospital, admission);
      for (const part of differingFromLog(admission, answered, logs.get(`admission-${admission}`) ?? []))
        differences.push(`The server's ${part} of ${admission} are not what the log says`);
    }
    const events = [...logs.values()].reduce((sum, ofOne: readonly StoredEvent[]) => sum + ofOne.length, 0);
    return {
      counts: ledger.counts,
      broken: brokenPromises(ledger.intentions, marks, logs),
      differences,
      events,
      restarts,
      waits: ledger.waits,
      settledAfter,
    };
  } finally {
    stopping.abort();
    for (const client of clients) client.close();
  }
}

interface Editing {
  readonly base: string;
  readonly hospital: Hospital;
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly marks: string[];
  readonly index: number;
  readonly stopping: AbortSignal;
}

/**
 * One edit after the other: each with chance of its own, so that what the last one met does not change what the next
 * one wants.
 */
async function keepEditing(client: Client, editing: Editing): Promise<void> {
  const { plan, hospital, index, stopping } = editing;
  for (let turn = 1; ; turn += 1) {
    const chance = random(plan.seed + 7_919 * index + 104_729 * turn);
    await pause(1_000 * plan.thinkSeconds * 2 * chance.next(), undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    const chart = client.charts[chance.between(0, client.charts.length - 1)];
    const mark = `edit ${turn} of client ${index}.`;
    const edit = chart && drawEdit({ hospital, member: client.member, chart, random: chance, mark });
    if (!edit) continue;
    if (edit.mark !== undefined) editing.marks.push(edit.mark);
    // What is on the screen now is what the person changes; what teammates do while they type they are told when they
    // save.
    await pause(1_000 * TYPING_SECONDS * chance.next());
    await carryOut(client, chart, edit, chance, editing);
  }
}

async function carryOut(
  client: Client,
  chart: Chart,
  first: Edit,
  chance: Random,
  { base, ledger, stopping }: Editing,
): Promise<void> {
  for (let edit: Edit | undefined = first; edit;) {
    const { answer, key, tries } = await send(base, client.member.token, edit.command, {
      random: chance,
      giveUp: giveUpAfter(stopping),
    });
    ledger.counted('edits');
    if (tries > 1) ledger.counted('repeated');
    const { what, mayChangeNothing } = edit;
    const intention = { key, userId: client.member.userId, what, mayChangeNothing, admission: chart.admission };
    if (answer === undefined) return ledger.note(intention);
    if (answer.status < 300) {
      ledger.note({ ...intention, acknowledged: answer.body as Written });
      return edit.show(chart, answer.body);
    }
    ledger.note({ ...intention, refused: answer.status });
    const conflict = conflictIn(answer);
    if (!conflict) {
      ledger.counted('refused');
      if (!refusals.has(answer.status)) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return undefined;
    }
    edit = decided(edit, conflict.current, chance, ledger);
  }
  return undefined;
}

/** What nobody has to be asked about is put together; of the rest a person keeps theirs or takes the other's. */
function decided(edit: Edit, current: unknown, chance: Random, ledger: Ledger): Edit | undefined {
  const choice = edit.standOn?.(current);
  if (choice?.together) {
    ledger.counted('merged');
    return choice.together;
  }
  ledger.counted('conflicts');
  const keepsMine = choice !== undefined && chance.chance(50);
  ledger.counted(keepsMine ? 'keptMine' : 'tookTheirs');
  return keepsMine ? choice.mine : undefined;
}

/** Whoever waits for an answer when the edits end waits on, for so long as everything may need to be back. */
function giveUpAfter(stopping: AbortSignal): AbortSignal {
  const given = new AbortController();
  stopping.addEventListener('abort', () => setTimeout(() => given.abort(), SETTLE_MS).unref(), { once: true });
  return given.signal;
}

async function keepDropping(client: Client, ledger: Ledger, chance: Random, stopping: AbortSignal): Promise<void> {
  for (;;) {
    await pause(1_000 * DROP_EVERY_SECONDS * 2 * chance.next(), undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    client.drop();
    ledger.counted('drops');
  }
}

async function serverView({ url }: Product, { members }: Hospital, admission: string): Promise<View> {
  const token = members[0]?.token ?? '';
  const view: Record<string, unknown> = {};
  for (const part of parts) {
    const { status, body } = await get(url, token, pathOf(part, admission));
    if (status !== 200) throw new Error(`${part} of ${admission}: ${status}`);
    view[part] = body;
  }
  return view as unknown as View;
}

/** Where a client shows something else than the server answers, in sentences. */
async function disagreements(product: Product, hospital: Hospital, clients: readonly Client[]): Promise<string[]> {
  const found: string[] = [];
  for (const { id } of hospital.admissions) {
    const answered = await serverView(product, hospital, id).catch((error: unknown) => {
      found.push(`The server does not answer: ${String(error)}`);
      return undefined;
    });
    if (!answered) continue;
    for (const [index, client] of clients.entries()) {
      const chart = client.charts.find(({ admission }) => admission === id);
      if (chart)
        for (const part of differing(asShown(chart.view), asShown(answered)))
          found.push(`Client ${index} shows other ${part} of ${id} than the server`);
    }
  }
  return found;
}
