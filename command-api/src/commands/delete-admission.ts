/**
 * DeleteAdmission writes to two streams (architecture, rule 5): `AdmissionDeleted` on the admission's own, which
 * decides, then `AdmissionUnregistered` on the patient's, which is free of it from there on. Each half may be repeated;
 * the route and `complete-deletions.ts` both go this way.
 */
import type { Actor } from '../domain/command.ts';
import { unregisterAdmission } from '../domain/patient/decide.ts';
import type { Patient } from '../domain/patient/state.ts';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle, Outcome } from './intent.ts';
import { derivedId } from './derived-id.ts';

export const DELETE_ADMISSION = 'DeleteAdmission';

/**
 * The second half's own command id. It names the admission: to the patient's stream, where two admissions of one
 * patient meet, a key that deletes first the one and then the other would be a repeat.
 */
export const unregisterCommandId = (commandId: string, admissionId: string): string =>
  derivedId(commandId, `free:${admissionId}`);

/**
 * The second half, of an admission that has been deleted.
 * @param intent.commandId the first half's
 * @param intent.at when it was, where that is not now
 */
export function unregisterFromPatient(
  { folds, handle }: { readonly folds: FoldCaches; readonly handle: Handle },
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
