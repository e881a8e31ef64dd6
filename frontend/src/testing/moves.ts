/** For specs of moves to another chart: a second patient of the team, and the dialog that moves a thing there. */
import { screen } from '@testing-library/react';
import type { MovedOut, Patient } from 'language/contract/entities';
import { type openChart } from './chart.ts';
import { admission, hany, mona, review } from './hospital.ts';
import '../features/moves/move-dialog.tsx';
import '../features/moves/moves-in-chart.tsx';

const patient = (_id: string, firstName: string, medicalRecordNumber: string): Patient => ({
  ...admission.patientDetails,
  _id,
  firstName,
  medicalRecordNumber,
});
const sami = patient('p2', 'سامي', 'MRN-78');
const stay = (_id: string, admissionDate: string) => ({ ...admission, _id, patient: 'p2', admissionDate });
export const moved: MovedOut = {
  _id: 'move-1',
  kind: 'entry',
  thing: 'e3',
  review: 'r2',
  reason: 'Next bed',
  userId: 'u1',
  at: '2026-03-03T09:00:00.000Z',
  to: { admission: 'a2', thing: 'e9', review: 'a2.r' },
};
export const server = {
  'GET /api/patients/p1': admission.patientDetails,
  'GET /api/patients/inpatients/t1': { inpatients: [sami], team: 't1' },
  'GET /api/patients/team/t1': { patients: [sami], inpatients: [], page: 1, pages: 1, total: 1 },
  'GET /api/admissions/p2': [stay('a2', '2026-03-01')],
  'GET /api/reviews/listAdmissionReviews/a2': [
    { ...review('a2.r', '2026-03-03', mona, []), admission: 'a2' },
    { ...review('a2.s', '2026-03-03', hany, []), admission: 'a2' },
  ],
};
export const openDialog = async (user: ReturnType<typeof openChart>['user'], button: RegExp) => {
  // The chart comes first, its tools after it.
  await screen.findByRole('tab', { name: /Reviews/ });
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog');
};
