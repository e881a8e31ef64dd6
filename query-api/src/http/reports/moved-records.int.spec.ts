/** A move between two charts of a team: what was known before it, what is known after it, and what stays its own. */
import type { Admission, DrugErr, MovedOut, Review } from 'language/contract/entities';
import type { PendingPage, WardBoard } from 'language/contract/handover';
import type { EntryLife, ErrorChangePage } from 'language/contract/history';
import type { AdmissionEvent } from 'language/domain/admission/events';
import type { DomainEvent } from 'language/domain/command';
import { day, entry, startTestEnvironment, type TestEnvironment } from 'projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StartedApi, startApi } from '../../testing/started-api.ts';

const WRITTEN = '2026-03-02T08:00:00.000Z';
const MOVED = '2026-03-04T10:00:00.000Z';
/** Between the two. */
const BEFORE = '2026-03-03T12:00:00.000Z';
const AFTER = '2026-03-05T12:00:00.000Z';
const [FROM, TO] = ['a1', 'a2'];

let environment: TestEnvironment;
let api: StartedApi;
/** The texts of the answers before the move, by path. */
const answersBefore = new Map<string, string>();

const period = 'team=icu&startDate=2026-01-01&endDate=2026-12-31';
const figures = [
  `/api/reviews?${period}`,
  `/api/reviews/errsByTypeDistribution?${period}`,
  `/api/reviews/countsReviewPerDay?${period}`,
  `/api/reviews/listReviewsPerTag?${period}`,
  `/api/reviews/export.csv?${period}`,
  '/api/admissions/getRecurrentAdmissions?team=icu',
];
const ask: StartedApi['get'] = (path, user) => api.get(path, user);
const json: StartedApi['answer'] = (path, user) => api.answer(path, user);

const happen = async (
  stream: string,
  events: readonly DomainEvent[],
  by: { at: string; actorId?: string; patientId?: string },
): Promise<void> => {
  const { at, actorId = 'mona', patientId } = by;
  await environment.append(stream, events, {
    actorId,
    occurredAt: at,
    recordedAt: at,
    teamId: 'icu',
    ...(patientId === undefined ? {} : { patientId }),
  });
  await environment.project(stream);
  if (stream.startsWith('admission-')) await environment.audit(stream);
};
const inChart = (admission: string, at: string, ...events: AdmissionEvent[]): Promise<void> =>
  happen(`admission-${admission}`, events, { at, patientId: admission === FROM ? 'p1' : 'p2' });

beforeAll(async () => {
  environment = await startTestEnvironment();
  for (const user of ['mona', 'omar', 'sami'])
    await happen(
      `user-${user}`,
      [
        {
          type: 'UserRegistered',
          data: {
            firstName: user,
            lastName: 'X',
            email: `${user}@x.test`,
            phone: '',
            phoneNormalised: '',
            start: '2026-01-01',
          },
        },
      ],
      { at: WRITTEN },
    );
  const team = { name: 'ICU', specialty: 1, about: '', adminId: 'mona', adminEmail: 'mona@x.test' };
  await happen(
    'team-icu',
    [
      { type: 'TeamCreated', data: team },
      { type: 'TeamMemberAdded', data: { userId: 'mona', email: 'mona@x.test', role: 'pharmacist' } },
      { type: 'TeamMemberAdded', data: { userId: 'omar', email: 'omar@x.test', role: 'reader' } },
    ],
    { at: WRITTEN },
  );
  for (const [patient, name] of [
    ['p1', 'هدى'],
    ['p2', 'سامي'],
  ] as const) {
    const data = {
      teamId: 'icu',
      firstName: name,
      middleName: '',
      lastName: '',
      fourthName: '',
      birthdate: '1950-01-01',
      medicalRecordNumber: patient,
    };
    await happen(`patient-${patient}`, [{ type: 'PatientRegistered', data }], { at: WRITTEN, patientId: patient });
  }
  for (const [admission, patientId] of [
    [FROM, 'p1'],
    [TO, 'p2'],
  ] as const)
    await inChart(admission, WRITTEN, {
      type: 'PatientAdmitted',
      data: { patientId, teamId: 'icu', admissionDate: day('2026-03-01'), admissionDetails: '' },
    });
  const pending = { errRes: null, errSeverity: 'D' as const };
  await inChart(
    FROM,
    WRITTEN,
    {
      type: 'ReviewAdded',
      data: {
        reviewId: `${FROM}.r`,
        reviewDate: day('2026-03-02'),
        clinicalNote: '',
        entries: [entry('e1', pending), entry('e2', { errRes: 1 })],
      },
    },
    { type: 'GalleryGroupAdded', data: { groupId: 'g1', title: 'Wound', images: ['/api/images/i1'] } },
  );
  await environment.pool.query(
    `insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail)
     values ('i1', $1, 'p1', 'mona', 'image/png', 'x', 'x')`,
    [FROM],
  );
  api = await startApi(environment, ['mona', 'omar', 'sami']);

  for (const path of figures) {
    answersBefore.set(path, await (await ask(path)).text());
    answersBefore.set(`${path}&asOf=${BEFORE}`, await (await ask(`${path}&asOf=${BEFORE}`)).text());
  }
  const writing = { teamId: 'icu', authorId: 'mona', createdAt: WRITTEN };
  const what = { kind: 'entry' as const, id: 'e1', reviewId: `${FROM}.r` };
  const reason = 'Written in the next bed';
  await inChart(
    FROM,
    MOVED,
    {
      type: 'MovedToAnotherChart',
      data: {
        moveId: 'm1',
        reason,
        what: { ...what, images: [] },
        to: { admissionId: TO, reviewId: `${TO}.r`, isNewReview: true, id: 'moved-e1' },
      },
    },
    {
      type: 'MovedToAnotherChart',
      data: {
        moveId: 'm2',
        reason,
        what: { kind: 'images', id: 'g1', reviewId: null, images: ['/api/images/i1'] },
        to: { admissionId: TO, reviewId: null, isNewReview: false, id: 'moved-g1' },
      },
    },
  );
  await inChart(
    TO,
    MOVED,
    {
      type: 'MovedFromAnotherChart',
      data: {
        moveId: 'm1',
        reason,
        from: { admissionId: FROM },
        moved: {
          kind: 'entry',
          reviewId: `${TO}.r`,
          isNewReview: true,
          wasIn: { reviewId: `${FROM}.r`, reviewDate: day('2026-03-02'), ...writing },
          entry: { ...entry('moved-e1', pending), was: 'e1', rating: 4 },
        },
      },
    },
    {
      type: 'MovedFromAnotherChart',
      data: {
        moveId: 'm2',
        reason,
        from: { admissionId: FROM },
        moved: {
          kind: 'images',
          was: 'g1',
          groupId: 'moved-g1',
          title: 'Wound',
          images: ['/api/images/i1'],
          ...writing,
        },
      },
    },
  );
  await inChart(FROM, MOVED, { type: 'MoveCompleted', data: { moveId: 'm1', what } });
});
afterAll(() => api.stop());

describe('reports', () => {
  test.each(figures)('%s as known before the move is the same letter by letter', async (path) => {
    const asKnown = `${path}&asOf=${BEFORE}`;
    expect(await (await ask(asKnown)).text()).toBe(answersBefore.get(asKnown));
  });

  test('as they are they count the entry in its new chart, on its day and by its author', async () => {
    const { result } = await json<{ result: (Review & { medicalRecordNumber: string })[] }>(
      `/api/reviews?${period}&csv=0`,
    );
    expect(
      result.map(({ admission, medicalRecordNumber, reviewDate, userId, drugErrs }) => [
        admission,
        medicalRecordNumber,
        reviewDate,
        userId,
        drugErrs.map(({ _id }) => _id),
      ]),
    ).toEqual([
      [FROM, 'p1', '2026-03-02', 'mona', ['e2']],
      [TO, 'p2', '2026-03-02', 'mona', ['moved-e1']],
    ]);
    // The team's figures of errors stay: an error is not lost and not counted twice.
    for (const path of [`/api/reviews/errsByTypeDistribution?${period}`, `/api/reviews/listReviewsPerTag?${period}`])
      expect(await (await ask(path)).text()).toBe(answersBefore.get(path));
    // The entry has a review of its own in the other chart.
    expect(await json(`/api/reviews/countsReviewPerDay?${period}`)).toMatchObject([
      { day: '2026-03-02', totalReviews: 2 },
    ]);
    expect(await (await ask(`/api/reviews/export.csv?${period}`)).text()).toContain('p2');
  });

  test('as known since the move they are those of today', async () => {
    for (const path of figures.filter((each) => !each.includes('csv')))
      expect(await json(`${path}&asOf=${AFTER}`)).toMatchObject(await json<object>(path));
  });

  test('say what the move has changed', async () => {
    const { changes } = await json<{ changes: { _id: string; admission: string; before: unknown; after: unknown }[] }>(
      `/api/reviews/changedBetween?${period}&report=2&asOf=${BEFORE}&until=${AFTER}`,
    );
    expect(
      changes.map(({ _id, admission, before, after }) => [_id, admission, before !== null, after !== null]),
    ).toEqual([
      ['e1', FROM, true, false],
      ['moved-e1', TO, false, true],
    ]);
  });
});

test('handover and ward board have it at its new patient', async () => {
  const { pending } = await json<PendingPage>('/api/handover/icu');
  expect(pending.map(({ _id, admission }) => [_id, admission])).toEqual([['moved-e1', TO]]);
  const ward = await json<WardBoard>('/api/ward/icu');
  expect(ward.patients.map((patient) => [patient.admission, patient.pending])).toEqual(
    expect.arrayContaining([
      [FROM, 0],
      [TO, 1],
    ]),
  );
});

test('each chart says where it went and where it came from, and names no patient', async () => {
  const { moves } = await json<Admission>(`/api/admissions/${FROM}/details`);
  const moved = { reason: 'Written in the next bed', userId: 'mona', at: MOVED };
  expect(moves).toEqual([
    {
      _id: 'm1',
      kind: 'entry',
      thing: 'e1',
      review: `${FROM}.r`,
      ...moved,
      to: { admission: TO, thing: 'moved-e1', review: `${TO}.r` },
    },
    { _id: 'm2', kind: 'images', thing: 'g1', ...moved, to: { admission: TO, thing: 'moved-g1' }, underWay: true },
  ] satisfies MovedOut[]);
  const [review] = await json<Review[]>(`/api/reviews/listAdmissionReviews/${TO}`);
  expect(review?.drugErrs).toMatchObject([
    {
      _id: 'moved-e1',
      rating: 4,
      movedFrom: { move: 'm1', admission: FROM, review: `${FROM}.r`, thing: 'e1', ...moved },
    },
  ] satisfies Partial<DrugErr>[]);
  const [part] = await json<Review[]>(`/api/reviews/listAdmissionReviews/${TO}?ids=${TO}.r`);
  expect(part).toEqual(review);
  const { gallery } = await json<Admission>(`/api/admissions/${TO}/details`);
  expect(gallery).toMatchObject([{ _id: 'moved-g1', movedFrom: { admission: FROM, thing: 'g1' } }]);
});

test('its history goes back through the chart that it was in', async () => {
  const life = await json<EntryLife>('/api/history/entries/moved-e1', 'omar');
  expect(life).toMatchObject({ _id: 'moved-e1', admission: TO, review: `${TO}.r` });
  expect(life.steps.map(({ what, stream }) => [what, stream])).toEqual([
    [['added'], `admission-${FROM}`],
    [['movedOut'], `admission-${FROM}`],
    [['movedIn'], `admission-${TO}`],
  ]);
  expect((await ask('/api/history/entries/moved-e1', 'sami')).status).toBe(404);
  const old = await json<EntryLife>(`/api/history/entries/e1?review=${FROM}.r`);
  expect(old.entry).toBeNull();
  const then = await json<{ reviews: Review[] }>(`/api/history/admissions/${FROM}?at=${BEFORE}`);
  expect(then.reviews[0]?.drugErrs.map(({ _id }) => _id)).toEqual(['e1', 'e2']);
});

test('the auditor sees that it was moved, and no deletion', async () => {
  const { changes } = await json<ErrorChangePage>('/api/history/teams/icu/errors');
  expect(changes.map(({ entry: id, admission, what }) => [id, admission, what])).toEqual(
    expect.arrayContaining([
      ['e1', FROM, ['movedOut']],
      ['moved-e1', TO, ['movedIn']],
    ]),
  );
  expect((await json<ErrorChangePage>('/api/history/teams/icu/errors?deleted=1')).changes).toEqual([]);
});

test('the image is read through its new chart only', async () => {
  // Until the image belongs to the new chart, no chart shows it.
  expect((await ask('/api/images/i1')).status).toBe(404);
  await environment.pool.query(`update images.image set admission_id = $1, patient_id = 'p2' where image_id = 'i1'`, [
    TO,
  ]);
  expect((await ask('/api/images/i1')).status).toBe(200);
  expect((await ask('/api/images/i1', 'sami')).status).toBe(404);
});
