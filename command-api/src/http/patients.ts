/** Patients: registration. */
import { RegisterPatient } from '../contract/bodies/patients.ts';
import { registerPatient } from '../domain/patient/decide.ts';
import { notFound } from '../service/http.ts';
import { madeBy } from './command-id.ts';
import { command, type CommandRoute } from './command-route.ts';
import { renderPatient } from './render/patients.ts';
import { written } from './render/written.ts';
import { actorInTeam } from './rights.ts';

export const patientRoutes: readonly CommandRoute[] = [
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
        actor: (patient) => actorInTeam(asked, patient.status === 'none' ? teamId : patient.teamId),
        decide: registerPatient,
      });
      if (outcome.state.status !== 'registered') throw notFound();
      return { ...renderPatient(patientId, outcome.state), ...written(outcome) };
    },
  }),
];
