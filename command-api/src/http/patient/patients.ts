/** Patients: registered, corrected, deleted. */
import { CorrectPatient, RegisterPatient } from '../../contract/bodies/patients.ts';
import { Nothing, said } from '../../contract/bodies/shared.ts';
import type { DeletedPatient } from '../../contract/entities.ts';
import type { Command } from '../../domain/command.ts';
import { correctPatient, deletePatient, registerPatient } from '../../domain/patient/decide.ts';
import type { PatientEvent } from '../../domain/patient/events.ts';
import type { Patient, RegisteredPatient } from '../../domain/patient/state.ts';
import { revisionToJson } from '../../domain/revision.ts';
import type { Moment } from 'service-kit/aggregates/fold-cache';
import type { Outcome } from '../../commands/handle.ts';
import { notFound } from 'service-kit/http/http-problem';
import { madeBy } from '../command-id.ts';
import { type Asked, command, type CommandRoute } from '../command-route.ts';
import { showingConflicts } from '../conflict.ts';
import { renderForgotten, renderPatient } from '../../contract/render/patients.ts';
import { written } from '../command-answer.ts';
import { actorInTeam } from '../rights.ts';

interface OnPatient<Payload> {
  readonly name: string;
  readonly payload: Payload;
  readonly decide: (patient: Patient, command: Command<Payload>) => PatientEvent[];
}

function onPatient<Payload extends object>(
  asked: Asked<unknown>,
  patientId: string,
  intent: OnPatient<Payload>,
): Promise<Outcome<Patient>> {
  const { house, commandId, basedOn } = asked;
  const run = () => {
    const actor = (patient: Patient, moment: Moment) =>
      actorInTeam(asked, patient.status === 'none' ? undefined : patient.teamId, moment);
    return house.handle({ ...intent, commandId, basedOn, fold: house.folds.patient, id: patientId, actor });
  };
  return showingConflicts(house, run, async (patient: Patient) => renderPatient(patientId, registered(patient)));
}

function registered(patient: Patient): RegisteredPatient {
  if (patient.status !== 'registered') throw notFound();
  return patient;
}

export const patientRoutes: readonly CommandRoute[] = [
  /** Never refused for a near match: the screen asks for these before (`GET /api/patients/team/{teamId}/similar`). */
  command('post', '/api/patients', {
    makes: true,
    body: RegisterPatient,
    async answer(asked) {
      const { house, commandId, body } = asked;
      const { team: teamId, ...facts } = body;
      const patientId = madeBy(commandId, 'patient');
      const outcome = await house.handle({
        name: 'RegisterPatient',
        commandId,
        fold: house.folds.patient,
        id: patientId,
        payload: { teamId, ...facts },
        actor: (patient, moment) => actorInTeam(asked, patient.status === 'none' ? teamId : patient.teamId, moment),
        decide: registerPatient,
      });
      return { ...renderPatient(patientId, registered(outcome.state)), ...written(outcome) };
    },
  }),
  command('put', '/api/patients/:id/edit', {
    body: CorrectPatient,
    async answer(asked) {
      const patientId = asked.param('id');
      const { _id, team: _team, ...facts } = asked.body;
      const outcome = await onPatient(asked, patientId, {
        name: 'CorrectPatient',
        payload: { patientId, ...said(facts) },
        decide: correctPatient,
      });
      return { ...renderPatient(patientId, registered(outcome.state)), ...written(outcome) };
    },
  }),
  /** Answers who was deleted, and which of their images lie elsewhere, once: from then on nobody can know. */
  command('delete', '/api/patients/:id', {
    body: Nothing,
    async answer(asked) {
      const { house } = asked;
      const patientId = asked.param('id');
      const outcome = await onPatient(asked, patientId, {
        name: 'DeletePatient',
        payload: { patientId },
        decide: deletePatient,
      });
      const before = await house.folds.patient.at(patientId, outcome.revision - 1n);
      const { imagesElsewhere } = await house.erasePatient(patientId);
      const teamId = (outcome.state.status === 'none' ? undefined : outcome.state.teamId) ?? '';
      const who =
        before.status === 'registered' ? renderPatient(patientId, before) : renderForgotten(patientId, teamId);
      const gone: DeletedPatient = imagesElsewhere.length > 0 ? { ...who, imagesElsewhere: [...imagesElsewhere] } : who;
      return { ...gone, version: revisionToJson(outcome.revision), ...written(outcome) };
    },
  }),
];
