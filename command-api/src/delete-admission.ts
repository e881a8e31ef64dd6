/**
 * DeleteAdmission writes to two streams with one command id (architecture, rule 5): `AdmissionDeleted` on the admission's own, which
 * decides, then `AdmissionUnregistered` on the patient's, which is free of it from there on. Each half may be repeated; the route and
 * `complete-deletions.ts` both go this way.
 */
import type { Actor } from './domain/command.ts';
import { unregisterAdmission } from './domain/patient/decide.ts';
import type { Patient } from './domain/patient/state.ts';
import type { Folds } from './folds.ts';
import type { Handle, Outcome } from './handle.ts';

export const DELETE_ADMISSION = 'DeleteAdmission';

/** The second half, of an admission that has been deleted. @param intent.at when it was, where that is not now */
export function freePatient(
  { folds, handle }: { readonly folds: Folds; readonly handle: Handle },
  intent: { commandId: string; patientId: string; admissionId: string; at?: Date; readonly actor: () => Actor | Promise<Actor> },
): Promise<Outcome<Patient>> {
  const { commandId, patientId, admissionId, at, actor } = intent;
  return handle({
    name: DELETE_ADMISSION,
    commandId,
    fold: folds.patient,
    id: patientId,
    payload: { admissionId },
    ...(at ? { at } : {}),
    actor,
    decide: unregisterAdmission,
  });
}
