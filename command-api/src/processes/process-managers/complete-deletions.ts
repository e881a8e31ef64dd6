/**
 * Finishes what a crash cut off between the two halves of DeleteAdmission (architecture, rule 5): writes
 * `AdmissionUnregistered` where an admission has been deleted on its own stream and its patient is still bound to it
 * some seconds later.
 */
import { unregisterFromPatient } from '../../commands/delete-admission.ts';
import { MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager, type LogFollowerParts, commandOf } from './process-manager.ts';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle } from '../../commands/intent.ts';

interface CommandParts {
  readonly folds: FoldCaches;
  readonly handle: Handle;
}

export const COMPLETE_DELETIONS = 'complete-deletions';

/** Runs until `signal` aborts. */
export const completeDeletions = (parts: LogFollowerParts & CommandParts, signal: AbortSignal): Promise<void> =>
  runProcessManager(
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
async function complete(
  { folds, handle, logger }: Pick<LogFollowerParts, 'logger'> & CommandParts,
  event: StoredEvent,
): Promise<void> {
  const admissionId = event.stream.slice('admission-'.length);
  const { patientId } = event.metadata;
  if (patientId === undefined)
    throw new MalformedEvent(event.stream, event.revision, 'it does not say whose admission it was');
  const { state: patient } = await folds.patient.load(patientId);
  if (patient.status !== 'registered' || !patient.admissions.some((admission) => admission.admissionId === admissionId))
    return;
  await unregisterFromPatient({ folds, handle }, { ...commandOf(event), patientId, admissionId });
  logger.info({ admissionId }, 'completed a deletion that was cut off');
}
