import type { ChartAsOf, EntryLife, Moments, Timeline } from 'command-api/contract/history';
import type { AdmissionEvent } from 'command-api/domain/admission/events';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import type { AdmissionDetails } from 'command-api/contract/entities';
import { day, entry, reviewAdded } from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  admitted,
  answer,
  append,
  ask,
  environment,
  minute,
  patientFacts,
  startHistoryEnvironment,
  stopHistoryEnvironment,
} from '../../testing/history-environment.ts';

beforeAll(startHistoryEnvironment);
afterAll(stopHistoryEnvironment);

/** The chart as the tabs read it. */
async function chart(admissionId: string): Promise<Omit<ChartAsOf, 'at' | 'revision' | 'change'>> {
  const read = async <Name extends keyof ChartAsOf>(path: string): Promise<ChartAsOf[Name]> =>
    answer<ChartAsOf[Name]>(path);
  const {
    patientDetails: { order: _order, ...patient },
    teamName: _team,
    ...admission
  } = await answer<AdmissionDetails>(`/api/admissions/${admissionId}/details`);
  return {
    admission,
    patient,
    reviews: await read<'reviews'>(`/api/reviews/listAdmissionReviews/${admissionId}`),
    notes: await read<'notes'>(`/api/physicNotes/listAdmNotes/${admissionId}`),
    medications: await read<'medications'>(`/api/admissions/${admissionId}/medications`),
    dashboard: await read<'dashboard'>(`/api/reviews/revMedDashboard/${admissionId}`),
  };
}
const asOf = async (admissionId: string, at: string) => {
  const {
    at: instant,
    revision,
    change,
    ...shown
  } = await answer<ChartAsOf>(`/api/history/admissions/${admissionId}?at=${encodeURIComponent(at)}`);
  expect(change.revision).toBe(revision);
  return { shown, instant, revision };
};

test('the chart as of each revision and each instant is the chart that was read then', async () => {
  const on = await admitted('p-run', 'run');
  const med = (medicationId: string, dose: string) => ({
    medicationId,
    drug: 'd-1.1',
    drugLabel: 'Panadol',
    dose,
    route: 'PO',
    frequency: 'daily',
    startDate: day('2026-03-02'),
    stopDate: null,
    note: '',
  });
  // From the discharge on: without a discharge the dashboard goes up to today.
  const events: AdmissionEvent[] = [
    {
      type: 'PatientDischarged',
      data: { dischargeDate: day('2026-03-09'), dischargeStatus: 0, dischargeNote: 'Home' },
    },
    reviewAdded('run.r1', [entry('run-e1'), entry('run-e2', { errRes: null })]),
    {
      type: 'ReviewMedicationUpdated',
      data: { reviewId: 'run.r1', entry: entry('run-e2', { errSeverity: 'D', errNote: '<p>ومراقبة</p>' }) },
    },
    { type: 'ErrorRated', data: { reviewId: 'run.r1', entryId: 'run-e2', rating: 4.5 } },
    { type: 'FollowUpDateSet', data: { reviewId: 'run.r1', entryId: 'run-e2', followUpDate: day('2026-03-04') } },
    {
      type: 'ReviewDuplicated',
      data: {
        reviewId: 'run.r2',
        copiedFrom: 'run.r1',
        reviewDate: day('2026-03-01'),
        clinicalNote: '',
        entries: [{ ...entry('run-e3'), copiedFrom: 'run-e1' }],
      },
    },
    { type: 'ReviewMedicationAdded', data: { reviewId: 'run.r2', entry: entry('run-e4') } },
    { type: 'ReviewMedicationRemoved', data: { reviewId: 'run.r1', entryId: 'run-e1' } },
    {
      type: 'ReviewHeadEdited',
      data: { reviewId: 'run.r2', reviewDate: day('2026-03-05'), clinicalNote: '<p>Better</p>' },
    },
    { type: 'PhysicianNoteAdded', data: { noteId: 'run.n1', noteDate: day('2026-03-03'), note: '<p>Echo</p>' } },
    { type: 'PhysicianNoteAdded', data: { noteId: 'run.n2', noteDate: day('2026-03-02'), note: '<p>X-ray</p>' } },
    { type: 'PhysicianNoteEdited', data: { noteId: 'run.n1', noteDate: day('2026-03-03'), note: '<p>Echo done</p>' } },
    {
      type: 'GalleryGroupAdded',
      data: { groupId: 'run-g1', title: 'Wound', images: ['/api/images/1', '/api/images/2'] },
    },
    { type: 'GalleryGroupAdded', data: { groupId: 'run-g2', title: 'Rash', images: [] } },
    { type: 'AdmissionMedicationAdded', data: { medication: med('run-m1', '1 mg') } },
    { type: 'AdmissionMedicationAdded', data: { medication: med('run-m2', '2 mg') } },
    { type: 'AdmissionMedicationUpdated', data: { medication: med('run-m1', '3 mg') } },
    { type: 'AdmissionMedicationsSorted', data: { medicationIds: ['run-m2', 'run-m1'] } },
    { type: 'AdmissionMedicationStopped', data: { medicationId: 'run-m2', stopDate: day('2026-03-04') } },
    { type: 'AdmissionMedicationDeleted', data: { medicationId: 'run-m1' } },
    { type: 'GalleryGroupRemoved', data: { groupId: 'run-g1' } },
    { type: 'PhysicianNoteDeleted', data: { noteId: 'run.n2' } },
    { type: 'ReviewDeleted', data: { reviewId: 'run.r1' } },
    { type: 'AdmissionEdited', data: { admissionDate: day('2026-02-28'), admissionDetails: '<p>Sepsis</p>' } },
  ];
  const recorded: { revision: bigint; at: string; chart: Awaited<ReturnType<typeof chart>> }[] = [];
  const record = async (revision: bigint): Promise<void> => {
    recorded.push({ revision, at: new Date(minute).toISOString(), chart: await chart('run') });
  };
  for (const event of events) {
    await record(await on(event));
    // The patient has another stream: the past chart shows the patient's data of then.
    if (event.type === 'ErrorRated') {
      await append(
        'patient-p-run',
        { type: 'PatientCorrected', data: { ...patientFacts, firstName: 'محمود' } },
        'p-run',
      );
    }
  }
  expect(new Set(recorded.map((one) => one.chart.patient.firstName)).size).toBe(2);
  for (const { revision, at, chart: read } of recorded) {
    expect(await asOf('run', String(revision))).toMatchObject({ shown: read, revision: Number(revision) });
    expect(await asOf('run', at)).toEqual({ shown: read, instant: at, revision: Number(revision) });
    expect((await asOf('run', new Date(Date.parse(at) + 59_999).toISOString().replace('Z', '+00:00'))).revision).toBe(
      Number(revision),
    );
  }
  // The instants of a slider, and the change at one of them.
  const { from, after, ...moments } = await answer<Moments>('/api/history/admissions/run/moments');
  expect(moments).toEqual({ stream: 'admission-run' });
  expect(after[0]).toBe(0);
  expect(recorded.map(({ revision }) => new Date(Date.parse(from) + after[Number(revision)]!).toISOString())).toEqual(
    recorded.map(({ at }) => at),
  );
  const { change } = await answer<ChartAsOf>('/api/history/admissions/run?at=3');
  expect(change).toEqual((await answer<Timeline>('/api/history/admissions/run')).events[3]);
  expect(change).toMatchObject({
    type: 'ReviewMedicationUpdated',
    of: 'entry:run-e2',
    actorName: 'Mona Adel',
    before: { errSeverity: 'B' },
    after: { errSeverity: 'D' },
  });
});

test('the timeline gives each change with author, time, subject, and values before and after', async () => {
  const on = await admitted('p-told', 'told');
  await on(reviewAdded('told.r1', [entry('told-e1', { errRes: null })]));
  await on(
    {
      type: 'ReviewMedicationUpdated',
      data: { reviewId: 'told.r1', entry: entry('told-e1', { errRes: null, errSeverity: 'D' }) },
    },
    { actorId: 'u-2' },
  );
  await on({
    type: 'AdmissionMedicationAdded',
    data: {
      medication: {
        medicationId: 'told-m1',
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
  await on({ type: 'AdmissionMedicationStopped', data: { medicationId: 'told-m1', stopDate: day('2026-03-02') } });
  await on({
    type: 'PatientDischarged',
    data: { dischargeDate: day('2026-03-02'), dischargeStatus: 1, dischargeNote: '' },
  });
  await on({ type: 'ReviewDeleted', data: { reviewId: 'told.r1' } });

  const { events, ...page } = await answer<Timeline>('/api/history/admissions/told');
  expect(page).toEqual({ stream: 'admission-told', revision: 6, page: 1, pages: 1, total: 7 });
  expect(events.map(({ revision, type, of, in: within }) => [revision, type, of, within])).toEqual([
    [0, 'PatientAdmitted', 'admission:told', undefined],
    [1, 'ReviewAdded', 'review:told.r1', undefined],
    [2, 'ReviewMedicationUpdated', 'entry:told-e1', 'review:told.r1'],
    [3, 'AdmissionMedicationAdded', 'medication:told-m1', undefined],
    [4, 'AdmissionMedicationStopped', 'medication:told-m1', undefined],
    [5, 'PatientDischarged', 'admission:told', undefined],
    [6, 'ReviewDeleted', 'review:told.r1', undefined],
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
    after: { _id: 'told', admissionDate: '2026-03-01', dischargeDate: null },
  });
  expect(added).toMatchObject({
    actorId: 'u-1',
    actorName: 'Mona Adel',
    stream: 'admission-told',
    before: null,
    after: { clinicalNote: '<p>Stable</p>', drugErrs: [{ _id: 'told-e1', errSeverity: 'B' }] },
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
    before: { clinicalNote: '<p>Stable</p>', drugErrs: [{ _id: 'told-e1', errSeverity: 'D' }] },
    after: null,
  });

  // Narrowed to one thing: an entry includes changes of its review, and a review those of its entries.
  const ofEntry = await answer<Timeline>('/api/history/admissions/told?of=entry:told-e1');
  expect(
    ofEntry.events.map(({ type, of, in: within, before, after }) => [
      type,
      of,
      within,
      before?.['errSeverity'],
      after?.['errSeverity'],
    ]),
  ).toEqual([
    ['ReviewAdded', 'entry:told-e1', 'review:told.r1', undefined, 'B'],
    ['ReviewMedicationUpdated', 'entry:told-e1', 'review:told.r1', 'B', 'D'],
    ['ReviewDeleted', 'entry:told-e1', 'review:told.r1', 'D', undefined],
  ]);
  expect(
    (await answer<Timeline>('/api/history/admissions/told?of=review:told.r1')).events.map(({ revision }) => revision),
  ).toEqual([1, 2, 6]);
  expect(
    (await answer<Timeline>('/api/history/admissions/told?of=admission:told')).events.map(({ revision }) => revision),
  ).toEqual([0, 5]);
  expect((await answer<Timeline>('/api/history/admissions/told?of=note:none')).total).toBe(0);
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

test('a past chart goes by the time at which the log recorded a change; the timeline has both times', async () => {
  const on = await admitted('p-two-times', 'two-times');
  await on(reviewAdded('two-times.r1', [entry('two-times-e1', { errRes: null })]), {
    occurredAt: '2026-03-02T08:00:00.000Z',
    recordedAt: '2026-03-02T12:00:00.000Z',
  });
  await on(
    { type: 'ErrorRated', data: { reviewId: 'two-times.r1', entryId: 'two-times-e1', rating: 4 } },
    { occurredAt: '2026-03-02T09:00:00.000Z', recordedAt: '2026-03-02T13:00:00.000Z' },
  );
  const reviewsAt = async (instant: string) =>
    (await answer<ChartAsOf>(`/api/history/admissions/two-times?at=${instant}`)).reviews.map(({ drugErrs }) =>
      drugErrs.map(({ rating }) => rating),
    );
  expect(await reviewsAt('2026-03-02T11:59:59.999Z')).toEqual([]);
  expect(await reviewsAt('2026-03-02T12:00:00.000Z')).toEqual([[null]]);
  expect(await reviewsAt('2026-03-02T13:00:00.000Z')).toEqual([[4]]);
  const { events } = await answer<Timeline>('/api/history/admissions/two-times');
  // The first event is from before events had two times.
  expect(events.map(({ at, recordedAt }) => [at, recordedAt])).toEqual([
    [events[0]!.at, undefined],
    ['2026-03-02T08:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ['2026-03-02T09:00:00.000Z', '2026-03-02T13:00:00.000Z'],
  ]);
  const { from, after } = await answer<Moments>('/api/history/admissions/two-times/moments');
  expect(after.map((ms) => new Date(Date.parse(from) + ms).toISOString())).toEqual([
    events[0]!.at,
    '2026-03-02T12:00:00.000Z',
    '2026-03-02T13:00:00.000Z',
  ]);
  expect((await answer<ChartAsOf>('/api/history/admissions/two-times?at=1')).at).toBe('2026-03-02T12:00:00.000Z');
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
  expect((await ask('/api/history/entries/nobody')).status).toBe(404);
  expect((await ask('/api/history/entries/nobody?review=life.r1')).status).toBe(404);
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
  expect((await asOf('gone', '1')).shown.admission.gallery).toMatchObject([{ title: 'Wound' }]);
  expect(await answer<Moments>('/api/history/admissions/gone/moments')).toMatchObject({
    after: [0, 60_000, 120_000],
    deleted: true,
  });
  expect((await ask('/api/history/admissions/gone?at=2')).status).toBe(404);

  await append('patient-p-gone', { type: 'AdmissionUnregistered', data: { admissionId: 'gone' } }, 'p-gone');
  await append('patient-p-gone', { type: 'PatientDeleted', data: {} }, 'p-gone');
  await createPatientKeys(environment.pool, Buffer.from(environment.installation.masterKey, 'base64')).destroy(
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
