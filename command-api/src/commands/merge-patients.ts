/**
 * MergePatients and SeparatePatients write to two streams (docs/decisions/write-side/merged-patients.md). Each step may be
 * repeated. The routes and `second-steps.ts` both take these steps.
 */
import { Rejection } from 'language/domain/command';
import {
  absorbPatient,
  hasAbsorbed,
  mergePatient,
  separatePatient,
  undoMerge,
} from 'language/domain/patient/decide-merge';
import { survivorOf } from 'language/domain/patient/merged-patients';
import type { Patient } from 'language/domain/patient/state';
import { refusal } from 'language/domain/reasons/refusal';
import { notFound, patientErased } from 'language/domain/refusals';
import type { CommandParts, Intent, Outcome } from './intent.ts';
import { derivedId } from './derived-id.ts';
import { firstAdmissionOf } from './first-admission.ts';

export const MERGE_PATIENTS = 'MergePatients';
export const SEPARATE_PATIENTS = 'SeparatePatients';

type ActorOf = Intent<Patient, object>['actor'];

/** @param intent.patientId the merged patient @param intent.into the patient who stays */
export async function mergePatients(
  parts: CommandParts,
  intent: {
    commandId: string;
    basedOn?: bigint | undefined;
    patientId: string;
    into: string;
    reason: string;
    readonly actor: ActorOf;
  },
): Promise<Outcome<Patient>> {
  const { commandId, basedOn, patientId, into, reason, actor } = intent;
  const { folds, handle } = parts;
  const { state: survivor } = await folds.patient.load(into);
  // The rights in both streams before the first is written: the answer and the log agree.
  const acting = await actor(survivor, { since: new Date() });
  const { state: merged } = await handle({
    name: MERGE_PATIENTS,
    commandId,
    basedOn,
    fold: folds.patient,
    id: patientId,
    target: into,
    payload: { patientId, into, survivor, reason, firstAdmission: await firstAdmissionOf(folds, patientId) },
    actor,
    decide: mergePatient,
  });
  const merge = merged.status === 'registered' ? merged.mergedInto : undefined;
  if (merged.status !== 'registered' || merge?.patientId !== into)
    throw new Rejection(refusal('idempotency-key-reused'));
  return absorb(parts, { mergeId: merge.mergeId, patientId, into, teamId: merged.teamId, actor: () => acting });
}

/**
 * The second step, of a merged patient. If the other stream does not take the patient, the merge is undone.
 * Its command id derives from the first step's, so the other stream answers once and for all.
 * @param intent.at when it was merged, if that is not now
 * @throws Rejection if the merge was undone
 */
export async function absorb(
  parts: CommandParts,
  intent: { mergeId: string; patientId: string; into: string; teamId: string; at?: Date; readonly actor: ActorOf },
): Promise<Outcome<Patient>> {
  const { mergeId, patientId, into, teamId, at, actor } = intent;
  const declined = async (refused: Rejection): Promise<never> => {
    await undo(parts, { commandId: derivedId(mergeId, `declined:${patientId}`), patientId, into, actor });
    throw refused;
  };
  let outcome: Outcome<Patient>;
  try {
    outcome = await parts.handle({
      name: MERGE_PATIENTS,
      commandId: derivedId(mergeId, `absorb:${patientId}`),
      fold: parts.folds.patient,
      id: into,
      target: patientId,
      payload: { patientId, teamId },
      ...(at ? { at } : {}),
      actor,
      decide: absorbPatient,
    });
  } catch (error) {
    // A deleted patient took nothing, and never will: a patient with merged ones is not deleted. So with an erased one.
    const { state } = await parts.folds.patient.load(into);
    if (state.status === 'deleted') return declined(notFound());
    if (state.status === 'registered' && state.erasure?.isAgreed) return declined(patientErased());
    throw error;
  }
  if (hasAbsorbed(outcome.state, patientId)) return outcome;
  const isMerged = outcome.state.status === 'registered' && outcome.state.mergedInto !== undefined;
  return declined(new Rejection(refusal(isMerged ? 'survivor-merged' : 'patient-transferred')));
}

/** @param intent.patientId the merged patient @param intent.from the patient who stays @returns the patient who stays */
export async function separatePatients(
  parts: CommandParts,
  intent: { commandId: string; patientId: string; from: string; readonly actor: ActorOf },
): Promise<Outcome<Patient>> {
  const { commandId, patientId, from, actor } = intent;
  const load = async (id: string): Promise<Patient> => (await parts.folds.patient.load(id)).state;
  const survivor = await load(await survivorOf(load, from));
  // A merged patient's team is that of the patient who stays. The last step asks no rights: the first has decided.
  const acting = await actor(survivor, { since: new Date() });
  const outcome = await parts.handle({
    name: SEPARATE_PATIENTS,
    commandId,
    fold: parts.folds.patient,
    id: from,
    target: patientId,
    payload: { patientId, survivorTeamId: survivor.status === 'registered' ? survivor.teamId : undefined },
    actor: (_patient, moment) => actor(survivor, moment),
    decide: separatePatient,
  });
  const last = { commandId: undoCommandId(commandId, patientId), patientId, into: from, actor: () => acting };
  await undo(parts, last);
  return outcome;
}

export const undoCommandId = (commandId: string, patientId: string): string =>
  derivedId(commandId, `undo:${patientId}`);

/** The last step of undoing: the other stream has decided it. @returns the merged patient, a patient of its own again */
export function undo(
  { folds, handle }: CommandParts,
  intent: {
    commandId: string;
    patientId: string;
    into: string;
    at?: Date;
    readonly actor: ActorOf;
  },
): Promise<Outcome<Patient>> {
  const { commandId, patientId, into, at, actor } = intent;
  return handle({
    name: SEPARATE_PATIENTS,
    commandId,
    fold: folds.patient,
    id: patientId,
    target: into,
    payload: { into },
    ...(at ? { at } : {}),
    actor,
    decide: undoMerge,
  });
}
