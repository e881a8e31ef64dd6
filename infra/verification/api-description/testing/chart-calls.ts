/** The calls of what a chart shows of its patient: allergies, measured values of a stay, and proposals. */
import type { PatientAllergies } from 'language/contract/entities';
import type { RecordedMeasurements } from 'language/contract/measurements';
import type { ListedStatement } from 'language/contract/statements';
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

export async function callProposals(
  me: CallAs,
  adminAccount: CallAs,
  { admission, errType }: { readonly admission: string; readonly errType: string },
): Promise<void> {
  const content = { kind: 'duplicate', agent: 'same', exceptions: [], source: 'A label', sourceDate: '2025-01-01' };
  const written = { ...content, severity: 'C', errType, text: 'Twice' };
  const { _id: id } = await adminAccount<ListedStatement>('POST', '/api/statements', {}, written);
  const changed = await adminAccount<ListedStatement>(
    'PUT',
    '/api/statements/:id',
    { id },
    { ...written, text: 'Two' },
  );
  await adminAccount('POST', '/api/statements/:id/approve', { id }, { approvedBy: 'Dr. Hany' }, changed.version);
  await adminAccount('GET', '/api/statements');
  await adminAccount('POST', '/api/statements/:id/withdraw', { id }, {});
  const finding = { key: `${id} m1 m2`, fingerprint: '[1]', statementId: id, statementVersion: 2 };
  const stay = { id: admission };
  const decision = { kind: 'dismissed', reason: 'Intended' };
  await me('POST', '/api/admissions/:id/findings', stay, { finding, decision });
  await me('GET', '/api/admissions/:id/findings', stay);
}
