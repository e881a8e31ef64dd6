/**
 * AcceptTransfer writes to two streams (docs/decisions/write-side/processes.md): `TransferAccepted` on the admission's
 * own, which decides, then `PatientTransferred` on the patient's. Each step may be repeated. The route and
 * `complete-transfers.ts` both take these steps.
 */
import type { Actor } from '../domain/command.ts';
import { transferPatient } from '../domain/patient/decide.ts';
import { survivorOf } from '../domain/patient/merged-patients.ts';
import type { Patient } from '../domain/patient/state.ts';
import type { CommandParts, Outcome } from './intent.ts';
import { derivedId } from './derived-id.ts';

export const ACCEPT_TRANSFER = 'AcceptTransfer';

/** The second step's own command id: one key that accepts two admissions of a patient gives two second steps. */
export const transferPatientCommandId = (commandId: string, admissionId: string): string =>
  derivedId(commandId, `transfer:${admissionId}`);

/**
 * The second step, of an admission that was accepted. Of a merged patient, the patient who stays has the team.
 * @param intent.commandId the first step's
 * @param intent.toTeamId the team that the admission belongs to
 * @param intent.at when it was accepted, if that is not now
 */
export async function movePatient(
  { folds, handle }: CommandParts,
  intent: {
    commandId: string;
    patientId: string;
    admissionId: string;
    toTeamId: string;
    at?: Date;
    readonly actor: () => Actor | Promise<Actor>;
  },
): Promise<Outcome<Patient>> {
  const { commandId, admissionId, toTeamId, at, actor } = intent;
  const patientId = await survivorOf(async (id) => (await folds.patient.load(id)).state, intent.patientId);
  return handle({
    name: ACCEPT_TRANSFER,
    commandId: transferPatientCommandId(commandId, admissionId),
    fold: folds.patient,
    id: patientId,
    payload: { admissionId, toTeamId },
    ...(at ? { at } : {}),
    actor,
    decide: transferPatient,
  });
}
