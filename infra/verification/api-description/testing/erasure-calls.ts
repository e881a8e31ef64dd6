/** For `answers.int.spec.ts`: each call around the erasure of a patient. */
import type { Patient } from 'language/contract/entities';
import type { Erasure } from 'language/contract/erasures';
import type { CallAs } from './checked-calls.ts';

/** @param me the team's admin */
export async function callErasures(me: CallAs, adminAccount: CallAs, team: string): Promise<void> {
  const { _id: id } = await me<Patient>(
    'POST',
    '/api/patients',
    {},
    { team, firstName: 'هدى', birthdate: '1960-02-29' },
  );
  const request = { category: 'wish', reason: 'They asked for it in writing' };
  await me('POST', '/api/patients/:id/erasure', { id }, request);
  await me('DELETE', '/api/patients/:id/erasure', { id });
  await me('POST', '/api/patients/:id/erasure', { id }, request);
  await me('GET', '/api/teams/:id/erasures', { id: team });
  await adminAccount('GET', '/api/erasures');
  await adminAccount('PUT', '/api/patients/:id/erasure/refuse', { id }, {});
  await me('GET', '/api/patients/:id/erasure', { id });
  await me('POST', '/api/patients/:id/erasure', { id }, request);
  // Waits for the request; the next read is another person's.
  await me('GET', '/api/patients/:id/erasure', { id });
  const { version } = await adminAccount<Erasure>('GET', '/api/patients/:id/erasure', { id });
  await adminAccount('PUT', '/api/patients/:id/erasure/agree', { id }, {}, version);
}
