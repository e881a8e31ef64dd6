import type { ViewFilter } from 'language/domain/priority/views';
import { expect, test } from 'vitest';
import { wardPatient } from './board-row.testdata.ts';
import { filterOfEveryone, isInView, readView, writeView } from './views.ts';

const omar = { userId: 'omar', userName: 'Omar X' };
const patient = wardPatient('p', {
  priority: { points: 5, reasons: [{ reason: 'levelDue', points: 5, count: 1, names: ['Vancomycin'] }] },
  takenBy: [omar],
  deferred: { until: '2026-03-08', reason: 'In theatre', ...omar },
  reviewedToday: true,
});

test.each<[Partial<ViewFilter>, boolean]>([
  [{}, true],
  [{ reasons: ['levelDue', 'newAdmission'] }, true],
  [{ reasons: ['newAdmission'] }, false],
  [{ taken: 'mine' }, false],
  [{ taken: 'nobody' }, false],
  [{ deferred: 'hidden' }, false],
  [{ antimicrobials: true }, false],
  [{ reviewed: 'no' }, false],
])('the filter %j shows the patient: %s', (filter, isShown) => {
  expect(isInView(patient, { ...filterOfEveryone, ...filter }, 'mona')).toBe(isShown);
});

test('a patient is in the view of each person who has taken them', () => {
  const mine = { ...filterOfEveryone, taken: 'mine' } as const;
  expect(isInView(patient, mine, 'omar')).toBe(true);
});

test('the address holds a view and a changed filter, and ignores what it cannot read', () => {
  const chosen = { view: 'v1', changed: { ...filterOfEveryone, reasons: ['levelDue'], reviewed: 'no' } } as const;
  expect(readView(writeView({ ...chosen, changed: { ...chosen.changed, reasons: ['levelDue'] } }))).toEqual(chosen);
  expect(writeView({ view: 'all', changed: undefined }).toString()).toBe('');
  expect(readView(new URLSearchParams('reasons=levelDue,nonsense&taken=no'))).toEqual({
    view: 'all',
    changed: { ...filterOfEveryone, reasons: ['levelDue'] },
  });
});
