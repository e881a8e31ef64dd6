import { expect, test } from 'vitest';
import { draftPlaces } from './draft-places.ts';

test('drafts of one place are one line; drafts without a place of their own are none', () => {
  expect(
    draftPlaces([
      'admission/a1/entry/7',
      'admission/a1/note/new',
      'patient/p1',
      'reconcile/a1',
      'allergy/p1/new',
      'patient/new/t1',
      'team/t1/member',
      'team/new',
      'profile',
      'template/d1/e1',
    ]),
  ).toEqual([
    { what: 'chart', to: '/admissions/a1', count: 3 },
    { what: 'patient', to: '/patient/p1', count: 2 },
    { what: 'newPatient', to: '/patientlist/t1', count: 1 },
    { what: 'team', to: '/teamlist/t1', count: 1 },
  ]);
});
