/**
 * Merges of patients beside the edits: two at once, of a few patients without charts, while answers are lost and services
 * are killed. In the end each merge is on the streams of both patients or of none, no patient is merged into itself over
 * others, and the server leads each patient to the one who stays in the log.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Patient as AnsweredPatient } from 'language/contract/entities';
import { survivorOf } from 'language/domain/patient/merged-patients';
import { evolve, initial, type Patient } from 'language/domain/patient/state';
import type { PatientEvent } from 'language/domain/patient/events';
import type { Recorded } from 'language/domain/command';
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

interface Merging {
  readonly base: string;
  readonly team: TestTeam;
  readonly seed: number;
  readonly stopping: AbortSignal;
  /** Aborts some time later: an answer may never come. */
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

/** @param logs of the patients @returns sentences where the streams of two patients differ */
export async function mergeFaults(
  logs: ReadonlyMap<string, readonly StoredEvent[]>,
  acknowledged: readonly string[] = [],
): Promise<{ found: string[]; staysFor: (patient: string) => Promise<string> }> {
  const states = new Map(
    [...logs].map(([stream, events]) => [
      stream.slice('patient-'.length),
      events.reduce<Patient>((state, event) => evolve(state, event as Recorded<PatientEvent>), initial),
    ]),
  );
  const [merged, absorbed] = [new Set<string>(), new Set<string>()];
  for (const [id, state] of states) {
    if (state.status !== 'registered') continue;
    if (state.mergedInto) merged.add(`${id} ${state.mergedInto.patientId}`);
    for (const { patientId } of state.absorbed) absorbed.add(`${patientId} ${id}`);
  }
  const wasMerged = (link: string): boolean => {
    const [patient, into] = link.split(' ');
    const events = logs.get(`patient-${patient}`) ?? [];
    return events.some(({ type, data }) => type === 'PatientMerged' && (data as { into: string }).into === into);
  };
  const staysFor = (patient: string) => survivorOf(async (id) => states.get(id) ?? initial, patient);
  const found = [
    ...[...merged].filter((link) => !absorbed.has(link)).map((link) => `Merged only by half: ${link}`),
    ...[...absorbed].filter((link) => !merged.has(link)).map((link) => `Taken only by half: ${link}`),
    ...acknowledged.filter((link) => !wasMerged(link)).map((link) => `Acknowledged, and never merged: ${link}`),
  ];
  for (const patient of states.keys()) {
    const last = states.get(await staysFor(patient));
    if (last?.status === 'registered' && last.mergedInto) found.push(`Merged in a circle: ${patient}`);
  }
  return { found, staysFor };
}

/** Sentences: where the streams of two patients differ, and where the server differs from the log. */
export async function mergeDifferences(
  product: Product,
  team: TestTeam,
  acknowledged: readonly string[],
): Promise<string[]> {
  const streams = team.patients.map((id) => `patient-${id}`);
  const { found, staysFor } = await mergeFaults(await readStreams(product, streams), acknowledged);
  for (const patient of team.patients) {
    const stays = await staysFor(patient);
    const { body } = await get(product.url, team.members[0]?.token ?? '', `/api/patients/${patient}`);
    if ((body as AnsweredPatient)._id !== stays)
      found.push(`The server leads ${patient} to another patient than ${stays}`);
  }
  return found;
}
