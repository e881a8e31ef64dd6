/**
 * Finishes AdmitPatient if a crash came between its two steps (docs/decisions/write-side/processes.md): writes
 * `PatientAdmitted` if the patient's stream registers an admission whose own stream is missing some seconds later.
 */
import { admit } from '../../commands/admit-patient.ts';
import type { StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager, type LogFollowerParts, commandOf } from './process-manager.ts';
import type { CommandParts } from '../../commands/intent.ts';

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

/** Idempotent: the second step's event has the id that the command gives it. */
async function complete(
  { folds, handle, logger }: Pick<LogFollowerParts, 'logger'> & CommandParts,
  event: StoredEvent,
): Promise<void> {
  const patientId = event.stream.slice('patient-'.length);
  // The event comes without its body: the registration is read from the patient's stream, at this revision.
  const patient = await folds.patient.loadAt(patientId, event.revision);
  const registered = patient.status === 'registered' ? patient.admissions.at(-1) : undefined;
  // Unreadable if the patient's key is destroyed: there is no patient left to admit.
  if (patient.status !== 'registered' || !registered) return;
  if ((await folds.admission.load(registered.admissionId)).revision !== undefined) return;
  await admit({ folds, handle }, { ...commandOf(event), patientId, teamId: patient.teamId, registered });
  logger.info({ admissionId: registered.admissionId }, 'completed an admission that was cut off');
}
