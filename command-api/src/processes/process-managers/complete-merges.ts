/**
 * Finishes a merge of patients, or its undoing, if a crash came between the two steps
 * (docs/decisions/write-side/merged-patients.md). A merge that the other patient declines is undone.
 */
import { absorb, undo, undoCommandId } from '../../commands/merge-patients.ts';
import type { CommandParts } from '../../commands/intent.ts';
import { Rejection } from '../../domain/command.ts';
import { hasAbsorbed } from '../../domain/patient/decide-merge.ts';
import { MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager, type LogFollowerParts, commandOf } from './process-manager.ts';

export const COMPLETE_MERGES = 'complete-merges';

type Parts = Pick<LogFollowerParts, 'logger'> & CommandParts;

/** Runs until `signal` aborts. */
export const completeMerges = (parts: LogFollowerParts & CommandParts, signal: AbortSignal): Promise<void> =>
  runProcessManager(
    parts,
    {
      follower: COMPLETE_MERGES,
      prefixes: ['patient-'],
      firstStep: ['PatientMerged', 'PatientSeparated'],
      finish: (event) => (event.type === 'PatientMerged' ? completeMerge(parts, event) : completeUndo(parts, event)),
    },
    signal,
  );

const patientIdOf = ({ stream }: StoredEvent): string => stream.slice('patient-'.length);

/** Idempotent: a merge that was undone since, or is complete, is left alone. */
async function completeMerge({ folds, handle, logger }: Parts, event: StoredEvent): Promise<void> {
  const patientId = patientIdOf(event);
  const { state: merged } = await folds.patient.load(patientId);
  const merge = merged.status === 'registered' ? merged.mergedInto : undefined;
  if (merged.status !== 'registered' || merge?.mergeId !== event.metadata.commandId) return;
  const into = merge.patientId;
  if (hasAbsorbed((await folds.patient.load(into)).state, patientId)) return;
  const { at, actor } = commandOf(event);
  try {
    await absorb({ folds, handle }, { mergeId: merge.mergeId, patientId, into, teamId: merged.teamId, at, actor });
    logger.info({ patientId }, 'completed a merge that was cut off');
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    logger.info({ patientId, reason: error.refusal.reason }, 'undid a merge that was cut off');
  }
}

/** Idempotent: the last step's event has the id that the command gives it. */
async function completeUndo({ folds, handle, logger }: Parts, event: StoredEvent): Promise<void> {
  const from = patientIdOf(event);
  // The event comes without its body; the command names the merged patient as its target.
  const { target: patientId } = event.metadata;
  if (patientId === undefined) throw new MalformedEvent(event.stream, event.revision, 'it names no merged patient');
  const { commandId, at, actor } = commandOf(event);
  const [{ state: merged, commands }, { state: survivor }] = await Promise.all([
    folds.patient.load(patientId),
    folds.patient.load(from),
  ]);
  // Undone already, also where both were merged again since.
  if (commands.get(undoCommandId(commandId, patientId))) return;
  const isUndone = merged.status !== 'registered' || merged.mergedInto?.patientId !== from;
  if (isUndone || hasAbsorbed(survivor, patientId)) return;
  await undo({ folds, handle }, { commandId: undoCommandId(commandId, patientId), patientId, into: from, at, actor });
  logger.info({ patientId }, 'completed the undoing of a merge that was cut off');
}
