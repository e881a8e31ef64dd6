/**
 * AcceptTransfer writes to two streams (docs/decisions/write-side/processes.md): `TransferAccepted` on the admission's
 * own, which decides, then `PatientTransferred` on the patient's. Each step may be repeated. The route and
 * `second-steps.ts` both take these steps.
 */
import { admissionStream } from 'language/domain/admission/events';
import type { Actor } from 'language/domain/command';
import { transferPatient } from 'language/domain/patient/decide';
import { patientStream } from 'language/domain/patient/events';
import { survivorOf } from 'language/domain/patient/merged-patients';
import type { EventLog } from 'service-kit/event-log/port';
import type { CommandParts } from './intent.ts';
import { derivedId } from './derived-id.ts';

export const ACCEPT_TRANSFER = 'AcceptTransfer';

/** The second step's own command id: one key that accepts two admissions of a patient gives two second steps. */
export const transferPatientCommandId = (commandId: string, admissionId: string): string =>
  derivedId(commandId, `transfer:${admissionId}`);

export interface TransferParts extends CommandParts {
  readonly log: Pick<EventLog, 'headAt' | 'readStream'>;
}

/**
 * The second step, of an admission that was accepted. The patient follows the admission as it is now. Of a merged patient,
 * the patient who stays has the team. Nothing is done where the patient was moved after the acceptance: a step that comes
 * late, also when a follower reads the log again, must not take them back.
 * @param step.commandId the first step's
 * @param step.revision of `TransferAccepted`
 * @param step.at when it was accepted, if that is not now
 * @returns whether the patient was moved
 */
export async function completeTransfer(
  { folds, handle, log }: TransferParts,
  step: {
    commandId: string;
    admissionId: string;
    revision: bigint;
    at?: Date;
    readonly actor: () => Actor | Promise<Actor>;
  },
): Promise<boolean> {
  const { admissionId, revision, at, actor } = step;
  const { state: admission } = await folds.admission.load(admissionId);
  if (admission.status === 'none' || admission.status === 'deleted') return false;
  const patientId = await survivorOf(async (id) => (await folds.patient.load(id)).state, admission.patientId);
  const { state: patient, commands } = await folds.patient.load(patientId);
  const commandId = transferPatientCommandId(step.commandId, admissionId);
  if (patient.status !== 'registered' || patient.teamId === admission.teamId || commands.get(commandId)) return false;
  const accepted = await log.headAt(admissionStream(admissionId), revision);
  if (accepted === undefined || (await lastMove(log, patientId)) > accepted.created) return false;
  await handle({
    name: ACCEPT_TRANSFER,
    commandId,
    fold: folds.patient,
    id: patientId,
    payload: { admissionId, fromTeamId: patient.teamId, toTeamId: admission.teamId },
    ...(at ? { at } : {}),
    actor,
    decide: transferPatient,
  });
  return true;
}

/**
 * Where the second step was written: a read of the person who has accepted waits for it.
 * @returns undefined if the step was not needed
 */
export async function whereMoved(
  { folds }: CommandParts,
  { commandId, admissionId }: { commandId: string; admissionId: string },
): Promise<{ stream: string; revision: bigint } | undefined> {
  const { state: admission } = await folds.admission.load(admissionId);
  if (admission.status === 'none') return undefined;
  const patientId = await survivorOf(async (id) => (await folds.patient.load(id)).state, admission.patientId);
  const step = (await folds.patient.load(patientId)).commands.get(transferPatientCommandId(commandId, admissionId));
  return step && { stream: patientStream(patientId), revision: step.last };
}

/** By the log's clock: those of several processes differ. */
async function lastMove(log: TransferParts['log'], patientId: string): Promise<Date> {
  let last = new Date(0);
  for await (const { type, created } of log.readStream(patientStream(patientId)))
    if (type === 'PatientTransferred' || type === 'PatientErasedFromTeam') last = created;
  return last;
}
