import { firstAnswerRules } from 'language/domain/team/answer-rules';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Admission, Answer, Drug, Patient, PhysicianNote, Review, Team } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { FOLLOWERS } from '../processes/follower-health-check.ts';
import { sharedTestEnvironment, openWard, type SharedTestEnvironment, type Ward } from '../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

describe('each command answers with the current entity', () => {
  test('a team has its creator as admin and first member, who is a clinical pharmacist', async () => {
    const { status, body } = await ward.mona.post<Answer<Team>>('/api/teams', {
      name: ' CCU ',
      specialty: 2,
      about: '<p onclick="x()">a</p>',
      admin: 'someone@else.test',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'CCU',
      specialty: 2,
      about: '<p>a</p>',
      admin: ward.mona.me.email,
      uploadPreset: 'local',
      stream: `team-${body._id}`,
      revision: 1,
      version: 1,
    });
    expect(body.members).toEqual([
      {
        user: ward.mona.me.email,
        userId: ward.mona.me._id,
        firstName: 'Mona',
        lastName: 'Farouk',
        isPhysic: false,
        canEdit: true,
        canRead: true,
        disabled: false,
        canAudit: false,
      },
    ]);
  });

  test('a member is added by e-mail and made a physician', async () => {
    const { body } = await ward.mona.put<Team>(`/api/teams/${ward.team._id}/members/${ward.hany.me._id}`, {
      role: 'physician',
    });
    expect(body.members.map(({ user, isPhysic, canEdit }) => ({ user, isPhysic, canEdit }))).toEqual([
      { user: ward.mona.me.email, isPhysic: false, canEdit: true },
      { user: ward.omar.me.email, isPhysic: false, canEdit: true },
      { user: ward.hany.me.email, isPhysic: true, canEdit: false },
    ]);
  });

  test('a patient', async () => {
    const { status, body } = await ward.omar.post<Answer<Patient>>('/api/patients', {
      team: ward.team._id,
      firstName: 'هدى',
      birthdate: '١٩٨٠-٠١-٣١',
      medicalRecordNumber: '٠٠٧',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: body._id,
      team: ward.team._id,
      firstName: 'هدى',
      middleName: '',
      lastName: '',
      fourthName: '',
      birthdate: '1980-01-31',
      medicalRecordNumber: '007',
      sex: '',
      version: 0,
      stream: `patient-${body._id}`,
      revision: 0,
    });
  });

  test('an admission, and its discharge', async () => {
    await ward.omar.put(`/api/admissions/${ward.admission._id}/edit`, {
      dischargeDate: '2025-03-09',
      dischargeStatus: 0,
    });
    const admitted = await ward.omar.post<Answer<Admission>>('/api/admissions', {
      patient: ward.patient._id,
      admissionDate: '2025-02-01',
      admissionDetails: '<p>Sepsis</p>',
    });
    expect(admitted.status).toBe(201);
    const { _id } = admitted.body;
    expect(admitted.body).toEqual({
      _id,
      patient: ward.patient._id,
      team: ward.team._id,
      admissionDate: '2025-02-01',
      admissionDetails: '<p>Sepsis</p>',
      room: '',
      bed: '',
      consultant: '',
      workingDiagnosis: '',
      pregnancy: '',
      plannedDischarge: '',
      dischargeDate: null,
      dischargeStatus: null,
      dischargeNote: '',
      reviewsCount: 0,
      notesCount: 0,
      gallery: [],
      version: 0,
      stream: `admission-${_id}`,
      revision: 0,
    });
    const discharged = await ward.omar.put<Answer<Admission>>(`/api/admissions/${_id}/edit`, {
      _id,
      dischargeDate: '2025-02-03',
      dischargeStatus: 1,
      dischargeNote: 'Well',
    });
    expect(discharged.status).toBe(200);
    expect(discharged.body).toMatchObject({
      dischargeDate: '2025-02-03',
      dischargeStatus: 1,
      dischargeNote: 'Well',
      version: 1,
      revision: 1,
    });
  });

  test('a review with labels and tags filled in, its author taken from the token', async () => {
    const { status, body } = await ward.omar.post<Answer<Review>>('/api/reviews/addReview', {
      admissionId: ward.admission._id,
      reviewDate: '2025-03-02',
      clinicalNote: '<p>stable<script>1</script></p>',
      userId: ward.mona.me._id,
      userName: 'Another Person',
      drugErrs: [
        ward.entry(),
        ward.entry({ errType: NO_ERROR._id, errDrug: ward.drug.tradeLabels[1]!._id, drugTags: [{ name: 'own' }] }),
      ],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      admission: ward.admission._id,
      patient: ward.patient._id,
      team: ward.team._id,
      reviewDate: '2025-03-02',
      clinicalNote: '<p>stable</p>',
      userId: ward.omar.me._id,
      userEmail: ward.omar.me.email,
      userName: 'Omar Farouk',
      userPhone: '01001234501',
      stream: `admission-${ward.admission._id}`,
    });
    expect(body.version).toBe(body.revision);
    expect(body.drugErrs).toMatchObject([
      {
        errTypeLabel: 'Dose too high',
        errDrugLabel: 'Marevan 5 mg',
        errRes: 1,
        errSeverity: 'C',
        rating: null,
        drugTags: [{ name: 'Anticoagulant' }],
        version: body.version,
      },
      {
        errTypeLabel: 'No error',
        errDrugLabel: 'Marevan 1 mg',
        errRes: null,
        errSeverity: null,
        drugTags: [{ name: 'own' }],
      },
    ]);
  });

  test("a review's head, entries and ratings", async () => {
    const review = await ward.addReview(ward.omar);
    const { omar, mona } = ward;
    const head = await omar.put<Answer<Review>>(`/api/reviews/updateRevHead/${review._id}`, {
      reviewId: review._id,
      reviewDate: '2025-03-03',
      clinicalNote: '<p>better</p>',
    });
    expect(head).toMatchObject({
      status: 200,
      body: { _id: review._id, reviewDate: '2025-03-03', clinicalNote: '<p>better</p>' },
    });

    const added = await omar.post<Answer<Review>>(`/api/reviews/addRevMed/${review._id}`, {
      reviewId: review._id,
      drugErr: ward.entry({ errSeverity: '', errRes: null }),
    });
    expect(added.status).toBe(201);
    expect(added.body.drugErrs).toHaveLength(2);
    expect(added.body.drugErrs[1]).toMatchObject({ errSeverity: null, errRes: null, version: added.body.revision });
    const entry = added.body.drugErrs[1]!;

    const updated = await omar.put<Answer<Review>>(`/api/reviews/updateRevMed/${review._id}`, {
      reviewId: review._id,
      drugErr: ward.entry({ _id: entry._id, errNote: '<p>INR 5</p>' }),
    });
    expect(updated.body.drugErrs[1]).toMatchObject({ _id: entry._id, errNote: '<p>INR 5</p>' });

    const rated = await mona.put<Answer<Review>>(`/api/reviews/${review._id}/editRating`, {
      reviewId: review._id,
      errId: entry._id,
      rating: 4.5,
    });
    expect(rated.body.drugErrs[1]).toMatchObject({ rating: 4.5, version: rated.body.revision });
    expect(
      (await mona.put<Review>(`/api/reviews/editRating/${review._id}`, { errId: entry._id, rating: 3 })).body
        .drugErrs[1]!.rating,
    ).toBe(3);

    const removed = await omar.post<Answer<Review>>(`/api/reviews/remRevMed/${review._id}`, {
      reviewId: review._id,
      drugErr: { _id: entry._id },
    });
    expect(removed).toMatchObject({ status: 200, body: { drugErrs: [{ _id: review.drugErrs[0]!._id }] } });
  });

  test('a follow-up date is set by the author, moved by a teammate, and kept by an edit without it', async () => {
    const { omar, mona, hany, sami } = ward;
    const { _id: reviewId } = await ward.addReview(omar);
    const { body: added } = await omar.post<Answer<Review>>(`/api/reviews/addRevMed/${reviewId}`, {
      drugErr: ward.entry({ errRes: null, followUpDate: '٢٠٢٥-٠٣-٠٥' }),
    });
    const entry = added.drugErrs[1]!;
    expect([added.drugErrs[0]!.followUpDate, entry.followUpDate]).toEqual([null, '2025-03-05']);

    const plan = (followUpDate: string | null) => ({ reviewId, errId: entry._id, followUpDate });
    const path = `/api/reviews/${reviewId}/followUp`;
    const moved = await mona.put<Answer<Review>>(path, plan('2025-03-06'), { 'if-match': String(entry.version) });
    expect(moved).toMatchObject({
      status: 200,
      body: {
        drugErrs: [{}, { _id: entry._id, followUpDate: '2025-03-06', errRes: null, version: moved.body.revision }],
      },
    });
    expect(await omar.put(path, plan('2025-03-07'), { 'if-match': String(entry.version) })).toMatchObject({
      status: 409,
      body: { current: { followUpDate: '2025-03-06' }, changedBy: { userId: mona.me._id } },
    });
    expect(await hany.put(path, plan('2025-03-07'))).toMatchObject({ status: 403, body: { message: 'Not allowed' } });
    expect((await sami.put(path, plan('2025-03-07'))).status).toBe(404);
    expect(await mona.put(path, plan('2025-03-01'))).toMatchObject({
      status: 400,
      body: { fields: { followUpDate: 'The follow-up date is before the review date' } },
    });
    expect((await mona.put(path, { reviewId, errId: entry._id })).status).toBe(400);

    const update = (fields: object) =>
      omar.put<Answer<Review>>(`/api/reviews/updateRevMed/${reviewId}`, {
        drugErr: ward.entry({ _id: entry._id, errRes: 1, ...fields }),
      });
    expect((await update({})).body.drugErrs[1]).toMatchObject({ errRes: 1, followUpDate: '2025-03-06' });
    expect((await update({ followUpDate: '' })).body.drugErrs[1]).toMatchObject({ followUpDate: null });
    expect((await mona.put<Answer<Review>>(path, plan('2025-03-08'))).body.drugErrs[1]).toMatchObject({
      followUpDate: '2025-03-08',
    });
    expect((await mona.put<Answer<Review>>(path, plan(null))).body.drugErrs[1]).toMatchObject({
      followUpDate: null,
      errRes: 1,
    });
  });

  test('a teammate takes an entry over and records its response; author and text stay', async () => {
    const { omar, mona, hany, sami } = ward;
    const { _id: reviewId } = await ward.addReview(omar);
    const { body: added } = await omar.post<Answer<Review>>(`/api/reviews/addRevMed/${reviewId}`, {
      drugErr: ward.entry({ errRes: null }),
    });
    const { version, ...entry } = added.drugErrs[1]!;
    const [takeOver, response] = [`/api/reviews/${reviewId}/takeOver`, `/api/reviews/${reviewId}/response`];
    const errId = entry._id;
    const answer = (errRes: number | null | '') => ({ reviewId, errId, errRes });

    expect(await mona.put(response, answer(1))).toMatchObject({ status: 403, body: { message: 'Not allowed' } });
    expect((await hany.put(takeOver, { errId })).status).toBe(403);
    expect((await sami.put(takeOver, { errId })).status).toBe(404);
    expect((await mona.put(takeOver, { errId: 'unknown' })).status).toBe(404);
    expect((await mona.put(takeOver, { errId, errRes: 1 })).status).toBe(400);
    const taken = await mona.put<Answer<Review>>(takeOver, { errId }, { 'if-match': String(version) });
    expect(taken).toMatchObject({ status: 200, body: { userId: omar.me._id } });
    expect(taken.body.drugErrs[1]).toEqual({ ...entry, responsible: mona.me._id, version: taken.body.revision });
    expect(await omar.put(response, answer(3), { 'if-match': String(version) })).toMatchObject({
      status: 409,
      body: { current: { responsible: mona.me._id }, changedBy: { userId: mona.me._id } },
    });

    const recorded = await mona.put<Answer<Review>>(response, answer(2));
    expect(recorded.body.drugErrs[1]).toEqual({
      ...entry,
      errRes: 2,
      responsible: mona.me._id,
      asked: { ...entry.asked, reportedBy: mona.me._id },
      version: recorded.body.revision,
    });
    expect(await omar.put(takeOver, { errId })).toMatchObject({ status: 409, body: { reason: 'entry-not-pending' } });
    expect((await omar.put<Answer<Review>>(response, answer(''))).body.drugErrs[1]).toMatchObject({ errRes: null });
    expect((await mona.put(response, answer(5))).status).toBe(400);
    expect((await mona.put(response, { reviewId, errId })).status).toBe(400);
    const update = { drugErr: { ...taken.body.drugErrs[1]!, errNote: '<p>Mine now</p>' } };
    expect((await mona.put(`/api/reviews/updateRevMed/${reviewId}`, update)).status).toBe(403);
    const edited = await omar.put<Answer<Review>>(`/api/reviews/updateRevMed/${reviewId}`, update);
    expect(edited.body.drugErrs[1]).toMatchObject({ errNote: '<p>Mine now</p>', responsible: mona.me._id });
  });

  test('an entry is asked of a physician, who answers by the rules of the team, corrects it, and is reported over', async () => {
    const { omar, mona, hany } = ward;
    const team = ward.team._id;
    const rules = { ...firstAnswerRules, refusalReasons: ['Benefit outweighs risk'] };
    const set = await mona.put<Answer<Team>>(`/api/teams/${team}/answerRules`, rules);
    expect(set).toMatchObject({ status: 200, body: { answerRules: rules } });
    expect((await omar.put(`/api/teams/${team}/answerRules`, rules)).status).toBe(403);
    const { _id: reviewId } = await ward.addReview(omar);
    const { body: added } = await omar.post<Answer<Review>>(`/api/reviews/addRevMed/${reviewId}`, {
      drugErr: ward.entry({ errRes: null }),
    });
    const { _id: entryId, version } = added.drugErrs[1]!;
    const [address, answer] = [`/api/reviews/${reviewId}/address`, `/api/reviews/${reviewId}/answer`];

    const to = { kind: 'physician', userId: hany.me._id };
    expect((await omar.put(address, { entryId, to: { ...to, userId: mona.me._id } })).status).toBe(400);
    const asked = await omar.put<Answer<Review>>(address, { entryId, to }, { 'if-match': String(version) });
    expect(asked.body.drugErrs[1]?.asked).toMatchObject({ address: to, answer: null });

    expect((await omar.put(answer, { entryId, answer: 'accepted' })).status).toBe(403);
    expect(await hany.put(answer, { entryId, answer: 'refused', reason: 'No' })).toMatchObject({
      status: 400,
      body: { reason: 'refusal-reason-unknown' },
    });
    const said = { entryId, answer: 'refused', reason: 'Benefit outweighs risk', text: '' };
    const refused = await hany.put<Answer<Review>>(answer, said);
    expect(refused.body.drugErrs[1]).toMatchObject({
      errRes: 2,
      asked: { reportedBy: null, answer: { answer: 'refused', reason: said.reason, userId: hany.me._id } },
    });
    const again = await hany.put<Answer<Review>>(answer, { entryId, answer: 'changed', text: 'Half of it' });
    expect(again.body.drugErrs[1]).toMatchObject({ errRes: 1, asked: { answer: { text: 'Half of it' } } });
    const admissionId = added.admission;
    expect((await environment.events(`admission-${admissionId}`)).at(-1)).toMatchObject({
      type: 'EntryAnswered',
      data: { corrects: true },
    });
    const { body } = await omar.put<Answer<Review>>(`/api/reviews/${reviewId}/response`, {
      reviewId,
      errId: entryId,
      errRes: 2,
    });
    expect(body.drugErrs[1]?.asked).toMatchObject({ reportedBy: omar.me._id, answer: { answer: 'changed' } });
  });

  test("a physician's note", async () => {
    const { status, body } = await ward.hany.post<Answer<PhysicianNote>>('/api/physicNotes/addphysicNote', {
      admissionId: ward.admission._id,
      noteDate: '2025-03-02',
      note: '<p>Stop heparin</p>',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      admissionId: ward.admission._id,
      patientId: ward.patient._id,
      teamId: ward.team._id,
      note: '<p>Stop heparin</p>',
      userName: 'Hany Farouk',
    });
  });

  test('a drug', () => {
    const drug: Drug = ward.drug;
    expect(drug.tradeLabels).toEqual([
      { _id: `${drug._id}.1`, idx: 0, label: 'Marevan 5 mg' },
      { _id: `${drug._id}.2`, idx: 1, label: 'Marevan 1 mg' },
    ]);
    expect(drug.errTemps).toEqual([{ idx: 0, errType: ward.errType, isAdult: true, label: '<p>Check INR</p>' }]);
  });
});

test('health and readiness need no token', async () => {
  expect(await environment.send('GET', '/api/health')).toEqual({ status: 200, body: { status: 'ok' } });
  const each = Object.fromEntries(FOLLOWERS.map((follower) => [follower, expect.objectContaining({ ok: true })]));
  expect(await environment.send('GET', '/api/ready')).toEqual({
    status: 200,
    body: {
      ready: true,
      checks: {
        postgres: { ok: true },
        eventLog: { ok: true },
        followers: { ok: true, each },
        disk: { ok: true },
      },
    },
  });
});
