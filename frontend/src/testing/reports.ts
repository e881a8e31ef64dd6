/** The reports of team t1, and their screen. */
import { screen } from '@testing-library/react';
import type { Team } from 'language/contract/entities';
import type {
  CollectedEntry,
  CollectedReview,
  RecurrentPatient,
  ReviewsOfDay,
  TagCount,
} from 'language/contract/reports';
import { emptyEntry } from 'language/contract/render/empty-entry.testdata';
import { NO_ERROR } from 'language/domain/values/codes';
import { member, team as teamOfIcu } from './hospital.ts';
import { mona, serve, visit } from './screen.tsx';

export const team = (adminId = 'u9'): Team => ({
  ...teamOfIcu,
  adminId,
  members: [member('u1', { firstName: 'Mona', lastName: 'Farouk', canEdit: true })],
});
export const entry = (_id: string, errType: string, errTypeLabel: string): CollectedEntry => ({
  ...emptyEntry,
  _id,
  version: 1,
  errType,
  errTypeLabel,
  errDrug: 'd1',
  errDrugLabel: 'Marevan 5 mg',
  errNote: '<p>قلل الجرعة</p>',
  errRes: 1,
  errSeverity: 'D',
  followUpDate: '2026-03-09',
  drugTagIds: [],
});
export const review: CollectedReview = {
  _id: 'r1',
  version: 1,
  headVersion: 1,
  admission: 'a1',
  patient: 'p1',
  team: 't1',
  reviewDate: '2026-03-02',
  clinicalNote: '<p>Stable</p>',
  userId: 'u1',
  userEmail: '',
  userName: 'Mona Farouk',
  userPhone: '',
  patientName: 'هدى محمود',
  medicalRecordNumber: '77',
  admissionDate: '2026-03-01',
  drugErrs: [
    entry('e1', 'dose', 'Wrong dose'),
    { ...entry('e2', NO_ERROR._id, NO_ERROR.label), errSeverity: null, errRes: null, followUpDate: null },
  ],
};
const days: ReviewsOfDay[] = [
  {
    day: '2026-03-02',
    totalReviews: 3,
    user: [{ user: 'u1', userName: 'Mona Farouk', relatedReviews: 3, errFreeReviews: 1 }],
  },
];
const tags: TagCount[] = [
  {
    tag: 'high-alert',
    count: 3,
    response: [
      { type: 1, label: 'Accept', count: 2 },
      { type: null, label: 'Pending', count: 1 },
    ],
  },
];
export const recurrent: RecurrentPatient[] = [
  {
    _id: 'p1',
    names: 'هدى محمود',
    firstName: 'هدى',
    middleName: 'محمود',
    lastName: '',
    fourthName: '',
    admissionCount: 2,
    admDetails: [
      { _id: 'a1', admissionDate: '2026-01-01', dischargeDate: '2026-01-09', dischargeStatus: 0 },
      { _id: 'a2', admissionDate: '2026-03-01', dischargeDate: null, dischargeStatus: null },
    ],
  },
];

/** Opens the reports of team t1. `search` holds the criteria. */
export async function openReports(replies: Parameters<typeof serve>[0] = {}, search = '') {
  const sent = serve({
    'GET /api/teams/t1': team(),
    'GET /api/reviews/searchProgress': { total: 500 },
    'GET /api/reviews': { result: [review] },
    'GET /api/reviews/errsByTypeDistribution': [
      { type: 'dose', label: 'Wrong dose', count: 3 },
      { type: 'route', label: 'Wrong route', count: 1 },
    ],
    'GET /api/reviews/countsReviewPerDay': days,
    'GET /api/reviews/listReviewsPerTag': tags,
    'GET /api/admissions/getRecurrentAdmissions': recurrent,
    ...replies,
  });
  const shown = visit(`/reviewSearch/t1${search}`, { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Search and Print' });
  return { sent, ...shown };
}
/** The criteria for a report of March 2026. */
export const march = (type: number) => `?type=${type}&startDate=2026-03-01&endDate=2026-03-31`;
