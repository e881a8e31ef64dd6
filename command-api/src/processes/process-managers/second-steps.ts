/**
 * The second steps of commands on two streams, finished after a crash (docs/decisions/write-side/processes.md): a row a
 * command. Each is idempotent: its events have the ids that the command gives them, and it does nothing where a newer
 * fact has overtaken it.
 */
import { admit } from '../../commands/admit-patient.ts';
import { unregisterFromPatient } from '../../commands/delete-admission.ts';
import { eraseStreams, type ErasureParts } from '../../commands/erase-patient.ts';
import { absorb, undo, undoCommandId } from '../../commands/merge-patients.ts';
import { finishMove, type MoveParts } from '../../commands/move-record.ts';
import { completeTransfer, type TransferParts } from '../../commands/transfer-admission.ts';
import type { AdmissionEvent } from 'language/domain/admission/events';
import { Rejection } from 'language/domain/command';
import { hasAbsorbed } from 'language/domain/patient/decide-merge';
import type { PatientEvent } from 'language/domain/patient/events';
import { MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { erasePatient, type PatientData } from './erase-patient.ts';
import { commandOf, type LogFollowerParts, runProcessManager } from './process-manager.ts';

type Parts = LogFollowerParts & ErasureParts & MoveParts & TransferParts & PatientData;

interface SecondStep {
  /** The beginning of the names of the streams with the first steps. */
  readonly stream: 'admission-' | 'patient-';
  readonly firstSteps: readonly (AdmissionEvent | PatientEvent)['type'][];
  /**
   * @param id of the admission or patient
   * @returns what was finished, for the log; undefined where nothing was left to do
   */
  finish(parts: Parts, event: StoredEvent, id: string): Promise<string | undefined>;
}

/** By the names under which their positions in the log are stored. */
const secondSteps: Readonly<Record<string, SecondStep>> = {
  'complete-admissions': {
    stream: 'patient-',
    firstSteps: ['AdmissionRegistered'],
    async finish({ folds, handle }, event, patientId) {
      // The event comes without its body: the registration is read from the patient's stream, at this revision.
      const patient = await folds.patient.loadAt(patientId, event.revision);
      const registered = patient.status === 'registered' ? patient.admissions.at(-1) : undefined;
      // Unreadable if the patient's key is destroyed: there is no patient left to admit.
      if (patient.status !== 'registered' || !registered) return undefined;
      if ((await folds.admission.load(registered.admissionId)).revision !== undefined) return undefined;
      const { command: name } = event.metadata;
      await admit({ folds, handle }, { ...commandOf(event), name, patientId, teamId: patient.teamId, registered });
      return 'completed an admission that was cut off';
    },
  },
  'complete-deletions': {
    stream: 'admission-',
    firstSteps: ['AdmissionDeleted'],
    async finish({ folds, handle }, event, admissionId) {
      const { patientId } = event.metadata;
      if (patientId === undefined) throw new MalformedEvent(event.stream, event.revision, 'it names no patient');
      const { state: patient } = await folds.patient.load(patientId);
      const isLeft =
        patient.status === 'registered' &&
        patient.admissions.some((admission) => admission.admissionId === admissionId);
      if (!isLeft) return undefined;
      await unregisterFromPatient({ folds, handle }, { ...commandOf(event), patientId, admissionId });
      return 'completed a deletion that was cut off';
    },
  },
  'complete-merges': {
    stream: 'patient-',
    firstSteps: ['PatientMerged', 'PatientSeparated'],
    finish: (parts, event, id) =>
      event.type === 'PatientMerged' ? finishMerge(parts, event, id) : finishUndo(parts, event, id),
  },
  'complete-transfers': {
    stream: 'admission-',
    firstSteps: ['TransferAccepted'],
    async finish(parts, event, admissionId) {
      const isMoved = await completeTransfer(parts, { ...commandOf(event), admissionId, revision: event.revision });
      return isMoved ? 'completed a transfer that was cut off' : undefined;
    },
  },
  'complete-erasures': {
    stream: 'patient-',
    firstSteps: ['PatientErasureAgreed', 'PatientErasedFromTeam'],
    async finish(parts, event, patientId) {
      if ((await parts.folds.patient.load(patientId)).state.status === 'deleted') return undefined;
      const { actor, ...command } = commandOf(event);
      await eraseStreams(parts, { ...command, patientId, actor: actor() });
      return 'completed an erasure that was cut off';
    },
  },
  'complete-moves': {
    stream: 'admission-',
    firstSteps: ['MovedToAnotherChart'],
    async finish(parts, event, admissionId) {
      const isFinished = await finishMove(parts, { ...commandOf(event), admissionId });
      return isFinished ? 'completed a move to another chart that was cut off' : undefined;
    },
  },
  'erase-deleted-patients': {
    stream: 'patient-',
    firstSteps: ['PatientDeleted'],
    async finish(parts, { stream }, patientId) {
      const { imagesElsewhere } = await erasePatient(parts, patientId);
      if (imagesElsewhere.length > 0)
        parts.logger.warn(
          { stream, images: imagesElsewhere.length },
          "images of a deleted patient stay at their team's image service",
        );
      return undefined;
    },
  },
};
export const SECOND_STEPS: readonly string[] = Object.keys(secondSteps);

/** Run until `signal` aborts. */
export const runSecondSteps = (parts: Parts, signal: AbortSignal): Promise<unknown> =>
  Promise.all(
    Object.entries(secondSteps).map(([follower, { stream, firstSteps, finish }]) =>
      runProcessManager(
        parts,
        {
          follower,
          prefixes: [stream],
          firstStep: firstSteps,
          async finish(event) {
            const finished = await finish(parts, event, event.stream.slice(stream.length));
            if (finished !== undefined) parts.logger.info({ stream: event.stream }, finished);
          },
        },
        signal,
      ),
    ),
  );

/** A merge that was undone since, or is complete, is left alone. One that the other patient declines is undone. */
async function finishMerge({ folds, handle }: Parts, event: StoredEvent, patientId: string) {
  const { state: merged } = await folds.patient.load(patientId);
  const merge = merged.status === 'registered' ? merged.mergedInto : undefined;
  if (merged.status !== 'registered' || merge?.mergeId !== event.metadata.commandId) return undefined;
  const into = merge.patientId;
  if (hasAbsorbed((await folds.patient.load(into)).state, patientId)) return undefined;
  const { at, actor } = commandOf(event);
  try {
    await absorb({ folds, handle }, { mergeId: merge.mergeId, patientId, into, teamId: merged.teamId, at, actor });
    return 'completed a merge that was cut off';
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return `undid a merge that was cut off: ${error.refusal.reason}`;
  }
}

async function finishUndo({ folds, handle }: Parts, event: StoredEvent, from: string) {
  // The event comes without its body; the command names the merged patient as its target.
  const { target: patientId } = event.metadata;
  if (patientId === undefined) throw new MalformedEvent(event.stream, event.revision, 'it names no merged patient');
  const { commandId, at, actor } = commandOf(event);
  const [{ state: merged, commands }, { state: survivor }] = await Promise.all([
    folds.patient.load(patientId),
    folds.patient.load(from),
  ]);
  // Undone already, also where both were merged again since.
  if (commands.get(undoCommandId(commandId, patientId))) return undefined;
  const isUndone = merged.status !== 'registered' || merged.mergedInto?.patientId !== from;
  if (isUndone || hasAbsorbed(survivor, patientId)) return undefined;
  await undo({ folds, handle }, { commandId: undoCommandId(commandId, patientId), patientId, into: from, at, actor });
  return 'completed the undoing of a merge that was cut off';
}
