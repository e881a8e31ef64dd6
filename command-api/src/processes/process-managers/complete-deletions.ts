/**
 * Finishes DeleteAdmission if a crash came between its two steps (docs/decisions/write-side/processes.md): writes
 * `AdmissionUnregistered` if the patient's stream still registers a deleted admission some seconds later.
 */
import { unregisterFromPatient } from '../../commands/delete-admission.ts';
import { MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager, type LogFollowerParts, commandOf } from './process-manager.ts';
import type { CommandParts } from '../../commands/intent.ts';

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

/** Idempotent: the second step's event has the id that the command gives it; nothing is written once it is there. */
async function complete(
  { folds, handle, logger }: Pick<LogFollowerParts, 'logger'> & CommandParts,
  event: StoredEvent,
): Promise<void> {
  const admissionId = event.stream.slice('admission-'.length);
  const { patientId } = event.metadata;
  if (patientId === undefined) throw new MalformedEvent(event.stream, event.revision, 'it names no patient');
  const { state: patient } = await folds.patient.load(patientId);
  if (patient.status !== 'registered' || !patient.admissions.some((admission) => admission.admissionId === admissionId))
    return;
  await unregisterFromPatient({ folds, handle }, { ...commandOf(event), patientId, admissionId });
  logger.info({ admissionId }, 'completed a deletion that was cut off');
}
