/**
 * Finishes AcceptTransfer if a crash came between its two steps (docs/decisions/write-side/processes.md): writes
 * `PatientTransferred` if the patient still belongs to another team than the admission some seconds later.
 */
import { movePatient, type TransferParts } from '../../commands/transfer-admission.ts';
import type { StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager, type LogFollowerParts, commandOf } from './process-manager.ts';

export const COMPLETE_TRANSFERS = 'complete-transfers';

/** Runs until `signal` aborts. */
export const completeTransfers = (parts: LogFollowerParts & TransferParts, signal: AbortSignal): Promise<void> =>
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

/** Idempotent: the second step's event has the id that the command gives it. */
async function complete(parts: Pick<LogFollowerParts, 'logger'> & TransferParts, event: StoredEvent): Promise<void> {
  const admissionId = event.stream.slice('admission-'.length);
  if (await movePatient(parts, { ...commandOf(event), admissionId, revision: event.revision }))
    parts.logger.info({ admissionId }, 'completed a transfer that was cut off');
}
