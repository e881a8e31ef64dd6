/**
 * Finishes what a crash cut off between the two halves of DeleteAdmission (architecture, rule 5): writes
 * `AdmissionUnregistered` where an admission has been deleted on its own stream and its patient is still bound to it
 * some seconds later.
 */
import { freePatient } from '../commands/delete-admission.ts';
import { MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { finishLater, type Parts, settled } from './process-manager.ts';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle } from '../commands/intent.ts';

interface Rooms {
  readonly folds: FoldCaches;
  readonly handle: Handle;
}

export const COMPLETE_DELETIONS = 'complete-deletions';

/** Runs until `signal` aborts. */
export const completeDeletions = (parts: Parts & Rooms, signal: AbortSignal): Promise<void> =>
  finishLater(
    parts,
    {
      follower: COMPLETE_DELETIONS,
      prefixes: ['admission-'],
      firstStep: 'AdmissionDeleted',
      finish: (event) => complete(parts, event),
    },
    signal,
  );

/** Idempotent: the second half has the same event id as the command's own, and a patient who is free is left alone. */
async function complete({ folds, handle, logger }: Pick<Parts, 'logger'> & Rooms, event: StoredEvent): Promise<void> {
  const admissionId = event.stream.slice('admission-'.length);
  const { patientId } = event.metadata;
  if (patientId === undefined)
    throw new MalformedEvent(event.stream, event.revision, 'it does not say whose admission it was');
  const { state: patient } = await folds.patient.load(patientId);
  if (patient.status !== 'registered' || !patient.admissions.some((admission) => admission.admissionId === admissionId))
    return;
  await freePatient({ folds, handle }, { ...settled(event), patientId, admissionId });
  logger.info({ admissionId }, 'completed a deletion that was cut off');
}
