import { beforeAll, describe, expect, test } from 'vitest';
import type { Admission, Answer, ConflictProblem, PhysicianNote, Review } from 'language/contract/entities';
import { sharedTestEnvironment, openWard, type SharedTestEnvironment, type Ward } from '../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

describe('people at the same time', () => {
  test('twenty entries added to one review at once are all kept', async () => {
    const review = await ward.addReview();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ward.mona.post(`/api/reviews/addRevMed/${review._id}`, { drugErr: ward.entry({ errNote: `<p>${n}</p>` }) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    const last = await ward.mona.put<Review>(`/api/reviews/updateRevHead/${review._id}`, {
      reviewDate: '2025-03-02',
      clinicalNote: '<p>all</p>',
    });
    expect(new Set(last.body.drugErrs.map(({ errNote }) => errNote)).size).toBe(21);
  });

  test('an edit of an entry conflicts with a newer change of that entry only', async () => {
    const review = await ward.addReview();
    const [entry] = review.drugErrs;
    const seen = { 'if-match': `"${entry!.version}"` };
    await ward.mona.put(`/api/reviews/updateRevHead/${review._id}`, {
      reviewDate: '2025-03-02',
      clinicalNote: '<p>other</p>',
    });
    const rated = await ward.mona.put<Review>(
      `/api/reviews/${review._id}/editRating`,
      { errId: entry!._id, rating: 4 },
      seen,
    );
    expect(rated.status).toBe(200);
    const conflict = await ward.mona.put<ConflictProblem>(
      `/api/reviews/updateRevMed/${review._id}`,
      { drugErr: ward.entry({ _id: entry!._id, errNote: '<p>mine</p>' }) },
      seen,
    );
    expect(conflict.status).toBe(409);
    expect(conflict.body).toEqual({
      message: 'Somebody changed this since you opened it',
      code: 'conflict',
      reason: 'changed-since',
      current: rated.body.drugErrs[0],
      changedBy: { userId: ward.mona.me._id, name: 'Mona Farouk' },
      changedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('a review is not deleted over newer changes of its entries that its sender has not seen', async () => {
    const review = await ward.addReview();
    const seen = { 'if-match': String(review.version) };
    const rated = await ward.mona.put<Answer<Review>>(`/api/reviews/${review._id}/editRating`, {
      errId: review.drugErrs[0]!._id,
      rating: 0,
    });
    expect(rated.body).toMatchObject({
      version: rated.body.revision,
      headVersion: review.version,
      drugErrs: [{ rating: 0 }],
    });
    const { stream: _stream, revision: _revision, ...current } = rated.body;
    expect(await ward.mona.delete<ConflictProblem>(`/api/reviews/${review._id}`, seen)).toEqual({
      status: 409,
      body: {
        message: 'Somebody changed this since you opened it',
        code: 'conflict',
        reason: 'changed-since',
        current,
        changedBy: { userId: ward.mona.me._id, name: 'Mona Farouk' },
        changedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    // The head has not changed: an edit of it does not conflict.
    const edited = await ward.mona.put<Answer<Review>>(
      `/api/reviews/updateRevHead/${review._id}`,
      { reviewDate: '2025-03-02', clinicalNote: '<p>still</p>' },
      seen,
    );
    expect(edited).toMatchObject({
      status: 200,
      body: { version: edited.body.revision, headVersion: edited.body.revision },
    });
    expect(
      (await ward.mona.delete(`/api/reviews/${review._id}`, { 'if-match': String(edited.body.version) })).status,
    ).toBe(200);
  });

  test('a discharge based on an older version gets the current admission', async () => {
    const admission = await ward.nextStay({ admissionDate: '2025-01-01' });
    const edit = `/api/admissions/${admission._id}/edit`;
    const first = await ward.omar.put<Answer<Admission>>(
      edit,
      { dischargeDate: '2025-01-05', dischargeStatus: 0 },
      { 'if-match': '0' },
    );
    const second = await ward.mona.put<ConflictProblem>(
      edit,
      { dischargeDate: '2025-01-06', dischargeStatus: 5 },
      { 'if-match': '0' },
    );
    expect(first.body).toMatchObject(second.body.current as object);
    expect(second).toMatchObject({
      status: 409,
      body: { current: { _id: admission._id, dischargeStatus: 0, version: 1 }, changedBy: { name: 'Omar Farouk' } },
    });
  });

  test('a version above the head of the stream gets the current entity, and writes nothing', async () => {
    const review = await ward.addReview();
    const [entry] = review.drugErrs;
    const unknown = { 'if-match': '900' };
    const { body: current } = await ward.mona.put<Answer<Review>>(`/api/reviews/${review._id}/editRating`, {
      errId: entry!._id,
      rating: 4,
    });
    const conflicts = [
      await ward.mona.put<ConflictProblem>(
        `/api/reviews/${review._id}/editRating`,
        { errId: entry!._id, rating: 2 },
        unknown,
      ),
      await ward.mona.put<ConflictProblem>(
        `/api/reviews/updateRevMed/${review._id}`,
        { drugErr: ward.entry({ _id: entry!._id, errNote: '<p>lost</p>' }) },
        unknown,
      ),
    ];
    for (const conflict of conflicts)
      expect(conflict).toMatchObject({
        status: 409,
        body: { reason: 'changed-since', current: current.drugErrs[0], changedBy: { name: 'Mona Farouk' } },
      });
    expect(await ward.mona.delete<ConflictProblem>(`/api/reviews/${review._id}`, unknown)).toMatchObject({
      status: 409,
      body: { current: { _id: review._id, drugErrs: current.drugErrs } },
    });
  });
});

describe('a version that the log does not have, as after a restore to an earlier point', () => {
  const lost = { 'if-match': '900' };
  const isConflict = (answer: { status: number; body: unknown }, current: object) =>
    expect(answer).toMatchObject({ status: 409, body: { reason: 'changed-since', current } });

  test('conflicts in every kind of thing, and nothing is overwritten', async () => {
    const { mona, hany, patient, team } = ward;
    const review = await ward.addReview();
    const [entry] = review.drugErrs;
    isConflict(
      await mona.put(`/api/reviews/updateRevHead/${review._id}`, { reviewDate: '2025-03-02', clinicalNote: 'x' }, lost),
      { _id: review._id, version: review.version },
    );
    isConflict(
      await mona.put(
        `/api/reviews/updateRevMed/${review._id}`,
        { drugErr: ward.entry({ _id: entry!._id, errNote: '<p>mine</p>' }) },
        lost,
      ),
      { _id: entry!._id, version: entry!.version },
    );
    isConflict(await mona.delete(`/api/reviews/${review._id}`, lost), { _id: review._id });
    isConflict(await mona.put(`/api/patients/${patient._id}/edit`, { fourthName: 'Other' }, lost), {
      _id: patient._id,
    });
    isConflict(await mona.put(`/api/teams/${team._id}/edit`, { name: 'Other' }, lost), { _id: team._id });
    isConflict(await mona.put(`/api/admissions/${ward.admission._id}/edit`, { admissionDetails: 'x' }, lost), {
      _id: ward.admission._id,
    });
    const note = await hany.post<Answer<PhysicianNote>>('/api/physicNotes/addphysicNote', {
      admissionId: ward.admission._id,
      noteDate: '2025-03-02',
      note: '<p>stable</p>',
    });
    isConflict(
      await hany.put(
        `/api/physicNotes/updatePhysicNote/${note.body._id}`,
        { noteDate: '2025-03-02', note: '<p>worse</p>' },
        lost,
      ),
      { _id: note.body._id, version: note.body.version },
    );
  });
});
