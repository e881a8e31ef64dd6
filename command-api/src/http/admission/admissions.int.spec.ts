import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Admission,
  AdmissionMedication,
  Answer,
  ConflictProblem,
  GalleryChange,
  Patient,
  PhysicianNote,
  Problem,
  Review,
  Team,
  UploadedImages,
} from '../../contract/entities.ts';
import { NO_ERROR } from '../../domain/values/codes.ts';
import { calendarDateIn } from '../../domain/values/calendar-date.ts';
import { unregisterCommandId } from '../../commands/delete-admission.ts';
import {
  key,
  startTestEnvironment,
  openWard,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const admit = async (): Promise<Answer<Admission>> =>
  (
    await ward.mona.post<Answer<Admission>>('/api/admissions', {
      patient: ward.patient._id,
      admissionDate: '2025-03-01',
      admissionDetails: '<p>AF</p>',
    })
  ).body;
const edit = <Body = Answer<Admission>>(id: string, body: object, headers = {}) =>
  ward.omar.put<Body>(`/api/admissions/${id}/edit`, body, headers);
/** A PNG. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const notFound = { status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } };
const forbidden = { status: 403, body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' } };

describe('an admission', () => {
  test('is edited field by field, and what is left out stays', async () => {
    const { _id } = await admit();
    expect(await edit(_id, { admissionDetails: '<p onclick="x()">Flutter</p>' })).toMatchObject({
      status: 200,
      body: { _id, admissionDate: '2025-03-01', admissionDetails: '<p>Flutter</p>', version: 1, revision: 1 },
    });
    expect((await edit(_id, { admissionDate: '٢٠٢٥-٠٢-٢٧' })).body).toMatchObject({
      admissionDate: '2025-02-27',
      admissionDetails: '<p>Flutter</p>',
      version: 2,
    });
    expect((await edit(_id, {})).body).toMatchObject({ version: 2, revision: 2 });
  });

  test('is discharged, corrected, and its discharge undone', async () => {
    const { _id } = await admit();
    expect(
      (await edit(_id, { dischargeDate: '2025-03-09', dischargeStatus: 6, dischargeNote: 'Home' })).body,
    ).toMatchObject({ dischargeDate: '2025-03-09', dischargeStatus: 6, dischargeNote: 'Home' });
    expect((await edit(_id, { dischargeStatus: 0 })).body).toMatchObject({
      dischargeDate: '2025-03-09',
      dischargeStatus: 0,
      dischargeNote: 'Home',
    });
    expect((await edit(_id, { dischargeDate: null, dischargeStatus: null })).body).toMatchObject({
      dischargeDate: null,
      dischargeStatus: null,
      dischargeNote: '',
    });
  });

  test.each([
    [{ dischargeDate: '2025-02-28', dischargeStatus: 0 }, 'dischargeDate'],
    [{ dischargeDate: '2025-03-09' }, 'dischargeStatus'],
    [{ dischargeStatus: 0 }, 'dischargeDate'],
    [{ dischargeDate: '2025-03-09', dischargeStatus: 7 }, 'dischargeStatus'],
    [{ admissionDate: '1960-02-28' }, 'admissionDate'],
    [{ admissionDate: '2999-01-01' }, 'admissionDate'],
    [{ admissionDate: '2025-02-30' }, 'admissionDate'],
    [{ gallery: [{ title: ' ', images: [{ image: '/api/images/x' }] }] }, 'gallery.0.title'],
    [{ isAdmin: true }, 'isAdmin'],
    [
      { gallery: Array.from({ length: 201 }, () => ({ title: 'Wound', images: [{ image: '/api/images/x' }] })) },
      'gallery',
    ],
  ])('is not edited with %o', async (body, field) => {
    const { _id } = await admit();
    const answer = await edit<Problem>(_id, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    expect(await environment.events(`admission-${_id}`)).toHaveLength(1);
  });

  test('is not edited with a text that would block the server', async () => {
    const { _id } = await admit();
    const formatting = Array.from({ length: 2_000 }, (_, n) => `<b id=${n}><i id=${n}>`).join('');
    const admissionDetails = `${formatting}${'<p>x'.repeat(2_000)}`;
    expect(await edit<Problem>(_id, { admissionDetails })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        message: 'This text is nested too deeply to be saved',
        reason: 'formatting-nested-too-deeply',
      },
    });
    expect(await environment.events(`admission-${_id}`)).toHaveLength(1);
  });

  test('does not get an admission date after its reviews', async () => {
    const { _id } = await admit();
    await ward.mona.post('/api/reviews/addReview', { admissionId: _id, reviewDate: '2025-03-02' });
    expect((await edit<Problem>(_id, { admissionDate: '2025-03-03' })).body).toMatchObject({
      code: 'invalid',
      message: 'There is a review of 2025-03-02, before this admission date',
    });
  });

  test('is unregistered from its patient before its deletion is answered; a repeat gets the first answer', async () => {
    const { _id } = await admit();
    const once = key();
    const deletion = await ward.omar.delete<Answer<Admission>>(`/api/admissions/${_id}`, { ...once, 'if-match': '0' });
    expect(deletion).toMatchObject({
      status: 200,
      body: { _id, admissionDetails: '<p>AF</p>', stream: `admission-${_id}`, revision: 1, version: 1 },
    });
    const [own, patients] = [
      (await environment.events(`admission-${_id}`)).at(-1)!,
      (await environment.events(`patient-${ward.patient._id}`)).at(-1)!,
    ];
    expect(own).toMatchObject({
      type: 'AdmissionDeleted',
      metadata: { command: 'DeleteAdmission', actorId: ward.omar.me._id },
    });
    expect(patients).toMatchObject({
      type: 'AdmissionUnregistered',
      data: { admissionId: _id },
      metadata: { commandId: unregisterCommandId(own.metadata.commandId, _id) },
    });
    expect(await ward.omar.delete(`/api/admissions/${_id}`, once)).toEqual(deletion);
    expect(await ward.omar.delete(`/api/admissions/${_id}`)).toEqual(notFound);
    expect(await edit(_id, { admissionDetails: '' })).toEqual(notFound);
    expect(await ward.mona.post('/api/reviews/addReview', { admissionId: _id, reviewDate: '2025-03-02' })).toEqual(
      notFound,
    );
  });

  test('is unregistered from its patient also if one key deletes two of their admissions', async () => {
    const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
      team: ward.team._id,
      firstName: 'سلوى',
      birthdate: '1970-01-01',
    });
    const once = key();
    for (const admissionDate of ['2025-03-01', '2025-04-01']) {
      const { body } = await ward.mona.post<Admission>('/api/admissions', { patient: patient._id, admissionDate });
      for (let times = 0; times < 2; times += 1)
        expect(await ward.mona.delete(`/api/admissions/${body._id}`, once)).toMatchObject({
          status: 200,
          body: { _id: body._id, admissionDate },
        });
    }
    expect((await ward.mona.delete(`/api/patients/${patient._id}`)).status).toBe(200);
  });

  test('is not deleted over images or medications that its sender has not seen', async () => {
    const { _id } = await admit();
    const remove = (version: number) =>
      ward.mona.delete<ConflictProblem>(`/api/admissions/${_id}`, { 'if-match': String(version) });
    const medication = (
      await ward.omar.post<Answer<AdmissionMedication>>(`/api/admissions/${_id}/medications`, {
        drug: ward.drug.tradeLabels[0]!._id,
        startDate: '2025-03-02',
      })
    ).body;
    expect(await remove(0)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        current: { _id, version: medication.revision },
        changedBy: { name: 'Omar Farouk' },
        changedAt: expect.any(String),
      },
    });
    expect((await remove(medication.revision)).status).toBe(200);
  });

  test('is not deleted with reviews or notes, without the right, or after a newer change', async () => {
    const { _id } = await admit();
    const { body: review } = await ward.mona.post<Review>('/api/reviews/addReview', {
      admissionId: _id,
      reviewDate: '2025-03-02',
    });
    const { body: note } = await ward.hany.post<PhysicianNote>('/api/physicNotes/addphysicNote', {
      admissionId: _id,
      noteDate: '2025-03-02',
      note: 'x',
    });
    const remove = (headers = {}) => ward.omar.delete<ConflictProblem>(`/api/admissions/${_id}`, headers);
    expect(await remove()).toEqual({
      status: 409,
      body: {
        message: 'This admission has reviews and cannot be deleted',
        code: 'conflict',
        reason: 'admission-has-reviews',
      },
    });
    expect((await ward.mona.delete(`/api/reviews/${review._id}`)).status).toBe(200);
    expect(await remove()).toEqual({
      status: 409,
      body: {
        message: 'This admission has physician notes and cannot be deleted',
        code: 'conflict',
        reason: 'admission-has-notes',
      },
    });
    expect((await ward.hany.delete(`/api/physicNotes/deletePhysicNote/${note._id}`)).status).toBe(200);
    expect(await ward.hany.delete(`/api/admissions/${_id}`)).toEqual(forbidden);
    expect(await ward.sami.delete(`/api/admissions/${_id}`)).toEqual(notFound);
    await ward.mona.put(`/api/admissions/${_id}/edit`, { admissionDetails: '<p>changed</p>' });
    expect(await remove({ 'if-match': '0' })).toMatchObject({
      status: 409,
      body: { current: { admissionDetails: '<p>changed</p>' }, changedBy: { name: 'Mona Farouk' } },
    });
    expect((await remove()).status).toBe(200);
  });
});

describe('a review', () => {
  test('that is too large for one append is not duplicated: 413', async () => {
    const { body: review } = await ward.mona.post<Answer<Review>>('/api/reviews/addReview', {
      admissionId: (await admit())._id,
      reviewDate: '2025-03-02',
    });
    const drugErr = ward.entry({ errNote: `<p>${'x'.repeat(100_000)}</p>` });
    for (let n = 0; n < 9; n += 1)
      expect((await ward.mona.post(`/api/reviews/addRevMed/${review._id}`, { drugErr })).status).toBe(201);
    const { length } = await environment.events(review.stream);
    const refusal = {
      message: 'This review is too large to be duplicated: write a new one',
      code: 'tooLarge',
      reason: 'review-too-large-to-copy',
    };
    expect(await ward.omar.post(`/api/reviews/${review._id}/duplicate`, {})).toEqual({ status: 413, body: refusal });
    expect(await environment.events(review.stream)).toHaveLength(length);
  });

  test('is duplicated to today with its entries and their origin, and the copy belongs to the duplicator', async () => {
    const origin = await ward.addReview();
    await ward.mona.put(`/api/reviews/${origin._id}/editRating`, { errId: origin.drugErrs[0]!._id, rating: 4 });
    const once = key();
    const copy = await ward.omar.post<Answer<Review>>(`/api/reviews/${origin._id}/duplicate`, {}, once);
    expect(copy).toMatchObject({
      status: 201,
      body: {
        copiedFrom: origin._id,
        reviewDate: calendarDateIn('Africa/Cairo', new Date()),
        clinicalNote: '<p>stable</p>',
        userId: ward.omar.me._id,
        admission: ward.admission._id,
      },
    });
    const { version: _version, ...entry } = origin.drugErrs[0]!;
    expect(copy.body.drugErrs).toEqual([
      { ...entry, _id: expect.not.stringMatching(entry._id), copiedFrom: entry._id, version: copy.body.revision },
    ]);
    expect(await ward.omar.post(`/api/reviews/${origin._id}/duplicate`, {}, once)).toEqual(copy);
    expect(
      (await ward.omar.post<Review>(`/api/reviews/${origin._id}/duplicate`, { reviewDate: '2025-03-05' })).body,
    ).toMatchObject({ reviewDate: '2025-03-05' });
    expect(await ward.hany.post(`/api/reviews/${origin._id}/duplicate`, {})).toEqual(forbidden);
    expect(await ward.sami.post(`/api/reviews/${origin._id}/duplicate`, {})).toEqual(notFound);
    expect((await ward.omar.post(`/api/reviews/${origin._id}/duplicate`, { reviewDate: '2025-02-01' })).status).toBe(
      400,
    );
    // The copy is a review like any other: its entries can be edited, and `copiedFrom` stays.
    const { _id, ...fields } = ward.entry({ _id: copy.body.drugErrs[0]!._id, errType: NO_ERROR._id }) as {
      _id: string;
    };
    const updated = await ward.omar.put<Review>(`/api/reviews/updateRevMed/${copy.body._id}`, {
      drugErr: { _id, ...fields },
    });
    expect(updated.body.drugErrs[0]).toMatchObject({ errSeverity: null, copiedFrom: entry._id });
  });

  test('is deleted by its author only, and answered as it was', async () => {
    const review = await ward.addReview(ward.omar);
    for (const other of [ward.mona, ward.hany])
      expect(await other.delete(`/api/reviews/${review._id}`)).toEqual(forbidden);
    expect(await ward.sami.delete(`/api/reviews/${review._id}`)).toEqual(notFound);
    const once = key();
    const deletion = await ward.omar.delete<Answer<Review>>(`/api/reviews/${review._id}`, {
      ...once,
      'if-match': String(review.version),
    });
    expect(deletion).toMatchObject({
      status: 200,
      body: { _id: review._id, drugErrs: review.drugErrs, clinicalNote: '<p>stable</p>', userName: 'Omar Farouk' },
    });
    expect(deletion.body.version).toBe(deletion.body.revision);
    expect(await ward.omar.delete(`/api/reviews/${review._id}`, once)).toEqual(deletion);
    expect(await ward.omar.delete(`/api/reviews/${review._id}`)).toEqual(notFound);
    expect(await ward.omar.post(`/api/reviews/addRevMed/${review._id}`, { drugErr: ward.entry() })).toEqual(notFound);
  });
});

test('a note is edited and deleted by its author only', async () => {
  const { body: note } = await ward.hany.post<Answer<PhysicianNote>>('/api/physicNotes/addphysicNote', {
    admissionId: ward.admission._id,
    noteDate: '2025-03-02',
    note: '<p>first</p>',
  });
  const body = { noteId: note._id, userId: ward.mona.me._id, noteDate: '2025-03-03', note: '<p>second<img src=x></p>' };
  const path = `/api/physicNotes/updatePhysicNote/${note._id}`;
  for (const other of [ward.mona, ward.omar]) expect(await other.put(path, body)).toEqual(forbidden);
  expect(await ward.sami.put(path, body)).toEqual(notFound);
  const edited = await ward.hany.put<Answer<PhysicianNote>>(path, body, { 'if-match': String(note.version) });
  expect(edited).toMatchObject({
    status: 200,
    body: { _id: note._id, noteDate: '2025-03-03', note: '<p>second</p>', userId: ward.hany.me._id },
  });
  expect(edited.body.version).toBe(edited.body.revision);
  const conflict = await ward.hany.put<ConflictProblem>(
    path,
    { ...body, note: '<p>third</p>' },
    { 'if-match': String(note.version) },
  );
  expect(conflict).toMatchObject({
    status: 409,
    body: { current: { note: '<p>second</p>' }, changedBy: { name: 'Hany Farouk' } },
  });
  expect((await ward.hany.put(path, { ...body, noteDate: '2025-02-01' })).status).toBe(400);

  const removal = `/api/physicNotes/deletePhysicNote/${note._id}`;
  expect(await ward.mona.delete(removal)).toEqual(forbidden);
  expect(await ward.hany.delete(removal)).toMatchObject({
    status: 200,
    body: { _id: note._id, note: '<p>second</p>' },
  });
  expect(await ward.hany.delete(removal)).toEqual(notFound);
});

describe('the gallery', () => {
  const image = (name: string) => ({ image: `https://res.cloudinary.com/icu-cairo/image/upload/v1/${name}.jpg` });
  const group = (title: string, ...names: string[]) => ({ title, images: names.map(image) });
  beforeAll(async () => {
    const { body: team } = await ward.mona.put<Team>(`/api/teams/${ward.team._id}/edit`, {
      cloudName: 'icu-cairo',
      uploadPreset: 'unsigned',
    });
    expect(team).toMatchObject({ cloudName: 'icu-cairo', uploadPreset: 'unsigned' });
  });

  test("accepts addresses of uploads in the team's account at the image service", async () => {
    const { _id } = await admit();
    const names = ['v1712345678/wards/three/wound_1.jpg', 'c_limit,w_320/v1/wound (2).jpg', 'جرح.jpg'].map(
      (name) => new URL(`https://res.cloudinary.com/icu-cairo/image/upload/${name}`).href,
    );
    expect(
      await ward.omar.post(`/api/admissions/${_id}/gallery`, {
        title: 'Wound',
        images: names.map((name) => ({ image: name })),
      }),
    ).toMatchObject({ status: 201 });
  });

  test('gets titled groups, which are removed one by one', async () => {
    const { _id } = await admit();
    const once = key();
    const first = await ward.omar.post<Answer<GalleryChange>>(
      `/api/admissions/${_id}/gallery`,
      group(' Wound ', 'a', 'b'),
      once,
    );
    expect(first).toEqual({
      status: 201,
      body: {
        _id: first.body._id,
        admission: _id,
        title: 'Wound',
        images: [image('a'), image('b')],
        gallery: [{ _id: first.body._id, title: 'Wound', images: [image('a'), image('b')] }],
        version: 1,
        stream: `admission-${_id}`,
        revision: 1,
      },
    });
    expect(await ward.omar.post(`/api/admissions/${_id}/gallery`, group('Wound', 'a', 'b'), once)).toEqual(first);
    const second = await ward.mona.post<Answer<GalleryChange>>(`/api/admissions/${_id}/gallery`, group('Rash', 'c'));
    expect(second.body.gallery.map(({ title }) => title)).toEqual(['Wound', 'Rash']);
    expect((await edit(_id, {})).body).toMatchObject({ version: 2, gallery: second.body.gallery });

    expect(await ward.hany.delete(`/api/admissions/${_id}/gallery/${first.body._id}`)).toEqual(forbidden);
    expect(await ward.sami.delete(`/api/admissions/${_id}/gallery/${first.body._id}`)).toEqual(notFound);
    expect(await ward.mona.delete<GalleryChange>(`/api/admissions/${_id}/gallery/${first.body._id}`)).toMatchObject({
      status: 200,
      body: { _id: first.body._id, title: 'Wound', gallery: [{ title: 'Rash' }], version: 3, revision: 3 },
    });
    expect(await ward.mona.delete(`/api/admissions/${_id}/gallery/${first.body._id}`)).toEqual(notFound);
  });

  test.each([
    ['no title', { title: '', images: [{ image: 'x' }] }, 'title'],
    ['no images', { title: 'Wound', images: [] }, 'images'],
    ['thirty-one images', group('Wound', ...Array.from({ length: 31 }, (_, n) => String(n))), 'images'],
    [
      'an image of another account',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/other/image/upload/v1/a.jpg' }] },
      'images',
    ],
    [
      'an image of another host',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com.evil.test/icu-cairo/a.jpg' }] },
      'images',
    ],
    [
      'an image without TLS',
      { title: 'Wound', images: [{ image: 'http://res.cloudinary.com/icu-cairo/a.jpg' }] },
      'images',
    ],
    [
      'a way out of the account',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/icu-cairo/../other/a.jpg' }] },
      'images',
    ],
    [
      'an image that the service would fetch elsewhere',
      {
        title: 'Wound',
        images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/fetch/https://evil.example/a.jpg' }],
      },
      'images',
    ],
    [
      'a layer that the service would fetch elsewhere',
      {
        title: 'Wound',
        images: [
          {
            image:
              'https://res.cloudinary.com/icu-cairo/image/upload/l_fetch:aHR0cHM6Ly9ldmlsLmV4YW1wbGUvYS5qcGc/v1/a.jpg',
          },
        ],
      },
      'images',
    ],
    [
      'such a layer, encoded',
      {
        title: 'Wound',
        images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/upload/l_fetch%3AaHR0cHM6Ly9l/v1/a.jpg' }],
      },
      'images',
    ],
    [
      'such a layer, encoded twice',
      {
        title: 'Wound',
        images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/upload/l_fetch%253AaHR0cHM6Ly9l/v1/a.jpg' }],
      },
      'images',
    ],
    [
      'what is no image of the account',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/icu-cairo/raw/upload/v1/a.html' }] },
      'images',
    ],
    [
      'an address with a question in it',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/upload/v1/a.jpg?to=evil' }] },
      'images',
    ],
    ['a script', { title: 'Wound', images: [{ image: 'javascript:alert(1)' }] }, 'images'],
    ['a path of ours that is no image', { title: 'Wound', images: [{ image: '/api/patients/1' }] }, 'images'],
    ['an image that was never uploaded', { title: 'Wound', images: [{ image: '/api/images/nothing' }] }, 'images'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await ward.omar.post<Problem>(`/api/admissions/${ward.admission._id}/gallery`, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  test('accepts uploads to this admission, and no uploads to another', async () => {
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: 'local' });
    const [here, there] = [await admit(), await admit()];
    const form = new FormData();
    form.set('image', new Blob([onePixel], { type: 'image/png' }), 'wound.png');
    const upload = await fetch(`${environment.url}/api/admissions/${here._id}/images`, {
      method: 'POST',
      body: form,
      headers: { authorization: `bearer ${ward.mona.me.token}` },
    });
    const { images } = (await upload.json()) as UploadedImages;
    expect(images).toHaveLength(1);
    expect(await ward.omar.post(`/api/admissions/${there._id}/gallery`, { title: 'Wound', images })).toEqual({
      status: 400,
      body: {
        message: 'An image was not uploaded to this admission',
        code: 'invalid',
        reason: 'image-not-of-admission',
        fields: { images: 'An image was not uploaded to this admission' },
        fieldReasons: { images: { reason: 'image-not-of-admission' } },
      },
    });
    expect(await ward.omar.post(`/api/admissions/${here._id}/gallery`, { title: 'Wound', images })).toMatchObject({
      status: 201,
      body: { images: [{ image: images[0]!.image }] },
    });
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: 'unsigned' });
  });

  test('is for clinical pharmacists of the team only', async () => {
    expect(await ward.hany.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'))).toEqual(
      forbidden,
    );
    expect(await ward.sami.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'))).toEqual(
      notFound,
    );
  });

  test('keeps the groups of both when two people save the whole admission at once', async () => {
    const seen = await admit();
    const whole = {
      _id: seen._id,
      admissionDate: seen.admissionDate,
      admissionDetails: seen.admissionDetails,
      dischargeDate: null,
      dischargeNote: '',
      dischargeStatus: null,
    };
    await ward.mona.put(`/api/admissions/${seen._id}/edit`, {
      dischargeDate: '2025-03-09',
      dischargeStatus: 0,
      admissionDetails: '<p>newer</p>',
    });
    const [one, other] = await Promise.all([
      edit(seen._id, { ...whole, gallery: [group('Wound', 'a')] }),
      ward.mona.put<Answer<Admission>>(`/api/admissions/${seen._id}/edit`, { ...whole, gallery: [group('Rash', 'b')] }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const { body: stands } = await edit(seen._id, {});
    expect(stands).toMatchObject({ dischargeDate: '2025-03-09', admissionDetails: '<p>newer</p>' });
    expect(stands.gallery.map(({ title }) => title).toSorted()).toEqual(['Rash', 'Wound']);

    // A client of the contract deletes a group so: it sends the gallery without the group.
    const rest = {
      ...whole,
      admissionDetails: '<p>newer</p>',
      dischargeDate: '2025-03-09',
      dischargeStatus: 0,
      gallery: stands.gallery.filter(({ title }) => title === 'Rash'),
    };
    expect((await edit(seen._id, rest)).body.gallery).toHaveLength(2);
    const added = await ward.mona.post<GalleryChange>(`/api/admissions/${seen._id}/gallery`, group('Leg', 'c'));
    expect(
      (await edit(seen._id, rest, { 'if-match': String(stands.version) })).body.gallery.map(({ title }) => title),
    ).toEqual(['Rash', 'Leg']);
    expect(added.status).toBe(201);
  });

  test('needs an upload preset on the team', async () => {
    const once = key();
    const before = await ward.omar.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'), once);
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: '' });
    // A repeat gets its first answer, even though the preset is gone.
    expect(await ward.omar.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'), once)).toEqual(
      before,
    );
    const refusal = {
      status: 409,
      body: { message: "Set the team's upload preset first", code: 'conflict', reason: 'upload-preset-missing' },
    };
    expect(await ward.omar.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'))).toEqual(refusal);
    expect(await edit(ward.admission._id, { gallery: [group('Wound', 'a')] })).toEqual(refusal);
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: 'local' });
  });
});
