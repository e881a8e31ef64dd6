/**
 * Finishes AgreeToErasure after a crash (docs/decisions/write-side/erasure-by-two.md): erases the admissions, and ends
 * the patient's stream where all of it goes. `erase-patient.ts` then destroys the key.
 */
import { eraseStreams, type ErasureParts } from '../../commands/erase-patient.ts';
import type { StoredEvent } from 'service-kit/event-log/port';
import { commandOf, type LogFollowerParts, runProcessManager } from './process-manager.ts';

export const COMPLETE_ERASURES = 'complete-erasures';

/** Runs until `signal` aborts. */
export const completeErasures = (parts: LogFollowerParts & ErasureParts, signal: AbortSignal): Promise<void> =>
  runProcessManager(
    parts,
    {
      follower: COMPLETE_ERASURES,
      prefixes: ['patient-'],
      firstStep: ['PatientErasureAgreed', 'PatientErasedFromTeam'],
      finish: (event) => complete(parts, event),
    },
    signal,
  );

/** Idempotent: the steps' events have the ids that the command gives them. */
async function complete(parts: Pick<LogFollowerParts, 'logger'> & ErasureParts, event: StoredEvent): Promise<void> {
  const patientId = event.stream.slice('patient-'.length);
  if ((await parts.folds.patient.load(patientId)).state.status === 'deleted') return;
  const { commandId, at, actor } = commandOf(event);
  await eraseStreams(parts, { commandId, patientId, at, actor: actor() });
  parts.logger.info({ patientId }, 'completed an erasure that was cut off');
}
