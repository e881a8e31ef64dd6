/** For specs of the screen of a patient: one with an admission, opened by Mona, who may edit. */
import { screen } from '@testing-library/react';
import type { Admission, Member, Patient, Team } from 'command-api/contract/entities';
import { mona, serve, visit } from './screen.tsx';

const member = (right: Partial<Member>): Member => ({
  user: 'mona@demo.test',
  userId: 'u1',
  firstName: 'Mona',
  lastName: 'Farouk',
  isPhysic: false,
  canEdit: false,
  canRead: true,
  disabled: false,
  canAudit: false,
  ...right,
});
export const team = (right: Partial<Member> = { canEdit: true }): Team => ({
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'x@demo.test',
  adminId: 'u9',
  cloudName: '',
  uploadPreset: 'local',
  chatAllowed: true,
  receivesTransfers: false,
  secondFactorRequired: false,
  exportLanguage: 'en',
  version: 4,
  members: [member(right)],
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
  version: 3,
};
export const stay: Admission = {
  _id: 'a1',
  patient: 'p1',
  team: 't1',
  admissionDate: '2026-03-01',
  admissionDetails: '<p>MI</p>',
  room: '',
  bed: '',
  consultant: '',
  workingDiagnosis: '',
  dischargeDate: null,
  dischargeStatus: null,
  dischargeNote: '',
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
