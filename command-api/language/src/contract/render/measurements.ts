/** Renders measurements in the contract's shape. The query API answers the same from its rows. */
import { measurementFields } from '../../domain/admission/fields.ts';
import { admitted } from '../../domain/admission/lookup.ts';
import { canonicalOf } from '../../domain/admission/measured-values.ts';
import type { Admission, AdmissionMeasurement } from '../../domain/admission/state.ts';
import { pick } from '../../domain/values/record-fields.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import type { Measurement } from '../measurements.ts';
import { type People, personOf } from './people.ts';

/** Ascending by day and time, then in order of recording. @throws Rejection `notFound` */
export async function renderMeasurements(
  people: People,
  admissionId: string,
  admission: Admission,
): Promise<Measurement[]> {
  const { measurements } = admitted(admission);
  const orderKey = ({ takenOn, takenAt }: AdmissionMeasurement): string => `${takenOn} ${takenAt}`;
  const inOrder = measurements.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : orderKey(a) > orderKey(b) ? 1 : 0));
  return Promise.all(inOrder.map((one) => renderMeasurement(people, admissionId, one)));
}

export async function renderMeasurement(
  people: People,
  admissionId: string,
  measurement: AdmissionMeasurement,
): Promise<Measurement> {
  return {
    _id: measurement.measurementId,
    admission: admissionId,
    ...pick(measurementFields, measurement),
    canonical: canonicalOf(measurement),
    userId: measurement.authorId,
    userName: (await personOf(people, measurement.authorId)).name,
    createdAt: measurement.createdAt,
    version: revisionToJson(measurement.touch.version),
  };
}
