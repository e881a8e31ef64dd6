/** A new name of an error type, a drug or a tag divides no figure (docs/decisions/read-side/names-by-id.md). */
import type { AdmissionMedication, DrugErr, Review } from 'language/contract/entities';
import type { PendingPage } from 'language/contract/handover';
import type { ChartAsOf } from 'language/contract/history';
import type {
  CollectedReport,
  MedicationDashboard,
  Metrics,
  ReportChanges,
  TagCount,
  TypeCount,
} from 'language/contract/reports';
import type { Entry } from 'language/domain/admission/events';
import type { DomainEvent } from 'language/domain/command';
import { day, entry, startTestEnvironment, type TestEnvironment } from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedApi, startApi } from '../../testing/started-api.ts';

const WRITTEN = '2026-03-02T08:00:00.000Z';
const BEFORE = '2026-03-03T12:00:00.000Z';
const RENAMED = '2026-03-04T10:00:00.000Z';
const AFTER = '2026-03-05T12:00:00.000Z';
const LATER = '2026-03-06T10:00:00.000Z';

let environment: TestEnvironment;
let api: StartedApi;

const period = 'team=icu&startDate=2026-01-01&endDate=2026-12-31';
const json = <Shape>(path: string): Promise<Shape> => api.answer<Shape>(path);
const csvLines = async (query = ''): Promise<Record<string, string>[]> =>
  (await json<CollectedReport>(`/api/reviews?${period}&csv=1${query}`)).csv ?? [];

const happen = async (stream: string, at: string, events: readonly DomainEvent[]): Promise<void> => {
  await environment.append(stream, events, {
    actorId: 'mona',
    occurredAt: at,
    recordedAt: at,
    teamId: 'icu',
    ...(/^(patient|admission)-/.test(stream) ? { patientId: 'p1' } : {}),
  });
  await environment.project(stream);
};

const before = { errTypeLabel: 'Wrong dose', errDrugLabel: 'Panadol', drugTags: [{ name: 'Renal' }] };
const after = { errTypeLabel: 'Dose wrong', errDrugLabel: 'Panadol 500 mg', drugTags: [{ name: 'Kidney' }] };
const written = (id: string, labels: Partial<Entry>): Entry => entry(id, { errRes: null, ...labels });
const review = (id: string, entries: Entry[]): DomainEvent => ({
  type: 'ReviewAdded',
  data: { reviewId: `a1.${id}`, reviewDate: day('2026-03-02'), clinicalNote: '', entries },
});

beforeAll(async () => {
  environment = await startTestEnvironment();
  const email = 'mona@x.test';
  await happen('user-mona', WRITTEN, [
    {
      type: 'UserRegistered',
      data: { firstName: 'Mona', lastName: 'X', email, phone: '', phoneNormalised: '', start: '2026-01-01' },
    },
  ]);
  await happen('team-icu', WRITTEN, [
    { type: 'TeamCreated', data: { name: 'ICU', specialty: 1, about: '', adminId: 'mona', adminEmail: email } },
    { type: 'TeamMemberAdded', data: { userId: 'mona', email, role: 'pharmacist' } },
  ]);
  await happen('patient-p1', WRITTEN, [
    {
      type: 'PatientRegistered',
      data: {
        teamId: 'icu',
        firstName: 'هدى',
        middleName: '',
        lastName: '',
        fourthName: '',
        birthdate: '1950-01-01',
        medicalRecordNumber: '7',
      },
    },
  ]);
  await happen('catalogue', WRITTEN, [
    { type: 'ErrorTypeAdded', data: { errTypeId: 'et-1', label: 'Wrong dose' } },
    { type: 'TagAdded', data: { tagId: 'tag-1', label: 'Renal' } },
  ]);
  const content = { label: 'Paracetamol', errTemps: [], tags: ['tag-1'], tips: '' };
  await happen('drug-d-1', WRITTEN, [
    { type: 'DrugAdded', data: { ...content, tradeLabels: [{ _id: 'd-1.1', label: 'Panadol' }] } },
  ]);
  await happen('admission-a1', WRITTEN, [
    {
      type: 'PatientAdmitted',
      data: { patientId: 'p1', teamId: 'icu', admissionDate: day('2026-03-01'), admissionDetails: '' },
    },
    {
      type: 'AdmissionMedicationAdded',
      data: {
        medication: {
          medicationId: 'm1',
          drug: 'd-1.1',
          drugLabel: 'Panadol',
          dose: '',
          route: '',
          frequency: '',
          startDate: day('2026-03-01'),
          stopDate: null,
          note: '',
        },
      },
    },
    review('r1', [
      ...[1, 2, 3, 4].map((nth) => written(`e${nth}`, before)),
      written('e5', { ...before, drugTags: [{ name: ' RENAL' }] }),
      written('e7', { ...before, drugTags: [{ name: 'of no list' }] }),
    ]),
  ]);
  await happen('catalogue', RENAMED, [
    { type: 'ErrorTypeRenamed', data: { errTypeId: 'et-1', label: 'Dose wrong' } },
    { type: 'TagRenamed', data: { tagId: 'tag-1', label: 'Kidney' } },
  ]);
  await happen('drug-d-1', RENAMED, [
    {
      type: 'DrugChanged',
      data: { ...content, compatibility: [], tradeLabels: [{ _id: 'd-1.1', label: 'Panadol 500 mg' }] },
    },
  ]);
  await happen('admission-a1', LATER, [review('r2', [written('e6', { ...after, drugTags: [{ name: 'kidney' }] })])]);

  api = await startApi(environment, ['mona']);
});
afterAll(() => api.stop());

const labelsOf = (entries: readonly DrugErr[]) =>
  entries.map(({ errTypeLabel, errDrugLabel }) => ({ errTypeLabel, errDrugLabel }));
const { drugTags: _written, ...namesBefore } = before;
const { drugTags: _renamed, ...namesAfter } = after;

test('a renamed tag is one row of the tags report; one that is in no list is a row of its own', async () => {
  const path = `/api/reviews/listReviewsPerTag?${period}`;
  const response = (count: number) => [{ type: null, label: 'Pending', count }];
  expect(await json<TagCount[]>(path)).toEqual([
    { _id: 'tag-1', tag: 'Kidney', count: 6, response: response(6) },
    { tag: 'of no list', count: 1, response: response(1) },
  ]);
  expect(await json<TagCount[]>(`${path}&asOf=${BEFORE}`)).toEqual([
    { _id: 'tag-1', tag: 'Renal', count: 5, response: response(5) },
    { tag: 'of no list', count: 1, response: response(1) },
  ]);
});

test('a renamed error type is one row of the distribution and of the own metrics', async () => {
  const path = `/api/reviews/errsByTypeDistribution?${period}`;
  expect(await json<TypeCount[]>(path)).toEqual([{ type: 'et-1', label: 'Dose wrong', count: 7 }]);
  expect(await json<TypeCount[]>(`${path}&asOf=${BEFORE}`)).toEqual([{ type: 'et-1', label: 'Wrong dose', count: 6 }]);
  expect((await json<Metrics>('/api/users/mona/metrics')).revMetricsPerType).toEqual([
    { type: 'et-1', label: 'Dose wrong', count: 7 },
  ]);
});

test('chart, dashboard, medications and handover have the names of today', async () => {
  const chart = (await json<Review[]>('/api/reviews/listAdmissionReviews/a1')).flatMap(({ drugErrs }) => drugErrs);
  expect(labelsOf(chart)).toEqual(Array.from({ length: 7 }, () => namesAfter));
  expect(chart.map(({ drugTags }) => drugTags.map(({ name }) => name))).toEqual([
    ...Array.from({ length: 5 }, () => ['Kidney']),
    ['of no list'],
    ['Kidney'],
  ]);
  const { zMedications } = await json<MedicationDashboard>('/api/reviews/revMedDashboard/a1');
  expect(zMedications.map(({ medication }) => medication)).toEqual(['Panadol 500 mg']);
  expect(
    (await json<AdmissionMedication[]>('/api/admissions/a1/medications')).map(({ drugLabel }) => drugLabel),
  ).toEqual(['Panadol 500 mg']);
  const { pending } = await json<PendingPage>('/api/handover/icu');
  expect(labelsOf(pending)).toEqual(Array.from({ length: 7 }, () => namesAfter));
  expect(new Set(pending.flatMap(({ drugTags }) => drugTags.map(({ name }) => name)))).toEqual(
    new Set(['Kidney', 'of no list']),
  );
});

test('the collected list and its CSV have the names of today, or of the instant, and the ids', async () => {
  const collected = async (query: string): Promise<DrugErr[]> =>
    (await json<CollectedReport>(`/api/reviews?${period}${query}`)).result.flatMap(({ drugErrs }) => drugErrs);
  expect(labelsOf(await collected(''))).toEqual(Array.from({ length: 7 }, () => namesAfter));
  expect(labelsOf(await collected(`&asOf=${BEFORE}`))).toEqual(Array.from({ length: 6 }, () => namesBefore));
  const ofLine = (line: Record<string, string> | undefined) => ({
    drug: [line?.['Drug'], line?.['Drug id']],
    type: [line?.['Error type'], line?.['Error type id']],
    tags: [line?.['Drug tags'], line?.['Drug tag ids']],
  });
  expect(ofLine((await csvLines())[4])).toEqual({
    drug: ['Panadol 500 mg', 'd-1.1'],
    type: ['Dose wrong', 'et-1'],
    tags: ['Kidney', 'tag-1'],
  });
  expect(ofLine((await csvLines(`&asOf=${BEFORE}`))[4])).toEqual({
    drug: ['Panadol', 'd-1.1'],
    type: ['Wrong dose', 'et-1'],
    tags: ['Renal', 'tag-1'],
  });
});

test('a new name alone is no change between two instants', async () => {
  for (const report of [1, 2, 5]) {
    const path = `/api/reviews/changedBetween?${period}&report=${report}&pageNumber=1`;
    expect((await json<ReportChanges>(`${path}&asOf=${BEFORE}&until=${AFTER}`)).total).toBe(0);
  }
});

test('a chart at an instant has the names of then', async () => {
  const at = async (instant: string): Promise<ChartAsOf> => json(`/api/history/admissions/a1?at=${instant}`);
  const [was, is] = [await at(BEFORE), await at(AFTER)];
  for (const [chart, names, tag] of [
    [was, namesBefore, 'Renal'],
    [is, namesAfter, 'Kidney'],
  ] as const) {
    const entries = chart.reviews.flatMap(({ drugErrs }) => drugErrs);
    expect(labelsOf(entries)).toEqual(Array.from({ length: 6 }, () => names));
    expect(entries[4]?.drugTags).toEqual([{ name: tag }]);
    expect(chart.medications.map(({ drugLabel }) => drugLabel)).toEqual([names.errDrugLabel]);
    expect(chart.dashboard.zMedications.map(({ medication }) => medication)).toEqual([names.errDrugLabel]);
  }
});

test('the history of an entry has the words that its author wrote', async () => {
  const life = JSON.stringify(await json('/api/history/entries/e1?review=a1.r1'));
  for (const word of ['Wrong dose', 'Panadol', 'Renal']) expect(life).toContain(word);
  for (const word of ['Dose wrong', 'Panadol 500 mg', 'Kidney']) expect(life).not.toContain(word);
});
