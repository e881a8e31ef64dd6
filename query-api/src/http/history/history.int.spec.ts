import type { EntryLife, Moments, Timeline } from 'language/contract/history';
import { defaultPriorityTable } from 'language/domain/priority/table';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { day, entry, reviewAdded } from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  admitted,
  answer,
  append,
  ask,
  chart,
  chartAt,
  createTeam,
  environment,
  minute,
  patientFacts,
  startHistoryEnvironment,
  stopHistoryEnvironment,
} from '../../testing/history-environment.ts';

beforeAll(startHistoryEnvironment);
afterAll(stopHistoryEnvironment);

test('the timeline gives each change with author, time, subject, and values before and after', async () => {
  const on = await admitted('p-stay', 'stay');
  await on(reviewAdded('stay.r1', [entry('stay-e1', { errRes: null })]));
  await on(
    {
      type: 'ReviewMedicationUpdated',
      data: { reviewId: 'stay.r1', entry: entry('stay-e1', { errRes: null, errSeverity: 'D' }) },
    },
    { actorId: 'u-2' },
  );
  await on({
    type: 'AdmissionMedicationAdded',
    data: {
      medication: {
        medicationId: 'stay-m1',
        drug: 'd-1.1',
        drugLabel: 'Panadol',
        dose: '1 mg',
        route: '',
        frequency: '',
        startDate: day('2026-03-02'),
        stopDate: null,
        note: '',
      },
    },
  });
  await on({ type: 'AdmissionMedicationStopped', data: { medicationId: 'stay-m1', stopDate: day('2026-03-02') } });
  await on({
    type: 'PatientDischarged',
    data: { dischargeDate: day('2026-03-02'), dischargeStatus: 1, dischargeNote: '' },
  });
  await on({ type: 'ReviewDeleted', data: { reviewId: 'stay.r1' } });

  const { events, ...page } = await answer<Timeline>('/api/history/admissions/stay');
  expect(page).toEqual({ stream: 'admission-stay', revision: 6, page: 1, pages: 1, total: 7 });
  expect(events.map(({ revision, type, of, in: within }) => [revision, type, of, within])).toEqual([
    [0, 'PatientAdmitted', 'admission:stay', undefined],
    [1, 'ReviewAdded', 'review:stay.r1', undefined],
    [2, 'ReviewMedicationUpdated', 'entry:stay-e1', 'review:stay.r1'],
    [3, 'AdmissionMedicationAdded', 'medication:stay-m1', undefined],
    [4, 'AdmissionMedicationStopped', 'medication:stay-m1', undefined],
    [5, 'PatientDischarged', 'admission:stay', undefined],
    [6, 'ReviewDeleted', 'review:stay.r1', undefined],
  ]);
  expect(events.map(({ name }) => name)).toEqual([
    undefined,
    '2026-03-02',
    'Panadol',
    'Panadol',
    'Panadol',
    undefined,
    '2026-03-02',
  ]);
  const [head, added, changed, , stopped, discharged, gone] = events;
  expect(head).toMatchObject({
    before: null,
    after: { _id: 'stay', admissionDate: '2026-03-01', dischargeDate: null },
  });
  expect(added).toMatchObject({
    actorId: 'u-1',
    actorName: 'Mona Adel',
    stream: 'admission-stay',
    before: null,
    after: { clinicalNote: '<p>Stable</p>', drugErrs: [{ _id: 'stay-e1', errSeverity: 'B' }] },
  });
  expect(changed).toMatchObject({
    actorId: 'u-2',
    actorName: 'Omar Adel',
    before: { errSeverity: 'B' },
    after: { errSeverity: 'D' },
  });
  expect(Object.keys(changed!.after!)).toEqual(['errSeverity']);
  expect([stopped!.before, stopped!.after]).toEqual([{ stopDate: null }, { stopDate: '2026-03-02' }]);
  expect([discharged!.before, discharged!.after]).toEqual([
    { dischargeDate: null, dischargeStatus: null },
    { dischargeDate: '2026-03-02', dischargeStatus: 1 },
  ]);
  expect(gone).toMatchObject({
    before: { clinicalNote: '<p>Stable</p>', drugErrs: [{ _id: 'stay-e1', errSeverity: 'D' }] },
    after: null,
  });

  // Narrowed to one thing: an entry includes changes of its review, and a review those of its entries.
  const ofEntry = await answer<Timeline>('/api/history/admissions/stay?of=entry:stay-e1');
  expect(
    ofEntry.events.map(({ type, of, in: within, before, after }) => [
      type,
      of,
      within,
      before?.['errSeverity'],
      after?.['errSeverity'],
    ]),
  ).toEqual([
    ['ReviewAdded', 'entry:stay-e1', 'review:stay.r1', undefined, 'B'],
    ['ReviewMedicationUpdated', 'entry:stay-e1', 'review:stay.r1', 'B', 'D'],
    ['ReviewDeleted', 'entry:stay-e1', 'review:stay.r1', 'D', undefined],
  ]);
  expect(
    (await answer<Timeline>('/api/history/admissions/stay?of=review:stay.r1')).events.map(({ revision }) => revision),
  ).toEqual([1, 2, 6]);
  expect(
    (await answer<Timeline>('/api/history/admissions/stay?of=admission:stay')).events.map(({ revision }) => revision),
  ).toEqual([0, 5]);
  expect((await answer<Timeline>('/api/history/admissions/stay?of=note:none')).total).toBe(0);
});

test('a change more than a day after its day of care is late', async () => {
  const on = await admitted('p-late', 'late');
  const at = (occurredAt: string) => ({ occurredAt });
  await on(reviewAdded('late.r1', [entry('late-e1')]), at('2026-03-03T21:59:59Z'));
  await on(
    { type: 'ReviewMedicationAdded', data: { reviewId: 'late.r1', entry: entry('late-e2') } },
    at('2026-03-03T22:00:00Z'),
  );
  await on(
    { type: 'ErrorRated', data: { reviewId: 'late.r1', entryId: 'late-e2', rating: 4 } },
    at('2026-04-01T00:00:00Z'),
  );
  await on({ type: 'ReviewDeleted', data: { reviewId: 'late.r1' } }, at('2026-04-01T00:00:00Z'));
  const { events } = await answer<Timeline>('/api/history/admissions/late');
  // In Cairo the second of March ends at 22:00 UTC.
  expect(events.slice(1).map(({ type, late }) => [type, late])).toEqual([
    ['ReviewAdded', undefined],
    ['ReviewMedicationAdded', true],
    ['ErrorRated', undefined],
    ['ReviewDeleted', true],
  ]);
});

test('the history of an error has its addition, severity, response and rating with people and times', async () => {
  const on = await admitted('p-life', 'life');
  const start = minute;
  const error = (fields: object) => entry('life-e1', { errRes: null, errSeverity: 'C', ...fields });
  await on(reviewAdded('life.r1', [error({})]));
  await on({ type: 'ReviewMedicationUpdated', data: { reviewId: 'life.r1', entry: error({ errSeverity: 'D' }) } });
  await on({
    type: 'ReviewMedicationUpdated',
    data: { reviewId: 'life.r1', entry: error({ errSeverity: 'D', errRes: 1 }) },
  });
  await on({ type: 'ErrorRated', data: { reviewId: 'life.r1', entryId: 'life-e1', rating: 4.5 } }, { actorId: 'u-2' });
  const life = await answer<EntryLife>('/api/history/entries/life-e1');
  expect(life).toMatchObject({
    _id: 'life-e1',
    admission: 'life',
    patient: 'p-life',
    review: 'life.r1',
    untilSeverity: 0,
    untilResponse: 120_000,
    untilRating: 180_000,
  });
  expect(
    life.steps.map(({ what, actorName, sinceAdded, sincePrevious }) => [what, actorName, sinceAdded, sincePrevious]),
  ).toEqual([
    [['added'], 'Mona Adel', 0, 0],
    [['severity'], 'Mona Adel', 60_000, 60_000],
    [['response'], 'Mona Adel', 120_000, 60_000],
    [['rating'], 'Omar Adel', 180_000, 60_000],
  ]);
  expect(life.steps[0]!.at).toBe(new Date(start + 60_000).toISOString());
  expect(life.entry).toEqual((await chart('life')).reviews[0]!.drugErrs[0]);

  // Removed with its review: the entry has a history and no row.
  await on({ type: 'ReviewDeleted', data: { reviewId: 'life.r1' } });
  for (const path of ['/api/history/entries/life-e1', '/api/history/entries/life-e1?review=life.r1'])
    expect(await answer<EntryLife>(path)).toMatchObject({
      review: 'life.r1',
      entry: null,
      steps: [{}, {}, {}, {}, { what: ['removed'] }],
    });
  expect((await ask('/api/history/entries/missing')).status).toBe(404);
  expect((await ask('/api/history/entries/missing?review=life.r1')).status).toBe(404);
});

test('patients, teams and drugs have timelines with pages', async () => {
  await admitted('p-other', 'other');
  await append(
    'patient-p-other',
    { type: 'PatientCorrected', data: { ...patientFacts, medicalRecordNumber: '13' } },
    'p-other',
  );
  const patient = await answer<Timeline>('/api/history/patients/p-other');
  expect(patient.events).toMatchObject([
    { type: 'PatientRegistered', of: 'patient:p-other', before: null, after: { firstName: 'أحمد' } },
    {
      type: 'AdmissionRegistered',
      of: 'admission:other',
      before: null,
      after: { _id: 'other', admissionDate: '2026-03-01' },
    },
    {
      type: 'PatientCorrected',
      of: 'patient:p-other',
      before: { medicalRecordNumber: '12' },
      after: { medicalRecordNumber: '13' },
    },
  ]);

  const { events: ofTeam } = await answer<Timeline>('/api/history/teams/t-1');
  expect(ofTeam).toMatchObject([
    { type: 'TeamCreated', of: 'team:t-1', before: null, after: { name: 'ICU' } },
    { type: 'TeamMemberAdded', of: 'member:u-1', before: null, after: { canEdit: true } },
    { type: 'TeamMemberAdded', of: 'member:u-2', before: null, after: { canEdit: true } },
    {
      type: 'TeamMemberRoleChanged',
      of: 'member:u-2',
      before: { canEdit: true, isPhysic: false },
      after: { canEdit: false, isPhysic: true },
    },
  ]);
  expect(
    (await answer<Timeline>('/api/history/teams/t-1?of=member:u-2')).events.map(({ revision }) => revision),
  ).toEqual([2, 3]);

  const filter = { reasons: [], taken: 'mine', deferred: 'shown', antimicrobials: false, reviewed: 'any' };
  const saved = (name: string) => ({ type: 'TeamViewSaved', data: { viewId: 'v-1', name, filter } });
  await environment.append('team-t-1', [
    { type: 'TeamPriorityTableSet', data: { ...defaultPriorityTable, most: 40 } },
    saved('Round'),
    saved('Evening'),
    { type: 'TeamViewRemoved', data: { viewId: 'v-1' } },
  ]);
  expect((await answer<Timeline>('/api/history/teams/t-1')).events.slice(4)).toMatchObject([
    { of: 'priorityTable:t-1', before: { most: 25 }, after: { most: 40 } },
    { of: 'view:v-1', before: null, after: { name: 'Round', filter } },
    { of: 'view:v-1', name: 'Evening', before: { name: 'Round' }, after: { name: 'Evening' } },
    { of: 'view:v-1', name: 'Evening', before: { name: 'Evening', filter }, after: null },
  ]);

  const form = (tips: string) => ({
    label: 'Warfarin',
    tradeLabels: [{ _id: 'd-h.0', label: 'Marevan' }],
    errTemps: [],
    tags: [],
    tips,
  });
  await environment.append('drug-d-h', [
    { type: 'DrugAdded', data: form('0') },
    ...Array.from({ length: 41 }, (_, n) => ({
      type: 'DrugChanged',
      data: { ...form(String(n + 1)), compatibility: [] },
    })),
  ]);
  const last = await answer<Timeline>('/api/history/drugs/d-h?pageNumber=3');
  expect(last).toMatchObject({ page: 3, pages: 3, total: 42, revision: 41 });
  expect(last.events).toMatchObject([
    { before: { tips: '39' }, after: { tips: '40' } },
    { before: { tips: '40' }, after: { tips: '41' } },
  ]);
  expect((await answer<Timeline>('/api/history/drugs/d-h?pageNumber=4')).events).toEqual([]);
  expect((await ask('/api/history/drugs/none')).status).toBe(404);
});

test('deleted things stay in the history of the team; the data of an erased patient cannot be read', async () => {
  const on = await admitted('p-gone', 'gone');
  await on({ type: 'GalleryGroupAdded', data: { groupId: 'gone-g1', title: 'Wound', images: [] } });
  expect((await answer<Timeline>('/api/history/admissions/gone')).total).toBe(2);
  await on({ type: 'AdmissionDeleted', data: {} });
  expect((await ask('/api/admissions/gone/details')).status).toBe(404);
  expect((await answer<Timeline>('/api/history/admissions/gone')).events[2]).toMatchObject({
    type: 'AdmissionDeleted',
    before: { admissionDetails: '<p>Fever</p>' },
    after: null,
  });
  expect((await chartAt('gone', '1')).shown.admission.gallery).toMatchObject([{ title: 'Wound' }]);
  expect(await answer<Moments>('/api/history/admissions/gone/moments')).toMatchObject({
    after: [0, 60_000, 120_000],
    deleted: true,
  });
  expect((await ask('/api/history/admissions/gone?at=2')).status).toBe(404);

  await append('patient-p-gone', { type: 'AdmissionUnregistered', data: { admissionId: 'gone' } }, 'p-gone');
  await append('patient-p-gone', { type: 'PatientDeleted', data: {} }, 'p-gone');
  await createPatientKeys(environment.pool, [Buffer.from(environment.installation.masterKey, 'base64')]).destroy(
    'p-gone',
  );
  for (const path of ['/api/history/admissions/gone', '/api/history/patients/p-gone']) {
    const timeline = await answer<Timeline>(path);
    expect(timeline.erased).toBe(true);
    expect(timeline.events.map(({ before, after }) => [before, after])).toEqual(
      timeline.events.map(() => [null, null]),
    );
    expect(timeline.events[0]).toMatchObject({ actorName: 'Mona Adel', unreadable: true });
    expect(JSON.stringify(timeline)).not.toMatch(/Fever|Wound|أحمد/);
  }
  expect(await answer<Moments>('/api/history/admissions/gone/moments')).toMatchObject({
    after: [0, 60_000, 120_000],
    erased: true,
  });
  for (const path of ['/api/history/admissions/gone?at=1', '/api/history/entries/any?review=gone.r1']) {
    const refused = await ask(path);
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      404,
      expect.stringContaining('was deleted'),
    ]);
  }
});

test('a point in time before the first event is 404', async () => {
  await admitted('p-new', 'new');
  expect((await ask('/api/history/admissions/new?at=2020-01-01T00:00:00Z')).status).toBe(404);
  expect((await ask('/api/history/admissions/none')).status).toBe(404);
});

test('the history of an admission of another team is 404, also beside own patients', async () => {
  await admitted('p-own', 'own');
  await createTeam('t-2', 'CCU', 'u-2');
  const theirs = { teamId: 't-2', actorId: 'u-2' };
  const stay = { admissionDate: day('2026-03-01'), admissionDetails: '' };
  await append(
    'patient-p-theirs',
    { type: 'PatientRegistered', data: { teamId: 't-2', ...patientFacts } },
    'p-theirs',
    theirs,
  );
  await append(
    'admission-theirs',
    { type: 'PatientAdmitted', data: { patientId: 'p-theirs', teamId: 't-2', ...stay } },
    'p-theirs',
    theirs,
  );
  expect((await ask('/api/history/admissions/own')).status).toBe(200);
  expect((await ask('/api/history/admissions/theirs')).status).toBe(404);
});
