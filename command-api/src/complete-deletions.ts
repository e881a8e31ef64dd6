/**
 * Finishes what a crash cut off between the two halves of DeleteAdmission (architecture, rule 5): writes `AdmissionUnregistered` where an
 * admission has been deleted on its own stream and its patient is still bound to it some seconds later.
 */
import { freePatient } from './delete-admission.ts';
import { type Actor, Rejection } from './domain/command.ts';
import type { StoredEvent } from './event-log/port.ts';
import { finishLater, type Parts } from './finish-later.ts';
import type { Folds } from './folds.ts';
import type { Handle } from './handle.ts';

interface Rooms {
  readonly folds: Folds;
  readonly handle: Handle;
}

/** Runs until `signal` aborts. */
export const completeDeletions = (parts: Parts & Rooms, signal: AbortSignal): Promise<void> =>
  finishLater(
    parts,
    { follower: 'complete-deletions', lock: 7_214_004, prefixes: ['admission-'], firstStep: 'AdmissionDeleted', finish: (event) => complete(parts, event) },
    signal,
  );

/** Idempotent: the second half has the same event id as the command's own, and a patient who is free is left alone. */
async function complete({ folds, handle, logger }: Pick<Parts, 'logger'> & Rooms, event: StoredEvent): Promise<void> {
  const admissionId = event.stream.slice('admission-'.length);
  const { commandId, actorId, occurredAt, patientId } = event.metadata;
  if (patientId === undefined) return;
  const { state: patient } = await folds.patient.now(patientId);
  if (patient.status !== 'registered' || !patient.admissions.some((admission) => admission.admissionId === admissionId)) return;
  // Whoever deleted it had the right to; that is settled.
  const actor: Actor = { id: actorId, isMember: true, isTeamAdmin: false, canEdit: true, isPhysic: false, isAdminAccount: false };
  try {
    await freePatient({ folds, handle }, { commandId, patientId, admissionId, at: new Date(occurredAt), actor: () => actor });
    logger.info({ admissionId }, 'completed a deletion that was cut off');
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    logger.error({ admissionId, reason: error.message }, 'a patient could not be freed of a deleted admission');
  }
}
