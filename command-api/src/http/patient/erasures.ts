/** Erasing a patient by two people: asked for, withdrawn, refused, agreed to. */
import * as patientCalls from 'language/contract/calls/patients';
import { RequestErasure } from 'language/contract/bodies/erasures';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { ErasureAnswer } from 'language/contract/erasures';
import type { Actor, Command } from 'language/domain/command';
import { agreeToErasure, refuseErasure, requestErasure, withdrawErasure } from 'language/domain/patient/decide-erasure';
import type { PatientEvent } from 'language/domain/patient/events';
import type { Patient } from 'language/domain/patient/state';
import { AGREE_TO_ERASURE } from '../../commands/erase-patient.ts';
import type { Outcome } from '../../commands/intent.ts';
import { personOf } from '../../commands/person.ts';
import type { BatchInstant } from 'service-kit/aggregates/fold-cache';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import { type CommandRequest, command, written } from '../command-route.ts';
import { actorInTeamOrAdminAccount } from '../rights.ts';
import { actorOnPatient } from './patients.ts';

type Rights = (request: CommandRequest<unknown>, patient: Patient, instant: BatchInstant) => Promise<Actor>;

/** @throws HttpProblem as `actorOnPatient`: a member of a former team is told so */
const orAdminAccount: Rights = async (request, patient, instant) => {
  try {
    return await actorInTeamOrAdminAccount(request, teamIdOf(patient), instant);
  } catch (error) {
    if (error instanceof HttpProblem && error.refusal.reason === 'not-found')
      return actorOnPatient(request, patient, instant);
    throw error;
  }
};

function onPatient<Payload extends object>(
  request: CommandRequest<unknown>,
  patientId: string,
  rights: Rights,
  intent: {
    readonly name: string;
    readonly payload: Payload;
    readonly decide: (patient: Patient, command: Command<Payload>) => PatientEvent[];
  },
): Promise<Outcome<Patient>> {
  const { dependencies, commandId, basedOn } = request;
  return dependencies.handle({
    ...intent,
    commandId,
    basedOn,
    fold: dependencies.folds.patient,
    id: patientId,
    actor: (patient, instant) => rights(request, patient, instant),
  });
}

const teamIdOf = (patient: Patient): string | undefined => (patient.status === 'none' ? undefined : patient.teamId);

const answerOf = (patientId: string, outcome: Outcome<Patient>) => ({
  _id: patientId,
  team: teamIdOf(outcome.state) ?? '',
  ...written(outcome),
});

export const erasureRoutes = [
  command(patientCalls.requestErasure, {
    keepsOrigin: true,
    makes: true,
    body: RequestErasure,
    async answer(request): Promise<ErasureAnswer> {
      const patientId = request.param('id');
      const outcome = await onPatient(request, patientId, actorOnPatient, {
        name: 'RequestErasure',
        payload: { patientId, ...request.body },
        decide: requestErasure,
      });
      return answerOf(patientId, outcome);
    },
  }),
  command(patientCalls.withdrawErasure, {
    keepsOrigin: true,
    body: EmptyBody,
    async answer(request): Promise<ErasureAnswer> {
      const patientId = request.param('id');
      const outcome = await onPatient(request, patientId, actorOnPatient, {
        name: 'WithdrawErasure',
        payload: { patientId },
        decide: withdrawErasure,
      });
      return answerOf(patientId, outcome);
    },
  }),
  command(patientCalls.refuseErasure, {
    keepsOrigin: true,
    body: EmptyBody,
    async answer(request): Promise<ErasureAnswer> {
      const patientId = request.param('id');
      const outcome = await onPatient(request, patientId, orAdminAccount, {
        name: 'RefuseErasure',
        payload: { patientId },
        decide: refuseErasure,
      });
      return answerOf(patientId, outcome);
    },
  }),
  /** `If-Match` is the version of `GET /api/patients/{id}/erasure`. Answers when the key is destroyed. */
  command(patientCalls.agreeToErasure, {
    keepsOrigin: true,
    body: EmptyBody,
    needsProof: true,
    async answer(request): Promise<ErasureAnswer> {
      const { dependencies, commandId } = request;
      const patientId = request.param('id');
      const { stays, merged } = await personOf(dependencies, patientId);
      let actor: Actor | undefined;
      const rights: Rights = async (who, patient, instant) => (actor = await orAdminAccount(who, patient, instant));
      const outcome = await onPatient(request, patientId, rights, {
        name: AGREE_TO_ERASURE,
        payload: { patientId, stays, merged },
        decide: agreeToErasure,
      });
      if (!actor) throw notFound();
      const { imagesElsewhere } = await dependencies.finishErasure({ commandId, patientId, actor });
      return {
        ...answerOf(patientId, outcome),
        ...(imagesElsewhere.length > 0 ? { imagesElsewhere: [...imagesElsewhere] } : {}),
      };
    },
  }),
];
