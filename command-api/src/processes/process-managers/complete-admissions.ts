/**
 * Finishes what a crash cut off between the two halves of AdmitPatient (architecture, rule 5): writes `PatientAdmitted`
 * where an admission has been registered on the patient's stream and its own stream is still missing some seconds
 * later.
 */
import { admit } from '../../commands/admit-patient.ts';
import type { StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager, type LogFollowerParts, commandOf } from './process-manager.ts';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle } from '../../commands/intent.ts';

interface CommandParts {
  readonly folds: FoldCaches;
  readonly handle: Handle;
}

export const COMPLETE_ADMISSIONS = 'complete-admissions';

/** Runs until `signal` aborts. */
export const completeAdmissions = (parts: LogFollowerParts & CommandParts, signal: AbortSignal): Promise<void> =>
  runProcessManager(
    parts,
    {
      follower: COMPLETE_ADMISSIONS,
      prefixes: ['patient-'],
      firstStep: 'AdmissionRegistered',
      finish: (event) => complete(parts, event),
    },
    signal,
  );

/** Idempotent: the second half has the same event id as the command's own. */
async function complete(
  { folds, handle, logger }: Pick<LogFollowerParts, 'logger'> & CommandParts,
  event: StoredEvent,
): Promise<void> {
  const patientId = event.stream.slice('patient-'.length);
  // The event came without its body: what was registered is read from the patient's stream, as it stood then.
  const patient = await folds.patient.loadAt(patientId, event.revision);
  const registered = patient.status === 'registered' ? patient.admissions.at(-1) : undefined;
  // Unreadable: the patient's key has been destroyed, and there is nobody left to admit.
  if (patient.status !== 'registered' || !registered) return;
  if ((await folds.admission.load(registered.admissionId)).revision !== undefined) return;
  await admit({ folds, handle }, { ...commandOf(event), patientId, teamId: patient.teamId, registered });
  logger.info({ admissionId: registered.admissionId }, 'completed an admission that was cut off');
}
