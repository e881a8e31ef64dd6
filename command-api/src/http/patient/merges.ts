/** Merging a patient into another, and undoing it (docs/product.md, "Merging patients"). */
import * as patientCalls from 'language/contract/calls/patients';
import { MergePatients } from 'language/contract/bodies/patients';
import { EmptyBody } from 'language/contract/bodies/shared';
import { renderPatient } from 'language/contract/render/patients';
import type { Patient } from 'language/domain/patient/state';
import type { BatchInstant } from 'service-kit/aggregates/fold-cache';
import { mergePatients, separatePatients } from '../../commands/merge-patients.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import { actorOnPatient, registered } from './patients.ts';

const actorFor = (request: CommandRequest<unknown>) => (patient: Patient, instant: BatchInstant) =>
  actorOnPatient(request, patient, instant);

/** `second-steps.ts` finishes both after a crash. They answer with the patient who stays. */
export const mergeRoutes = [
  /** First the merged patient's stream, then that of the patient who stays. `If-Match` is the merged patient's version. */
  command(patientCalls.mergePatients, {
    body: MergePatients,
    async answer(request) {
      const { dependencies, commandId, basedOn, body } = request;
      const into = request.param('id');
      const run = () =>
        mergePatients(dependencies, {
          commandId,
          basedOn,
          patientId: body.patient,
          into,
          reason: body.reason,
          actor: actorFor(request),
        });
      const outcome = await withConflictAnswer(dependencies, run, async (merged: Patient) =>
        renderPatient(body.patient, registered(merged)),
      );
      return { ...renderPatient(into, registered(outcome.state)), ...written(outcome) };
    },
  }),
  /** First the stream of the patient who stays, then the merged patient's. */
  command(patientCalls.separatePatients, {
    body: EmptyBody,
    async answer(request) {
      const { dependencies, commandId } = request;
      const from = request.param('id');
      const outcome = await separatePatients(dependencies, {
        commandId,
        patientId: request.param('mergedId'),
        from,
        actor: actorFor(request),
      });
      return { ...renderPatient(from, registered(outcome.state)), ...written(outcome) };
    },
  }),
];
