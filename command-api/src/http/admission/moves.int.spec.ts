import { randomUUID } from 'node:crypto';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  Admission,
  Answer,
  ConflictProblem,
  GalleryChange,
  Move,
  Patient,
  PhysicianNote,
  Problem,
  Review,
} from 'language/contract/entities';
import { createHandle } from '../../commands/handle.ts';
import { MOVE_RECORD, movedEntryId, moveIdOf, placeInTarget } from '../../commands/move-record.ts';
import { eraseAdmission } from 'language/domain/admission/decide-erasure';
import { moveOut } from 'language/domain/admission/decide-move';
import { versionOfReviews } from 'language/domain/admission/erased-figures';
import type { Actor } from 'language/domain/command';
import { commandIdOf } from '../headers.ts';
import { png, uploadImages } from '../../testing/image-uploads.ts';
import {
  type Caller,
  key,
  openWard,
  sharedTestEnvironment,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
  await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: 'local' });
});

const reason = 'Written in the chart of the next bed';
const move = (by: Caller, body: object, headers = {}, from = ward.admission._id) =>
  by.post<Answer<Move> & Problem>(`/api/admissions/${from}/moves`, { reason, ...body }, headers);
const typesOf = async (admission: string): Promise<string[]> =>
  (await environment.events(`admission-${admission}`)).map(({ type }) => type);
const movedIn = async (admission: string): Promise<Record<string, unknown>> => {
  const event = (await environment.events(`admission-${admission}`)).find(
    ({ type }) => type === 'MovedFromAnotherChart',
  );
  return (event!.data as { moved: Record<string, unknown> }).moved;
};

describe('moving an entry', () => {
  test('takes it out of its chart and puts it into a new review of its day and author in the other', async () => {
    const review = await ward.addReview(ward.omar);
    const [entry] = review.drugErrs;
    await ward.mona.put(`/api/reviews/${review._id}/editRating`, {
      reviewId: review._id,
      errId: entry!._id,
      rating: 4,
    });
    const { _id: target } = await ward.otherChart();
    const once = key();
    const body = { kind: 'entry', id: entry!._id, reviewId: review._id, toAdmission: target };
    const moved = await move(ward.omar, body, once);
    expect(moved).toEqual({
      status: 200,
      body: {
        _id: moved.body._id,
        admission: ward.admission._id,
        kind: 'entry',
        thing: entry!._id,
        review: review._id,
        reason,
        userId: ward.omar.me._id,
        at: moved.body.at,
        to: { admission: target, thing: moved.body.to.thing, review: moved.body.to.review },
        stream: `admission-${ward.admission._id}`,
        revision: (await environment.events(`admission-${ward.admission._id}`)).length - 1,
        alsoWritten: [{ stream: `admission-${target}`, revision: 1 }],
      },
    });
    expect(moved.body.to.review).toMatch(new RegExp(`^${target}\\.`));
    expect(await typesOf(target)).toEqual(['PatientAdmitted', 'MovedFromAnotherChart']);
    expect((await typesOf(ward.admission._id)).slice(-2)).toEqual(['MovedToAnotherChart', 'MoveCompleted']);
    expect(await movedIn(target)).toMatchObject({
      wasIn: { reviewId: review._id, reviewDate: '2025-03-02', authorId: ward.omar.me._id },
      entry: { was: entry!._id, rating: 4, errNote: '<p>INR 4</p>', errRes: 1 },
    });
    // The same key again writes nothing.
    expect(await move(ward.omar, body, once)).toEqual(moved);
    expect(await typesOf(target)).toHaveLength(2);

    const edited = await ward.omar.put<Answer<Review>>(`/api/reviews/updateRevMed/${moved.body.to.review}`, {
      drugErr: { _id: moved.body.to.thing, ...ward.entry({ errNote: '<p>INR 5</p>' }) },
    });
    expect(edited).toMatchObject({
      status: 200,
      body: {
        userId: ward.omar.me._id,
        drugErrs: [
          {
            errNote: '<p>INR 5</p>',
            rating: 4,
            movedFrom: {
              admission: ward.admission._id,
              review: review._id,
              thing: entry!._id,
              userId: ward.omar.me._id,
            },
          },
        ],
      },
    });
    // An edit in the old chart is refused, and says why.
    expect(
      await ward.omar.put(`/api/reviews/updateRevMed/${review._id}`, { drugErr: { _id: entry!._id, ...ward.entry() } }),
    ).toEqual({
      status: 404,
      body: { message: 'This was moved to another chart', code: 'notFound', reason: 'moved-to-another-chart' },
    });
  });

  test('puts it into a chosen review of its author, and back again', async () => {
    const review = await ward.addReview(ward.omar);
    const { _id: target } = await ward.otherChart();
    const { body: chosen } = await ward.omar.post<Answer<Review>>('/api/reviews/addReview', {
      admissionId: target,
      reviewDate: '2025-03-04',
    });
    const id = review.drugErrs[0]!._id;
    const there = await move(ward.omar, {
      kind: 'entry',
      id,
      reviewId: review._id,
      toAdmission: target,
      toReview: chosen._id,
    });
    expect(there.body.to).toMatchObject({ review: chosen._id });
    const back = await move(
      ward.mona,
      {
        kind: 'entry',
        id: there.body.to.thing,
        reviewId: chosen._id,
        toAdmission: ward.admission._id,
        toReview: review._id,
      },
      {},
      target,
    );
    expect(back).toMatchObject({ status: 200, body: { to: { review: review._id }, userId: ward.mona.me._id } });
    const [entry] = (
      await ward.omar.put<Answer<Review>>(`/api/reviews/updateRevHead/${review._id}`, {
        reviewDate: '2025-03-03',
        clinicalNote: '',
      })
    ).body.drugErrs;
    expect(entry).toMatchObject({ _id: back.body.to.thing, movedFrom: { admission: target, review: chosen._id } });
  });

  test('and back again leaves no empty review, and the entry in the review that it left', async () => {
    const review = await ward.addReview(ward.omar);
    const { _id: target } = await ward.otherChart();
    const entry = { kind: 'entry', id: review.drugErrs[0]!._id, reviewId: review._id, toAdmission: target };
    const there = await move(ward.mona, entry);
    const { thing, review: made } = there.body.to;
    const back = { kind: 'entry', id: thing, reviewId: made, toAdmission: ward.admission._id };
    expect((await move(ward.mona, back, {}, target)).body.to).toMatchObject({ review: review._id });
    expect((await environment.events(`admission-${target}`)).slice(-2)).toMatchObject([
      { type: 'MoveCompleted' },
      { type: 'ReviewDeleted', data: { reviewId: made }, metadata: { actorId: ward.mona.me._id } },
    ]);
  });

  test('is refused into the review of another person, in bad input, and after a change since', async () => {
    const review = await ward.addReview(ward.omar);
    const { _id: target } = await ward.otherChart();
    const { body: hers } = await ward.mona.post<Answer<Review>>('/api/reviews/addReview', {
      admissionId: target,
      reviewDate: '2025-03-04',
    });
    const body = { kind: 'entry', id: review.drugErrs[0]!._id, reviewId: review._id, toAdmission: target };
    expect(await move(ward.omar, { ...body, toReview: hers._id })).toMatchObject({
      status: 400,
      body: { fieldReasons: { toReview: { reason: 'move-review-of-another-author' } } },
    });
    expect(await move(ward.omar, { ...body, reason: '  ' })).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please give a reason' } },
    });
    expect(await move(ward.omar, { ...body, reason: 'x'.repeat(301) })).toMatchObject({ status: 400 });
    expect(await move(ward.omar, { ...body, kind: 'stay' })).toMatchObject({ status: 400 });
    await ward.mona.put(`/api/reviews/${review._id}/editRating`, {
      reviewId: review._id,
      errId: body.id,
      rating: 2,
    });
    const stale = await ward.omar.post<ConflictProblem>(
      `/api/admissions/${ward.admission._id}/moves`,
      { ...body, reason },
      { 'if-match': String(review.version) },
    );
    expect(stale).toMatchObject({ status: 409, body: { current: { _id: body.id, rating: 2 } } });
    expect(await typesOf(target)).toEqual(['PatientAdmitted', 'ReviewAdded']);
  });
});

test('a review is moved with its entries to another stay of the same patient', async () => {
  const review = await ward.addReview();
  const stay = await ward.nextStay({ admissionDate: '2025-02-01' });
  const moved = await move(ward.mona, { kind: 'review', id: review._id, toAdmission: stay._id });
  expect(moved).toMatchObject({ status: 200, body: { to: { admission: stay._id } } });
  expect(await movedIn(stay._id)).toMatchObject({
    was: review._id,
    authorId: ward.mona.me._id,
    clinicalNote: '<p>stable</p>',
    entries: [{ was: review.drugErrs[0]!._id }],
  });
  expect(await ward.mona.delete(`/api/reviews/${review._id}`)).toMatchObject({
    status: 404,
    body: { reason: 'moved-to-another-chart' },
  });
});

test('a physician note is moved by its author or the admin, by no other person', async () => {
  const { body: note } = await ward.hany.post<Answer<PhysicianNote>>('/api/physicNotes/addphysicNote', {
    admissionId: ward.admission._id,
    noteDate: '2025-03-02',
    note: '<p>Culture sent</p>',
  });
  const { _id: target } = await ward.otherChart();
  const body = { kind: 'note', id: note._id, toAdmission: target };
  expect(await move(ward.omar, body)).toMatchObject({ status: 403 });
  expect(await move(ward.sami, body)).toMatchObject({ status: 404, body: { reason: 'not-found' } });
  expect(await move(ward.hany, body)).toMatchObject({ status: 200 });
  expect(await movedIn(target)).toMatchObject({
    was: note._id,
    authorId: ward.hany.me._id,
    note: '<p>Culture sent</p>',
  });
});

test('no chart of another team, none that is deleted, and none that began later takes it', async () => {
  const review = await ward.addReview();
  const { body: team } = await ward.mona.post<{ _id: string }>('/api/teams', { name: 'Ward', specialty: 2 });
  const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
    team: team._id,
    firstName: 'هدى',
    birthdate: '1980-01-01',
  });
  const { body: elsewhere } = await ward.mona.post<Admission>('/api/admissions', {
    patient: patient._id,
    admissionDate: '2025-03-01',
  });
  const { _id: gone } = await ward.otherChart();
  await ward.mona.delete(`/api/admissions/${gone}`);
  for (const toAdmission of [elsewhere._id, gone, 'no-such-chart'])
    expect(await move(ward.mona, { kind: 'review', id: review._id, toAdmission })).toMatchObject({
      status: 400,
      body: { fieldReasons: { toAdmission: { reason: 'move-target-unknown' } } },
    });
  expect(
    await move(ward.mona, { kind: 'review', id: review._id, toAdmission: (await ward.otherChart('2025-03-20'))._id }),
  ).toMatchObject({ status: 400, body: { reason: 'review-before-admission' } });
});

test('an image belongs to the new chart, and no longer to the old one', async () => {
  const here = await ward.nextStay({ admissionDate: '2025-03-01' });
  const { body: uploads } = await uploadImages(environment, ward.mona, here._id, [await png(), await png()]);
  const addresses = uploads.images.map(({ image }) => image);
  const { body: group } = await ward.mona.post<Answer<GalleryChange>>(`/api/admissions/${here._id}/gallery`, {
    title: 'Wound',
    images: addresses.map((image) => ({ image })),
  });
  const { _id: target } = await ward.otherChart();
  const moved = await move(
    ward.mona,
    { kind: 'images', id: group._id, images: [addresses[0]], toAdmission: target },
    {},
    here._id,
  );
  expect(moved).toMatchObject({ status: 200 });
  const owners = await environment.pool.query<{ admission_id: string; patient_id: string; moves: object[] }>(
    'select admission_id, patient_id, moves from images.image where image_id = any ($1) order by image_id = $2 desc',
    [uploads.images.map(({ _id }) => _id), uploads.images[0]!._id],
  );
  expect(owners.rows.map(({ admission_id }) => admission_id)).toEqual([target, here._id]);
  expect(owners.rows[0]?.patient_id).not.toBe(ward.patient._id);
  // A restore to a point before the move finds its way back.
  const left = (await environment.events(`admission-${here._id}`)).findIndex(
    ({ type }) => type === 'MovedToAnotherChart',
  );
  expect(owners.rows.map(({ moves }) => moves)).toEqual([
    [{ admission: here._id, patient: ward.patient._id, revision: left }],
    [],
  ]);
  const { body: remaining } = await ward.mona.put<Answer<Admission>>(`/api/admissions/${here._id}/edit`, {});
  expect(remaining).toMatchObject({
    gallery: [{ _id: group._id, images: [{ image: addresses[1] }] }],
    moves: [{ kind: 'images', thing: group._id, to: { admission: target } }],
  });
  // No gallery of the old chart takes it any more.
  expect(
    await ward.mona.post(`/api/admissions/${here._id}/gallery`, { title: 'Again', images: [{ image: addresses[0] }] }),
  ).toMatchObject({ status: 400, body: { fieldReasons: { images: { reason: 'image-not-of-admission' } } } });
});

test('a move whose chart is erased between its steps is refused with a sentence', async () => {
  const review = await ward.addReview();
  const { _id: target } = await ward.otherChart();
  const once = key();
  const commandId = commandIdOf(once['idempotency-key'] ?? '', ward.mona.me._id);
  const admissionId = review.admission;
  const folds = createFoldCaches(environment.log);
  const handle = createHandle(environment.log, 'Africa/Cairo');
  const moveId = moveIdOf(commandId, admissionId);
  const actor = (): Actor => ({
    id: ward.mona.me._id,
    isMember: true,
    isTeamAdmin: true,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  });
  await handle({
    name: MOVE_RECORD,
    commandId,
    fold: folds.admission,
    id: admissionId,
    target: `review:${review._id}`,
    payload: {
      admissionId,
      moveId,
      kind: 'review' as const,
      thing: review._id,
      reviewId: null,
      to: placeInTarget(moveId, { kind: 'review', id: review._id, admissionId: target }),
      entryIdOf: movedEntryId(moveId),
      reason,
      target: (await folds.admission.load(target)).state,
    },
    actor,
    decide: moveOut,
  });
  const figures = {
    madeOf: versionOfReviews((await folds.admission.load(admissionId)).state),
    reviews: [],
    errors: [],
    teamIds: [],
  };
  await handle({
    name: 'AgreeToErasure',
    commandId: randomUUID(),
    fold: folds.admission,
    id: admissionId,
    payload: { patientId: ward.patient._id, personId: ward.patient._id, teamId: ward.team._id, figures },
    actor,
    decide: eraseAdmission,
  });
  const body = { kind: 'review', id: review._id, toAdmission: target };
  expect(await move(ward.mona, body, once)).toMatchObject({ status: 409, body: { reason: 'patient-is-erased' } });
});
