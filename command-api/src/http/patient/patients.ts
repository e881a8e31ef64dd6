/** Patients: registered, corrected, deleted. */
import type * as z from 'zod';
import * as patientCalls from 'language/contract/calls/patients';
import { CorrectPatient, RegisterPatient } from 'language/contract/bodies/patients';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { Answer, DeletedPatient, Patient as PatientAnswer } from 'language/contract/entities';
import type { Actor, Command } from 'language/domain/command';
import { correctPatient, deletePatient, registerPatient } from 'language/domain/patient/decide';
import type { PatientEvent } from 'language/domain/patient/events';
import type { Patient, RegisteredPatient } from 'language/domain/patient/state';
import { patientErased } from 'language/domain/refusals';
import { presentFields } from 'language/domain/values/record-fields';
import { revisionToJson } from 'language/domain/values/revision';
import type { BatchInstant } from 'service-kit/aggregates/fold-cache';
import type { Outcome } from '../../commands/intent.ts';
import { notFound } from 'service-kit/http/http-problem';
import { derivedId } from '../../commands/derived-id.ts';
import { firstAdmissionOf } from '../../commands/first-admission.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import { renderDeletedPatient, renderPatient } from 'language/contract/render/patients';
import { actorInTeam, actorOfTransferable } from '../rights.ts';

export interface OnPatient<Payload> {
  readonly name: string;
  /** The changed part of the stream. */
  readonly target?: string;
  readonly payload: Payload;
  readonly decide: (patient: Patient, command: Command<Payload>) => PatientEvent[];
}

/** The caller in the team that the patient belongs to. @throws HttpProblem as `actorOfTransferable` */
export const actorOnPatient = (
  request: CommandRequest<unknown>,
  patient: Patient,
  instant: BatchInstant,
): Promise<Actor> =>
  actorOfTransferable(
    request,
    patient.status === 'none' ? undefined : patient.teamId,
    patient.status === 'registered' ? patient.earlierTeams : [],
    'patient-transferred',
    instant,
  );

/** @throws HttpProblem as `actorOnPatient`; `ChangedSince` */
export const commandOnPatient = <Payload extends object>(
  request: CommandRequest<unknown>,
  patientId: string,
  intent: OnPatient<Payload>,
): Promise<Outcome<Patient>> =>
  request.dependencies.handle({
    ...intent,
    commandId: request.commandId,
    basedOn: request.basedOn,
    fold: request.dependencies.folds.patient,
    id: patientId,
    actor: (patient: Patient, instant: BatchInstant) => actorOnPatient(request, patient, instant),
  });

const onPatient = <Payload extends object>(
  request: CommandRequest<unknown>,
  patientId: string,
  intent: OnPatient<Payload>,
): Promise<Outcome<Patient>> =>
  withConflictAnswer(
    request.dependencies,
    () => commandOnPatient(request, patientId, intent),
    async (patient: Patient) => renderPatient(patientId, registered(patient)),
  );

/** @throws Rejection of an erased patient, whose log cannot be read any more: a repeated command has no first answer */
export function registered(patient: Patient): RegisteredPatient {
  if (patient.status === 'none') throw patientErased();
  if (patient.status !== 'registered') throw notFound();
  return patient;
}

/** A near match never blocks it: the screen asks for these before (`GET /api/patients/team/{teamId}/similar`). */
export async function register(
  request: CommandRequest<z.output<typeof RegisterPatient>, never>,
): Promise<Answer<PatientAnswer>> {
  const { dependencies, commandId, body } = request;
  const { team: teamId, ...facts } = body;
  const patientId = derivedId(commandId, 'patient');
  const outcome = await dependencies.handle({
    name: 'RegisterPatient',
    commandId,
    fold: dependencies.folds.patient,
    id: patientId,
    payload: { teamId, ...facts },
    actor: (patient, instant) => actorInTeam(request, patient.status === 'none' ? teamId : patient.teamId, instant),
    decide: registerPatient,
  });
  return { ...renderPatient(patientId, registered(outcome.state)), ...written(outcome) };
}

export const patientRoutes = [
  command(patientCalls.registerPatient, { makes: true, body: RegisterPatient, answer: register }),
  command(patientCalls.correctPatient, {
    body: CorrectPatient,
    async answer(request) {
      const patientId = request.param('id');
      const { _id, team: _team, ...facts } = request.body;
      const outcome = await onPatient(request, patientId, {
        name: 'CorrectPatient',
        payload: {
          patientId,
          ...presentFields(facts),
          firstAdmission:
            facts.birthdate === undefined ? undefined : await firstAdmissionOf(request.dependencies.folds, patientId),
        },
        decide: correctPatient,
      });
      return { ...renderPatient(patientId, registered(outcome.state)), ...written(outcome) };
    },
  }),
  /** Answers once with the deleted patient and the addresses of images elsewhere. After that, neither can be read. */
  command(patientCalls.deletePatient, {
    keepsOrigin: true,
    body: EmptyBody,
    needsProof: true,
    async answer(request) {
      const { dependencies } = request;
      const patientId = request.param('id');
      const outcome = await onPatient(request, patientId, {
        name: 'DeletePatient',
        payload: { patientId },
        decide: deletePatient,
      });
      const before = await dependencies.folds.patient.loadAt(patientId, outcome.revision - 1n);
      const { imagesElsewhere } = await dependencies.erasePatient(patientId);
      const teamId = (outcome.state.status === 'none' ? undefined : outcome.state.teamId) ?? '';
      const who =
        before.status === 'registered' ? renderPatient(patientId, before) : renderDeletedPatient(patientId, teamId);
      const deleted: DeletedPatient =
        imagesElsewhere.length > 0 ? { ...who, imagesElsewhere: [...imagesElsewhere] } : who;
      return { ...deleted, version: revisionToJson(outcome.revision), ...written(outcome) };
    },
  }),
];
