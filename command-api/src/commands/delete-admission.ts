/**
 * DeleteAdmission writes to two streams (docs/decisions/write-side/processes.md): `AdmissionDeleted` on the admission's
 * own, which decides, then `AdmissionUnregistered` on the patient's. Each step may be repeated. The route and
 * `second-steps.ts` both take these steps.
 */
import type { Actor } from 'language/domain/command';
import { unregisterAdmission } from 'language/domain/patient/decide';
import type { Patient } from 'language/domain/patient/state';
import type { CommandParts, Outcome } from './intent.ts';
import { derivedId } from './derived-id.ts';

export const DELETE_ADMISSION = 'DeleteAdmission';

/**
 * The second step's own command id. It contains the admission's id: one key that deletes two admissions of a patient
 * would otherwise count as a repeat on the patient's stream.
 */
export const unregisterCommandId = (commandId: string, admissionId: string): string =>
  derivedId(commandId, `free:${admissionId}`);

/**
 * The second step, of an admission that is deleted.
 * @param intent.commandId the first step's
 * @param intent.at when it was deleted, if that is not now
 */
export function unregisterFromPatient(
  { folds, handle }: CommandParts,
  intent: {
    commandId: string;
    patientId: string;
    admissionId: string;
    at?: Date;
    readonly actor: () => Actor | Promise<Actor>;
  },
): Promise<Outcome<Patient>> {
  const { commandId, patientId, admissionId, at, actor } = intent;
  return handle({
    name: DELETE_ADMISSION,
    commandId: unregisterCommandId(commandId, admissionId),
    fold: folds.patient,
    id: patientId,
    payload: { admissionId },
    ...(at ? { at } : {}),
    actor,
    decide: unregisterAdmission,
  });
}
