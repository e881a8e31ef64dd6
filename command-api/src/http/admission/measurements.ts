/** The measurements of an admission. Each call answers with the measurement; recording answers with the new ones. */
import type * as z from 'zod';
import * as admissionCalls from 'language/contract/calls/admissions';
import { CorrectMeasurement, RecordMeasurements, RemoveMeasurement } from 'language/contract/bodies/admissions';
import type { Answer } from 'language/contract/entities';
import type { Measurement, RecordedMeasurements } from 'language/contract/measurements';
import { renderMeasurement } from 'language/contract/render/measurements';
import {
  correctMeasurement,
  recordMeasurements,
  removeMeasurement,
} from 'language/domain/admission/decide-measurement';
import { measurementFields } from 'language/domain/admission/fields';
import { admitted, measurementOf } from 'language/domain/admission/lookup';
import type { Admission } from 'language/domain/admission/state';
import { survivorOf } from 'language/domain/patient/merged-patients';
import { named, pick } from 'language/domain/values/record-fields';
import { revisionToJson } from 'language/domain/values/revision';
import { notFound } from 'service-kit/http/http-problem';
import { derivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { beforeDeletion, deleted, onAdmission } from './on-admission.ts';

/**
 * The birth date of the admission's patient; for a merged patient, of the patient who stays. Undefined for an erased one,
 * whose admission refuses the command.
 */
async function birthdateIn({ dependencies: { folds } }: CommandRequest<unknown>, admissionId: string) {
  const { state: admission } = await folds.admission.load(admissionId);
  if (admission.status === 'none') throw notFound();
  const load = async (id: string) => (await folds.patient.load(id)).state;
  const patient = await load(await survivorOf(load, admission.patientId));
  return patient.status === 'registered' ? patient.birthdate : undefined;
}

const renderOne = (
  { dependencies }: CommandRequest<unknown>,
  admissionId: string,
  state: Admission,
  measurementId: string,
): Promise<Measurement> => renderMeasurement(dependencies, admissionId, measurementOf(state, measurementId));

export async function recordMeasurementsOn(
  request: CommandRequest<z.output<typeof RecordMeasurements>, 'id'>,
): Promise<Answer<RecordedMeasurements>> {
  const { dependencies, commandId, body } = request;
  const admissionId = request.param('id');
  const idAt = (place: number): string => derivedId(commandId, `measurement:${admissionId}:${place}`);
  const measurements = body.measurements.map((one, place) => ({
    ...pick(measurementFields, one),
    takenOn: one.takenOn,
    measurementId: idAt(place),
  }));
  const outcome = await onAdmission(request, admissionId, {
    name: 'RecordMeasurements',
    payload: { birthdate: await birthdateIn(request, admissionId), measurements },
    decide: recordMeasurements,
  });
  const made = new Set(measurements.map(({ measurementId }) => measurementId));
  const recorded = admitted(outcome.state).measurements.filter(({ measurementId }) => made.has(measurementId));
  return {
    _id: admissionId,
    measurements: await Promise.all(recorded.map((one) => renderMeasurement(dependencies, admissionId, one))),
    version: revisionToJson(outcome.revision),
    ...written(outcome),
  };
}

export const measurementRoutes = [
  command(admissionCalls.recordMeasurements, { makes: true, body: RecordMeasurements, answer: recordMeasurementsOn }),
  command(admissionCalls.correctMeasurement, {
    body: CorrectMeasurement,
    async answer(request) {
      const [admissionId, measurementId] = [request.param('id'), request.param('measurementId')];
      const outcome = await onAdmission(request, admissionId, {
        name: 'CorrectMeasurement',
        target: measurementId,
        payload: {
          birthdate: await birthdateIn(request, admissionId),
          measurementId,
          changes: named(measurementFields, request.body),
        },
        decide: correctMeasurement,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, measurementId)), ...written(outcome) };
    },
  }),
  command(admissionCalls.removeMeasurement, {
    body: RemoveMeasurement,
    async answer(request) {
      const [admissionId, measurementId] = [request.param('id'), request.param('measurementId')];
      const outcome = await onAdmission(request, admissionId, {
        name: 'RemoveMeasurement',
        target: measurementId,
        payload: { measurementId, reason: request.body.reason },
        decide: removeMeasurement,
      });
      return deleted(
        await renderOne(request, admissionId, await beforeDeletion(request, admissionId, outcome), measurementId),
        outcome,
      );
    },
  }),
];
