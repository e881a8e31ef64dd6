import type { Team } from 'language/contract/entities';
import type { HistoryEvent, HistoryThing } from 'language/contract/history';
import { expect, test } from 'vitest';
import { member, team as teamOfIcu } from '../../testing/hospital.ts';
import { serve } from '../../testing/screen.tsx';
import { planRestore, restorableChanges, restoredBy, stateAfter, thingName } from './restore.ts';

let revision = 0;
const change = (
  type: string,
  of: HistoryThing,
  before: HistoryEvent['before'],
  after: HistoryEvent['after'],
  more: Partial<HistoryEvent> = {},
): HistoryEvent => ({
  _id: `${(revision += 1)}`,
  type,
  of,
  before,
  after,
  revision,
  stream: 'admission-a1',
  at: '2026-03-02T09:00:00.000Z',
  actorId: 'mona',
  actorName: 'Mona',
  ...more,
});
const team: Team = {
  ...teamOfIcu,
  adminId: 'dina',
  members: [member('mona', { canEdit: true }), member('omar', { canEdit: true }), member('hany')],
};
/** Oldest first. */
const offered = (events: HistoryEvent[], me: string): (string | undefined)[] => {
  const found = restorableChanges(events.toReversed(), me, team);
  return events.map(({ revision: at }) => found.get(at));
};
const inReview = { in: 'review:a1.r1' as const };
const whole = {
  _id: 'e1',
  errDrug: 'd1',
  errDrugLabel: 'Meronem',
  errType: 't',
  errTypeLabel: 'Dose',
  errSeverity: 'C',
  errRes: null,
  followUpDate: null,
  errNote: '',
  drugTags: [],
  rating: null,
};
const changes = () => [
  change('ReviewMedicationAdded', 'entry:e1', null, whole, inReview),
  change('ReviewMedicationUpdated', 'entry:e1', { errSeverity: 'C' }, { errSeverity: 'D' }, inReview),
  change('ErrorRated', 'entry:e1', { rating: null }, { rating: 4 }, { ...inReview, actorId: 'dina' }),
  change('ReviewMedicationUpdated', 'entry:e1', { errSeverity: 'D' }, { errSeverity: 'E' }, inReview),
];

test('an author can restore earlier changes, not the newest one; other people can restore none', () => {
  expect(offered(changes(), 'mona')).toEqual(['update', 'update', undefined, undefined]);
  expect(offered(changes(), 'omar')).toEqual([undefined, undefined, undefined, undefined]);
});

test('only the deletion of a deleted thing can be restored; an entry comes back with its review', () => {
  const gone = change('ReviewMedicationRemoved', 'entry:e1', whole, null, inReview);
  expect(offered([...changes(), gone], 'mona')).toEqual([undefined, undefined, undefined, undefined, 'recreate']);
  expect(
    offered([...changes(), change('ReviewDeleted', 'entry:e1', whole, null, inReview)], 'mona').at(-1),
  ).toBeUndefined();
});

test('editors restore an admission, its medications and its patient, the admin a team, everyone a drug', () => {
  const twice = (type: string, of: HistoryThing, stream: string) => [
    change(type, of, null, {}, { stream }),
    change(type, of, { a: 1 }, { a: 2 }, { stream }),
  ];
  const may = (type: string, of: HistoryThing, stream = 'admission-a1') =>
    ['mona', 'hany', 'dina'].filter((me) => offered(twice(type, of, stream), me)[0] === 'update');
  expect(may('AdmissionEdited', 'admission:a1')).toEqual(['mona']);
  expect(may('AdmissionMedicationUpdated', 'medication:m1')).toEqual(['mona']);
  expect(may('PatientCorrected', 'patient:p1', 'patient-p1')).toEqual(['mona']);
  expect(may('TeamDescribed', 'team:t1', 'team-t1')).toEqual(['dina']);
  expect(may('DrugChanged', 'drug:x1', 'drug-x1')).toEqual(['mona', 'hany', 'dina']);
  expect(may('GalleryGroupAdded', 'gallery:g1')).toEqual([]);
  expect(may('TeamMemberRoleChanged', 'member:u1', 'team-t1')).toEqual([]);
  // A patient's history has changes about admissions and cannot restore them.
  expect(may('AdmissionRegistered', 'admission:a1', 'patient-p1')).toEqual([]);
});

test('the state after a change is folded from the changes', () => {
  const events = changes();
  const at = (index: number) => stateAfter(events, 'entry:e1', events[index]?.revision ?? 0);
  expect(at(0)).toEqual(whole);
  expect(at(2)).toEqual({ ...whole, errSeverity: 'D', rating: 4 });
  expect(
    stateAfter([...events, change('ReviewMedicationRemoved', 'entry:e1', whole, null)], 'entry:e1', Infinity),
  ).toBeNull();
});

test('a restore shows only the differing fields, and sends the whole entry by the edit command', async () => {
  const events = changes();
  const [first] = events;
  const going = planRestore(first!, { events, revision: 77 });
  expect([going?.current, going?.earlier]).toEqual([{ errSeverity: 'E' }, { errSeverity: 'C' }]);
  const sent = serve({ 'PUT /api/reviews/updateRevMed/a1.r1': { stream: 'admission-a1', revision: 78 } });
  await going?.send('00000000-0000-4000-8000-000000000001');
  const { _id, errDrugLabel: _drug, errTypeLabel: _type, rating: _rating, ...fields } = whole;
  expect(sent[0]).toMatchObject({
    body: { reviewId: 'a1.r1', drugErr: { _id, ...fields } },
    headers: { 'if-match': '77', 'idempotency-key': '00000000-0000-4000-8000-000000000001' },
  });
  expect(Object.keys((sent[0]!.body as { drugErr: object }).drugErr).toSorted()).toEqual(
    ['_id', ...Object.keys(fields)].toSorted(),
  );
});

test('a restore to the current state changes nothing', () => {
  const events = [
    ...changes(),
    change('ReviewMedicationUpdated', 'entry:e1', { errSeverity: 'E' }, { errSeverity: 'C' }, inReview),
  ];
  expect(planRestore(events[0]!, { events, revision: 9 })).toMatchObject({ current: {}, earlier: {} });
});

test('a deleted review is created again with its entries', async () => {
  const review = {
    _id: 'a1.r1',
    reviewDate: '2026-03-02',
    clinicalNote: '<p>Stable</p>',
    drugErrs: [whole],
    userId: 'mona',
  };
  const gone = change('ReviewDeleted', 'review:a1.r1', review, null);
  const events = [change('ReviewAdded', 'review:a1.r1', null, review), gone];
  const sent = serve({ 'POST /api/reviews/addReview': { stream: 'admission-a1', revision: 9 } });
  await planRestore(gone, { events, revision: 8 })?.send('00000000-0000-4000-8000-000000000002');
  expect(sent[0]).toMatchObject({
    body: {
      admissionId: 'a1',
      reviewDate: '2026-03-02',
      clinicalNote: '<p>Stable</p>',
      drugErrs: [{ errDrug: 'd1', errSeverity: 'C' }],
    },
  });
  expect(sent[0]?.headers).not.toHaveProperty('if-match');
});

test('a thing that was created again is not created once more', () => {
  const gone = change('AdmissionMedicationDeleted', 'medication:m1', { dose: '1' }, null);
  const back = change('AdmissionMedicationAdded', 'medication:m1', null, { dose: '1' });
  expect(planRestore(gone, { events: [gone, back], revision: 9 })).toBeUndefined();
});

test('a cancelled discharge is restored with its date, status and note', async () => {
  const lying = {
    admissionDate: '2026-03-01',
    admissionDetails: '',
    dischargeDate: null,
    dischargeStatus: null,
    dischargeNote: '',
  };
  const events = [
    change('PatientAdmitted', 'admission:a1', null, lying),
    change(
      'PatientDischarged',
      'admission:a1',
      { dischargeDate: null, dischargeStatus: null },
      { dischargeDate: '2026-03-09', dischargeStatus: 0 },
    ),
    change(
      'DischargeCancelled',
      'admission:a1',
      { dischargeDate: '2026-03-09', dischargeStatus: 0 },
      { dischargeDate: null, dischargeStatus: null },
    ),
  ];
  const sent = serve({ 'PUT /api/admissions/a1/edit': { stream: 'admission-a1', revision: 9 } });
  await planRestore(events[1]!, { events, revision: 8 })?.send('00000000-0000-4000-8000-000000000003');
  expect(sent[0]?.body).toEqual({ ...lying, dischargeDate: '2026-03-09', dischargeStatus: 0 });
});

test('a kind of thing that this page does not know has its own word, and no sentence of who restores it', () => {
  expect([thingName('review:1'), thingName('order:1' as HistoryThing)]).toEqual(['the review', 'order']);
  expect([restoredBy('team'), restoredBy('order')]).toEqual(['The team’s admin can restore it.', undefined]);
});
