/**
 * Merges of patients beside the edits: two at once, of a few patients without charts, while answers are lost and services
 * are killed. In the end each merge is on the streams of both patients or of none, no patient is merged into itself over
 * others, and the server leads each patient to the one who stays in the log.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Patient } from 'language/contract/entities';
import type { StoredEvent } from 'service-kit/event-log/port';
import { nonEmpty, randomOf } from 'language/domain/testing/random';
import type { Product } from '../../test/product.ts';
import { type Command, get, send } from './calls.ts';
import type { TestTeam } from './test-team.ts';
import { readStreams } from './written-log.ts';

/** Seconds between two rounds: a small share of all commands. */
const EVERY_SECONDS = 4;
const UNDO_PERCENT = 40;
const accepted = new Set([200, 404, 409]);

export interface Merging {
  readonly base: string;
  readonly team: TestTeam;
  readonly seed: number;
  readonly stopping: AbortSignal;
  /** Called after the answer, which may never come. */
  readonly giveUp: AbortSignal;
}

/** @returns the merges that were answered with success, as `<merged> <stays>` */
export async function keepMerging({ base, team, seed, stopping, giveUp }: Merging): Promise<readonly string[]> {
  const chance = randomOf(seed);
  const people = nonEmpty(
    team.members.filter(({ role }) => role !== 'physician'),
    'pharmacist',
  );
  const acknowledged: string[] = [];
  const one = async (): Promise<void> => {
    const [last, first] = [team.patients.length - 1, chance.between(0, team.patients.length - 1)];
    const [patient = '', into = ''] = [first, (first + chance.between(1, last)) % (last + 1)].map(
      (index) => team.patients[index],
    );
    const { token } = chance.pick(people);
    const isUndo = chance.chance(UNDO_PERCENT);
    const command: Command = isUndo
      ? { method: 'DELETE', path: `/api/patients/${into}/merged/${patient}` }
      : { method: 'POST', path: `/api/patients/${into}/merged`, body: { patient } };
    const { answer } = await send(base, token, command, { random: chance, giveUp });
    if (answer === undefined) return;
    if (!accepted.has(answer.status))
      throw new Error(`${command.method} merged: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.status === 200 && !isUndo) acknowledged.push(`${patient} ${into}`);
  };
  while (!stopping.aborted) {
    await pause(1_000 * EVERY_SECONDS * 2 * chance.next(), undefined, { signal: stopping }).catch(() => undefined);
    if (!stopping.aborted) await Promise.all([one(), one()]);
  }
  return acknowledged;
}

/** Who is merged into whom, by the events alone. */
export interface Links {
  /** By the merged patients' streams, and by those of the patients who stay: `<merged> <stays>`. */
  readonly merged: ReadonlySet<string>;
  readonly absorbed: ReadonlySet<string>;
  /** Each pair that was ever taken. */
  readonly ever: ReadonlySet<string>;
}

/** Reads the few events of merges, without the domain. @param logs by the stream's name */
export function linksIn(logs: ReadonlyMap<string, readonly StoredEvent[]>): Links {
  const [merged, absorbed, ever] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [stream, events] of logs) {
    const id = stream.slice('patient-'.length);
    let into: string | undefined;
    for (const { type, data } of events) {
      const { into: target = '', patientId = '' } = data as { into?: string; patientId?: string };
      if (type === 'PatientMerged') into = target;
      if (type === 'PatientMergeUndone') into = undefined;
      if (type === 'PatientAbsorbed') {
        absorbed.add(`${patientId} ${id}`);
        ever.add(`${patientId} ${id}`);
      }
      if (type === 'PatientSeparated') absorbed.delete(`${patientId} ${id}`);
    }
    if (into !== undefined) merged.add(`${id} ${into}`);
  }
  return { merged, absorbed, ever };
}

/** The patient who stays; undefined where the merges go round in a circle. */
export function endOf(links: Links, patient: string): string | undefined {
  const next = new Map([...links.absorbed].map((link) => link.split(' ') as [string, string]));
  let at = patient;
  for (let steps = 0; steps <= next.size; steps += 1) {
    const into = next.get(at);
    if (into === undefined) return at;
    at = into;
  }
  return undefined;
}

/** Sentences: where the streams of two patients differ, and where the server differs from the log. */
export async function mergeDifferences(
  product: Product,
  team: TestTeam,
  acknowledged: readonly string[],
): Promise<string[]> {
  const logs = await readStreams(
    product,
    team.patients.map((id) => `patient-${id}`),
  );
  const links = linksIn(logs);
  const found = [
    ...[...links.merged].filter((link) => !links.absorbed.has(link)).map((link) => `Merged only by half: ${link}`),
    ...[...links.absorbed].filter((link) => !links.merged.has(link)).map((link) => `Taken only by half: ${link}`),
    ...acknowledged.filter((link) => !links.ever.has(link)).map((link) => `Acknowledged, and never merged: ${link}`),
  ];
  for (const patient of team.patients) {
    const stays = endOf(links, patient);
    const { body } = await get(product.url, team.members[0]?.token ?? '', `/api/patients/${patient}`);
    if (stays === undefined) found.push(`Merged in a circle: ${patient}`);
    else if ((body as Patient)._id !== stays)
      found.push(`The server leads ${patient} to another patient than ${stays}`);
  }
  return found;
}
