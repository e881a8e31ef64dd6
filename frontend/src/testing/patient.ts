/** For specs of the screen of a patient: one with an admission, opened by Mona, who may edit. */
import { screen } from '@testing-library/react';
import type { Admission, Member, Patient, Team } from 'language/contract/entities';
import { member, stay as stayOfP1, team as teamOfIcu } from './hospital.ts';
import { mona, serve, visit } from './screen.tsx';

export const team = (right: Partial<Member> = { canEdit: true }): Team => ({
  ...teamOfIcu,
  members: [member('u1', { firstName: 'Mona', lastName: 'Farouk', ...right })],
});
export const patient: Patient = {
  _id: 'p1',
  team: 't1',
  firstName: 'هدى',
  middleName: 'محمود',
  lastName: 'علي',
  fourthName: '',
  birthdate: '1960-05-01',
  medicalRecordNumber: '77',
  sex: '',
  version: 3,
};
export const stay: Admission = {
  ...stayOfP1,
  admissionDetails: '<p>MI</p>',
  reviewsCount: 0,
  notesCount: 0,
  gallery: [],
  version: 6,
};
export const written = { stream: 'patient-p1', revision: 8 };

export async function open(replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({
    'GET /api/patients/p1': patient,
    'GET /api/teams/t1': team(),
    'GET /api/admissions/p1': [stay],
    'GET /api/reviews/listAdmissionReviews/a1': [],
    'GET /api/patients/team/t1': { patients: [], inpatients: [], page: 1, pages: 1, total: 0 },
    ...replies,
  });
  const shown = visit('/patient/p1', { as: mona });
  await screen.findByRole('heading', { level: 2, name: 'Admissions' });
  return { sent, ...shown };
}
