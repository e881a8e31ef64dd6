import type { ChartAsOf, Moments, Timeline } from 'language/contract/history';
import type { AdmissionEvent } from 'language/domain/admission/events';
import { day, entry, reviewAdded } from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  admitted,
  answer,
  append,
  ask,
  chart,
  chartAt,
  minute,
  patientFacts,
  startHistoryEnvironment,
  stopHistoryEnvironment,
} from '../../testing/history-environment.ts';

beforeAll(startHistoryEnvironment);
afterAll(stopHistoryEnvironment);

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
    {
      type: 'AdmissionMedicationUpdated',
      data: { medication: { ...med('run-m1', '3 mg'), indication: 'AF' }, doseChangedOn: day('2026-03-03') },
    },
    {
      type: 'MedicationHeld',
      data: { medicationId: 'run-m1', from: day('2026-03-03'), until: null, reason: 'NPO' },
    },
    { type: 'MedicationHoldEnded', data: { medicationId: 'run-m1', on: day('2026-03-05') } },
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
    expect(await chartAt('run', String(revision))).toMatchObject({ shown: read, revision: Number(revision) });
    expect(await chartAt('run', at)).toEqual({ shown: read, instant: at, revision: Number(revision) });
    expect(
      (await chartAt('run', new Date(Date.parse(at) + 59_999).toISOString().replace('Z', '+00:00'))).revision,
    ).toBe(Number(revision));
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

test('the chart on the day of a review has the doses of that day, also where all was written afterwards', async () => {
  const on = await admitted('p-doses', 'doses');
  const dosed = (dose: string) => ({
    medicationId: 'doses-m1',
    drug: 'd-1.1',
    drugLabel: 'Panadol',
    dose,
    route: 'PO',
    frequency: 'daily',
    startDate: day('2026-03-01'),
    stopDate: null,
    note: '',
  });
  const recorded = (at: string) => ({ occurredAt: at, recordedAt: at });
  await on(
    { type: 'AdmissionMedicationAdded', data: { medication: dosed('20 mg') } },
    recorded('2026-03-02T07:00:00Z'),
  );
  await on(reviewAdded('doses.r1', [entry('doses-e1')]), recorded('2026-03-02T08:00:00Z'));
  // Still the same day in Cairo.
  await on(
    { type: 'AdmissionMedicationUpdated', data: { medication: dosed('40 mg') } },
    recorded('2026-03-02T21:59:00Z'),
  );
  await on(
    { type: 'AdmissionMedicationUpdated', data: { medication: dosed('80 mg') } },
    recorded('2026-03-02T22:01:00Z'),
  );
  await on(
    {
      type: 'ReviewAdded',
      data: { reviewId: 'doses.r2', reviewDate: day('2026-03-01'), clinicalNote: '', entries: [] },
    },
    recorded('2026-03-06T08:00:00Z'),
  );
  await on(
    { type: 'ErrorRated', data: { reviewId: 'doses.r1', entryId: 'doses-e1', rating: 4 } },
    recorded('2026-03-06T09:00:00Z'),
  );
  const dosesOf = async (review: string) =>
    (await answer<ChartAsOf>(`/api/history/admissions/doses?at=review:${review}`)).medications.map(({ dose }) => dose);
  expect(await dosesOf('doses.r1')).toEqual(['40 mg']);
  expect(await dosesOf('doses.r2')).toEqual(['80 mg']);
  expect((await ask('/api/history/admissions/doses?at=review:doses.r3')).status).toBe(404);
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
