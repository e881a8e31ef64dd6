/**
 * AdmitPatient writes to two streams with one command id (docs/decisions/write-side/processes.md):
 * `AdmissionRegistered` on the patient's, then `PatientAdmitted` on the admission's. Each step may be repeated. The
 * route and `second-steps.ts` both take these steps.
 */
import { admitPatient } from 'language/domain/admission/decide';
import type { Admission } from 'language/domain/admission/state';
import { Rejection } from 'language/domain/command';
import { type RegisterAdmission, registerAdmission } from 'language/domain/patient/decide';
import type { Patient, RegisteredAdmission } from 'language/domain/patient/state';
import { patientErased } from 'language/domain/refusals';
import { refusal } from 'language/domain/reasons/refusal';
import type { CommandParts, Intent, Outcome } from './intent.ts';
import { personOf } from './person.ts';

export const ADMIT_PATIENT = 'AdmitPatient';

/** The first step. @returns the admission as the patient's stream now registers it */
export async function registerOnPatient(
  { folds, handle }: CommandParts,
  intent: {
    commandId: string;
    patientId: string;
    payload: Omit<RegisterAdmission, 'stays'>;
    readonly actor: Intent<Patient, object>['actor'];
  },
): Promise<{ teamId: string; registered: RegisteredAdmission }> {
  const { commandId, patientId, payload, actor } = intent;
  const { stays } = await personOf({ folds }, patientId);
  const { state: patient } = await handle({
    name: ADMIT_PATIENT,
    commandId,
    fold: folds.patient,
    id: patientId,
    payload: { ...payload, stays },
    actor,
    decide: registerAdmission,
  });
  const registered =
    patient.status === 'registered'
      ? patient.admissions.find(({ admissionId }) => admissionId === payload.admissionId)
      : undefined;
  // The log of an erased patient cannot be read any more.
  if (patient.status !== 'registered') throw patientErased();
  if (!registered) throw new Rejection(refusal('idempotency-key-reused'));
  return { teamId: patient.teamId, registered };
}

/**
 * The second step, of an admission that is registered. @param intent.name of the first step's command, if it is another
 * one; `at` when it was registered, if that is not now
 */
export function admit(
  { folds, handle }: CommandParts,
  intent: {
    commandId: string;
    name?: string;
    patientId: string;
    teamId: string;
    registered: RegisteredAdmission;
    at?: Date;
    readonly actor: Intent<Admission, object>['actor'];
  },
): Promise<Outcome<Admission>> {
  const { commandId, name = ADMIT_PATIENT, patientId, teamId, registered, actor } = intent;
  const { admissionId, ...facts } = registered;
  return handle({
    name,
    commandId,
    fold: folds.admission,
    id: admissionId,
    payload: { patientId, teamId, ...facts },
    ...(intent.at ? { at: intent.at } : {}),
    actor,
    decide: admitPatient,
  });
}
