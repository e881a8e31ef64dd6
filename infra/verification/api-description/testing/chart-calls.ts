/** The calls of what the header of a chart shows: the patient's allergies, and the measured values of a stay. */
import type { PatientAllergies } from 'language/contract/entities';
import type { RecordedMeasurements } from 'language/contract/measurements';
import type { CallAs } from './checked-calls.ts';

interface Places {
  readonly patient: string;
  readonly admission: string;
  readonly team: string;
}

export async function callAllergiesAndValues(me: CallAs, { patient, admission, team }: Places): Promise<void> {
  const of = { id: patient };
  const { list } = await me<PatientAllergies>('POST', '/api/patients/:id/allergies', of, { agentText: 'Penicillin' });
  const allergy = { ...of, allergyId: list[0]?._id ?? '' };
  await me('PUT', '/api/patients/:id/allergies/:allergyId', allergy, { severity: 'severe' });
  await me('POST', '/api/patients/:id/allergies/:allergyId/remove', allergy, { reason: 'Another patient' });
  await me('POST', '/api/patients/:id/allergies/confirm', of, {});
  const stay = { id: admission };
  const { measurements } = await me<RecordedMeasurements>('POST', '/api/admissions/:id/measurements', stay, {
    measurements: [{ kind: 'creatinine', value: 1.1, unit: 'mg/dL' }],
  });
  const value = { ...stay, measurementId: measurements[0]?._id ?? '' };
  await me('PUT', '/api/admissions/:id/measurements/:measurementId', value, { value: 1.2 });
  await me('GET', '/api/admissions/:id/measurements', stay);
  await me('GET', '/api/ward/:teamId/values', { teamId: team });
  await me('DELETE', '/api/admissions/:id/measurements/:measurementId', value, { reason: 'Another patient' });
}
