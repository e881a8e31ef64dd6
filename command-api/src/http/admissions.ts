/** Admissions: admit and discharge. */
import { AdmitPatient, DischargePatient } from '../contract/bodies/admissions.ts';
import { dischargePatient } from '../domain/admission/decide.ts';
import { invalidField } from '../domain/refusals.ts';
import { admit, registerOnPatient } from '../admit.ts';
import { madeBy } from './command-id.ts';
import { command, type CommandRoute } from './command-route.ts';
import { onAdmission } from './on-admission.ts';
import { renderAdmission } from './render/admissions.ts';
import { written } from './render/written.ts';
import { actorInTeam } from './rights.ts';
import { sanitise } from './sanitise.ts';

export const admissionRoutes: readonly CommandRoute[] = [
  /** First the patient's stream, then the admission's; whatever is cut off in between is finished by `complete-admissions.ts`. */
  command('post', '/api/admissions', {
    makes: true,
    body: AdmitPatient,
    async answer(asked) {
      const { house, commandId, body } = asked;
      // The patient is part of the id: a key that comes again with another patient must not give two patients one admission.
      const admissionId = madeBy(commandId, `admission:${body.patient}`);
      const facts = { admissionDate: body.admissionDate, admissionDetails: sanitise(body.admissionDetails) };
      const { teamId, registered } = await registerOnPatient(house, {
        commandId,
        patientId: body.patient,
        payload: { admissionId, ...facts },
        actor: async (patient) => {
          const actor = await actorInTeam(asked, patient.status === 'none' ? undefined : patient.teamId);
          if (patient.status !== 'none' && body.team !== undefined && body.team !== patient.teamId) throw invalidField('team', "This is not the patient's team");
          return actor;
        },
      });
      const outcome = await admit(house, { commandId, patientId: body.patient, teamId, registered, actor: () => actorInTeam(asked, teamId) });
      return { ...renderAdmission(admissionId, outcome.state), ...written(outcome) };
    },
  }),
  command('put', '/api/admissions/:id/edit', {
    body: DischargePatient,
    async answer(asked) {
      const admissionId = asked.param('id');
      const { dischargeDate, dischargeStatus, dischargeNote } = asked.body;
      const payload = { admissionId, dischargeDate, dischargeStatus, dischargeNote };
      const outcome = await onAdmission(asked, admissionId, { name: 'DischargePatient', payload, decide: dischargePatient });
      return { ...renderAdmission(admissionId, outcome.state), ...written(outcome) };
    },
  }),
];
