/**
 * Finishes AcceptTransfer if a crash came between its two steps (docs/decisions/write-side/processes.md): writes
 * `PatientTransferred` if the patient still belongs to another team than the admission some seconds later.
 */
import { movePatient, transferPatientCommandId } from '../../commands/transfer-admission.ts';
import { survivorOf } from '../../domain/patient/merged-patients.ts';
import { MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager, type LogFollowerParts, commandOf } from './process-manager.ts';
import type { CommandParts } from '../../commands/intent.ts';

export const COMPLETE_TRANSFERS = 'complete-transfers';

/** Runs until `signal` aborts. */
export const completeTransfers = (parts: LogFollowerParts & CommandParts, signal: AbortSignal): Promise<void> =>
  runProcessManager(
    parts,
    {
      follower: COMPLETE_TRANSFERS,
      prefixes: ['admission-'],
      firstStep: 'TransferAccepted',
      finish: (event) => complete(parts, event),
    },
    signal,
  );

/**
 * Idempotent: the second step's event has the id that the command gives it. The patient follows the admission as it is
 * now: after a later transfer this step must not take the patient back.
 */
async function complete(
  { folds, handle, logger }: Pick<LogFollowerParts, 'logger'> & CommandParts,
  event: StoredEvent,
): Promise<void> {
  const admissionId = event.stream.slice('admission-'.length);
  if (event.metadata.patientId === undefined)
    throw new MalformedEvent(event.stream, event.revision, 'it names no patient');
  const patientId = await survivorOf(async (id) => (await folds.patient.load(id)).state, event.metadata.patientId);
  const { commandId, at, actor } = commandOf(event);
  const [{ state: patient, commands }, { state: admission }] = await Promise.all([
    folds.patient.load(patientId),
    folds.admission.load(admissionId),
  ]);
  if (commands.get(transferPatientCommandId(commandId, admissionId))) return;
  if (admission.status === 'none' || patient.status !== 'registered' || patient.teamId === admission.teamId) return;
  await movePatient({ folds, handle }, { commandId, at, actor, patientId, admissionId, toTeamId: admission.teamId });
  logger.info({ admissionId }, 'completed a transfer that was cut off');
}
