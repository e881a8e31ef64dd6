import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Admission,
  AdmissionMedication,
  Answer,
  ConflictProblem,
  Drug,
  Patient,
  PhysicianNote,
  Problem,
  Review,
  Team,
} from '../contract/entities.ts';
import { NO_ERROR } from '../domain/values/codes.ts';
import { FOLLOWERS } from '../processes/follower-health-check.ts';
import {
  type Caller,
  key,
  startTestEnvironment,
  openWard,
  type TestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

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
      admin: 'mona@hospital.test',
      uploadPreset: 'local',
      stream: `team-${body._id}`,
      revision: 1,
      version: 1,
    });
    expect(body.members).toEqual([
      {
        user: 'mona@hospital.test',
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
      { user: 'mona@hospital.test', isPhysic: false, canEdit: true },
      { user: 'omar@hospital.test', isPhysic: false, canEdit: true },
      { user: 'hany@hospital.test', isPhysic: true, canEdit: false },
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
      version: 0,
      stream: `patient-${body._id}`,
      revision: 0,
    });
  });

  test('an admission, and its discharge', async () => {
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
      userEmail: 'omar@hospital.test',
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

describe('rights', () => {
  test('outside the team its things are 404', async () => {
    const { sami, team, patient, admission } = ward;
    const review = await ward.addReview();
    const answers = await Promise.all([
      sami.post(`/api/teams/${team._id}/members`, { email: 'sami@hospital.test' }),
      sami.put(`/api/teams/${team._id}/members/${ward.omar.me._id}`, { role: 'physician' }),
      sami.post('/api/patients', { team: team._id, firstName: 'A', birthdate: '1990-01-01' }),
      sami.post('/api/admissions', { patient: patient._id, admissionDate: '2025-01-01' }),
      sami.put(`/api/admissions/${admission._id}/edit`, { dischargeDate: '2025-03-03', dischargeStatus: 0 }),
      sami.post('/api/reviews/addReview', { admissionId: admission._id, reviewDate: '2025-03-02' }),
      sami.put(`/api/reviews/updateRevHead/${review._id}`, { reviewDate: '2025-03-02', clinicalNote: '' }),
      sami.post(`/api/reviews/addRevMed/${review._id}`, { drugErr: ward.entry() }),
      sami.put(`/api/reviews/updateRevMed/${review._id}`, { drugErr: ward.entry({ _id: review.drugErrs[0]!._id }) }),
      sami.post(`/api/reviews/remRevMed/${review._id}`, { drugErr: { _id: review.drugErrs[0]!._id } }),
      sami.put(`/api/reviews/${review._id}/editRating`, { errId: review.drugErrs[0]!._id, rating: 1 }),
      sami.post('/api/physicNotes/addphysicNote', { admissionId: admission._id, noteDate: '2025-03-02', note: 'x' }),
    ]);
    for (const answer of answers)
      expect(answer).toEqual({ status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } });
  });

  test('physicians write no review, pharmacists no note, members rate nothing and edit no catalogue', async () => {
    const review = await ward.addReview();
    const answers = await Promise.all([
      ward.hany.post('/api/reviews/addReview', { admissionId: ward.admission._id, reviewDate: '2025-03-02' }),
      ward.omar.post('/api/physicNotes/addphysicNote', {
        admissionId: ward.admission._id,
        noteDate: '2025-03-02',
        note: 'x',
      }),
      ward.omar.put(`/api/reviews/${review._id}/editRating`, { errId: review.drugErrs[0]!._id, rating: 1 }),
      ward.omar.put(`/api/reviews/updateRevHead/${review._id}`, { reviewDate: '2025-03-02', clinicalNote: 'not mine' }),
      ward.omar.post(`/api/teams/${ward.team._id}/members`, { email: 'sami@hospital.test' }),
      ward.mona.post('/api/errtypes', { label: 'Another' }),
    ]);
    for (const answer of answers)
      expect(answer).toEqual({
        status: 403,
        body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
      });
  });

  test("the team header must name the resource's team", async () => {
    const body = { team: ward.team._id, firstName: 'A', birthdate: '1990-01-01' };
    expect((await ward.mona.post('/api/patients', body, { team: 'another' })).status).toBe(403);
    expect((await ward.mona.post('/api/patients', body, { team: ward.team._id })).status).toBe(201);
  });

  test('without a token every command is refused', async () => {
    const answer = await environment.send('POST', '/api/patients', {
      team: ward.team._id,
      firstName: 'A',
      birthdate: '1990-01-01',
    });
    expect(answer).toEqual({
      status: 401,
      body: { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'token-failed' },
    });
  });

  test('an unknown e-mail, a second addition and a change of the admin themself are refused', async () => {
    const members = `/api/teams/${ward.team._id}/members`;
    expect(await ward.mona.post(members, { email: 'unknown@hospital.test' })).toEqual({
      status: 404,
      body: { message: 'User not found', code: 'notFound', reason: 'user-not-found' },
    });
    expect(await ward.mona.post(members, { email: 'Omar@Hospital.test' })).toEqual({
      status: 409,
      body: { message: 'This member already added', code: 'conflict', reason: 'member-already-added' },
    });
    expect((await ward.mona.post<Problem>(members, { email: ' ' })).body.message).toBe('User email is required');
    expect((await ward.mona.put(`${members}/${ward.mona.me._id}`, { role: 'physician' })).status).toBe(409);
  });
});

describe('invalid input is refused with its field', () => {
  const post = (body: unknown, headers = {}) =>
    environment.send<Problem>('POST', '/api/patients', body, {
      authorization: `bearer ${ward.mona.me.token}`,
      ...headers,
    });
  test.each([
    ['malformed JSON', '{"team":', {}, 400],
    ['a body that is no object', '[1]', {}, 400],
    ['another content type', 'team=1', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['an unknown field', { team: 'x', firstName: 'A', birthdate: '1990-01-01', isAdmin: true }, {}, 400],
    [
      'a key that is no UUID',
      { team: 'x', firstName: 'A', birthdate: '1990-01-01' },
      { 'idempotency-key': 'once' },
      400,
    ],
    [
      'an If-Match that is no version',
      { team: 'x', firstName: 'A', birthdate: '1990-01-01' },
      { 'if-match': 'newest' },
      400,
    ],
    ['a zero character', { team: 'x', firstName: 'A\0', birthdate: '1990-01-01' }, {}, 400],
    ['half of a surrogate pair', '{"team":"x","firstName":"\\ud800","birthdate":"1990-01-01"}', {}, 400],
    ['a date that is none', { team: 'x', firstName: 'A', birthdate: '2023-02-29' }, {}, 400],
    ['brackets in brackets', `{"team":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {}, 400],
    [
      'a body said to be compressed',
      { team: 'x', firstName: 'A', birthdate: '1990-01-01' },
      { 'content-encoding': 'gzip' },
      400,
    ],
    ['a megabyte', { team: 'x', firstName: 'A'.repeat(1_100_000), birthdate: '1990-01-01' }, {}, 413],
  ])('%s', async (_what, body, headers, status) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.body.message).not.toBe('');
    expect(JSON.stringify(answer.body)).not.toMatch(/ at .*\.ts|node_modules/);
  });

  test('a review that fits into a request and not into one append', async () => {
    const drugErrs = Array.from({ length: 100 }, () => ward.entry({ errNote: `<p>${'x'.repeat(9_000)}</p>` }));
    const answer = await ward.mona.post<Problem>('/api/reviews/addReview', {
      admissionId: ward.admission._id,
      reviewDate: '2025-03-02',
      drugErrs,
    });
    expect(answer).toEqual({
      status: 413,
      body: { message: 'This is too large to be saved', code: 'tooLarge', reason: 'too-large-to-save' },
    });
  });

  test('an unknown error type or drug', async () => {
    const send = (entry: object) =>
      ward.mona.post<Problem>('/api/reviews/addReview', {
        admissionId: ward.admission._id,
        reviewDate: '2025-03-02',
        drugErrs: [ward.entry(), entry],
      });
    expect((await send(ward.entry({ errType: 'nothing' }))).body).toEqual({
      message: 'This error type is not known',
      code: 'invalid',
      reason: 'unknown-error-type',
      fields: { 'drugErrs.1.errType': 'This error type is not known' },
      fieldReasons: { 'drugErrs.1.errType': { reason: 'unknown-error-type' } },
    });
    expect((await send(ward.entry({ errType: 'made-up-99bb' }))).status).toBe(400);
    expect((await send(ward.entry({ errDrug: 'nothing.1' }))).body.fields).toEqual({
      'drugErrs.1.errDrug': 'This drug is not known',
    });
    expect((await send(ward.entry({ errDrug: `${ward.drug._id}.9` }))).status).toBe(400);
  });

  test('a thing that does not exist', async () => {
    expect(
      (await ward.mona.put('/api/reviews/updateRevHead/nothing.1', { reviewDate: '2025-03-02', clinicalNote: '' }))
        .status,
    ).toBe(404);
    expect(
      (await ward.mona.put('/api/reviews/updateRevHead/%00', { reviewDate: '2025-03-02', clinicalNote: '' })).status,
    ).toBe(404);
    expect((await ward.mona.post('/api/nothing', {})).status).toBe(404);
    expect((await ward.mona.post('/api/admissions', { patient: 'nothing', admissionDate: '2025-01-01' })).status).toBe(
      404,
    );
  });
});

describe('a repeated key gives the first answer and writes nothing', () => {
  test('also when the entity has changed since', async () => {
    const once = key();
    const body = {
      admissionId: ward.admission._id,
      reviewDate: '2025-03-02',
      clinicalNote: '<p>first</p>',
      drugErrs: [ward.entry()],
    };
    const first = await ward.mona.post<Answer<Review>>('/api/reviews/addReview', body, once);
    await ward.mona.put(`/api/reviews/updateRevHead/${first.body._id}`, {
      reviewDate: '2025-03-02',
      clinicalNote: '<p>second</p>',
    });
    const before = (await environment.events(first.body.stream)).length;
    expect(await ward.mona.post('/api/reviews/addReview', body, once)).toEqual(first);
    expect(await environment.events(first.body.stream)).toHaveLength(before);
  });

  test('also five at the same time', async () => {
    const once = key();
    const body = { team: ward.team._id, firstName: 'مريم', birthdate: '1990-01-01' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ward.mona.post<Answer<Patient>>('/api/patients', body, once)),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await environment.events(answers[0]!.body.stream)).toHaveLength(1);
  });

  test('and is refused for another command on the same stream', async () => {
    const once = key();
    const review = await ward.mona.post<Review>(
      '/api/reviews/addReview',
      { admissionId: ward.admission._id, reviewDate: '2025-03-02' },
      once,
    );
    const other = await ward.mona.put<Problem>(
      `/api/reviews/updateRevHead/${review.body._id}`,
      { reviewDate: '2025-03-02', clinicalNote: '<p>x</p>' },
      once,
    );
    expect(other).toMatchObject({ status: 400, body: { message: 'This Idempotency-Key was used for something else' } });
  });

  test('and is refused for another thing of the same stream, which stays as it is', async () => {
    const [one, other] = [await ward.addReview(), await ward.addReview()];
    const { mona, hany } = ward;
    const admissionId = ward.admission._id;
    const medication = async () =>
      (
        await mona.post<AdmissionMedication>(`/api/admissions/${admissionId}/medications`, {
          drug: ward.drug.tradeLabels[0]!._id,
          startDate: '2025-03-02',
        })
      ).body._id;
    const note = async () =>
      (
        await hany.post<PhysicianNote>('/api/physicNotes/addphysicNote', {
          admissionId,
          noteDate: '2025-03-02',
          note: '<p>x</p>',
        })
      ).body._id;
    const [first, second] = [one.drugErrs[0]!._id, other.drugErrs[0]!._id];
    const [medications, notes] = [
      [await medication(), await medication()],
      [await note(), await note()],
    ];
    const about: readonly (readonly [
      by: Caller,
      method: 'post' | 'put',
      of: (n: 0 | 1) => readonly [path: string, body: object],
    ])[] = [
      [
        mona,
        'put',
        (n) => [
          `/api/reviews/updateRevHead/${[one, other][n]!._id}`,
          { reviewDate: '2025-03-02', clinicalNote: '<p>key</p>' },
        ],
      ],
      [mona, 'post', (n) => [`/api/reviews/${[one, other][n]!._id}/duplicate`, {}]],
      [mona, 'post', (n) => [`/api/reviews/addRevMed/${[one, other][n]!._id}`, { drugErr: ward.entry() }]],
      [
        mona,
        'put',
        (n) => [
          `/api/reviews/updateRevMed/${[one, other][n]!._id}`,
          { drugErr: ward.entry({ _id: [first, second][n], errNote: '<p>key</p>' }) },
        ],
      ],
      [
        mona,
        'put',
        (n) => [`/api/reviews/${[one, other][n]!._id}/editRating`, { errId: [first, second][n], rating: 2 }],
      ],
      [
        mona,
        'post',
        (n) => [`/api/reviews/remRevMed/${[one, other][n]!._id}`, { drugErr: { _id: [first, second][n] } }],
      ],
      [
        hany,
        'put',
        (n) => [`/api/physicNotes/updatePhysicNote/${notes[n]}`, { noteDate: '2025-03-02', note: '<p>key</p>' }],
      ],
      [mona, 'put', (n) => [`/api/admissions/${admissionId}/medications/${medications[n]}`, { note: 'key' }]],
      [mona, 'post', (n) => [`/api/admissions/${admissionId}/medications/${medications[n]}/stop`, {}]],
      [mona, 'put', (n) => [`/api/teams/${ward.team._id}/members/${[ward.omar, hany][n]!.me._id}`, { disabled: true }]],
    ];
    for (const [by, method, of] of about) {
      const once = key();
      const [path, body] = of(0);
      const answer = await by[method]<Answer<object>>(path, body, once);
      expect(answer.status, path).toBeLessThan(300);
      const { length } = await environment.events(answer.body.stream);
      expect(await by[method](...of(1), once), path).toEqual({
        status: 400,
        body: {
          message: 'This Idempotency-Key was used for something else',
          code: 'invalid',
          reason: 'idempotency-key-reused',
        },
      });
      expect(await environment.events(answer.body.stream), path).toHaveLength(length);
      expect(await by[method](path, body, once), path).toEqual(answer);
    }
    for (const [path, by] of [
      [(n: 0 | 1) => `/api/reviews/${[one, other][n]!._id}`, mona],
      [(n: 0 | 1) => `/api/physicNotes/deletePhysicNote/${notes[n]}`, hany],
      [(n: 0 | 1) => `/api/admissions/${admissionId}/medications/${medications[n]}`, mona],
    ] as const) {
      const once = key();
      expect((await by.delete(path(0), once)).status, path(0)).toBe(200);
      expect((await by.delete(path(1), once)).status, path(1)).toBe(400);
      expect((await by.delete(path(1))).status, path(1)).toBe(200);
    }
    await mona.put(`/api/teams/${ward.team._id}/members/${ward.omar.me._id}`, { disabled: false });
  });

  test('and makes two different things for another patient or admission', async () => {
    const once = { admission: key(), review: key(), entry: key() };
    const admit = async (firstName: string) => {
      const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
        team: ward.team._id,
        firstName,
        birthdate: '1990-01-01',
      });
      const { body: admission } = await ward.mona.post<Admission>(
        '/api/admissions',
        { patient: patient._id, admissionDate: '2025-03-01' },
        once.admission,
      );
      expect(admission.patient).toBe(patient._id);
      const { body: review } = await ward.mona.post<Review>(
        '/api/reviews/addReview',
        { admissionId: admission._id, reviewDate: '2025-03-02', drugErrs: [ward.entry()] },
        once.review,
      );
      const { body: longer } = await ward.mona.post<Review>(
        `/api/reviews/addRevMed/${review._id}`,
        { drugErr: ward.entry() },
        once.entry,
      );
      return [admission._id, ...longer.drugErrs.map(({ _id }) => _id)];
    };
    const ids = [...(await admit('سعاد')), ...(await admit('سميرة'))];
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('counts per user', async () => {
    const once = key();
    const body = { team: ward.team._id, firstName: 'نور', birthdate: '1990-01-01' };
    const [mine, theirs] = [
      await ward.mona.post<Patient>('/api/patients', body, once),
      await ward.omar.post<Patient>('/api/patients', body, once),
    ];
    expect(mine.body._id).not.toBe(theirs.body._id);
  });
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
    const { body: admission } = await ward.mona.post<Answer<Admission>>('/api/admissions', {
      patient: ward.patient._id,
      admissionDate: '2025-01-01',
    });
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
});

test('health and readiness need no token', async () => {
  expect(await environment.send('GET', '/api/health')).toEqual({ status: 200, body: { status: 'ok' } });
  const each = Object.fromEntries(FOLLOWERS.map((follower) => [follower, expect.objectContaining({ ok: true })]));
  expect(await environment.send('GET', '/api/ready')).toEqual({
    status: 200,
    body: { ready: true, checks: { postgres: { ok: true }, eventLog: { ok: true }, followers: { ok: true, each } } },
  });
});
