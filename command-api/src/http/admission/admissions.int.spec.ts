import { beforeAll, describe, expect, test } from 'vitest';
import type {
  Admission,
  AdmissionMedication,
  Answer,
  ConflictProblem,
  Patient,
  PhysicianNote,
  Problem,
  Review,
} from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { unregisterCommandId } from '../../commands/delete-admission.ts';
import {
  key,
  sharedTestEnvironment,
  openWard,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

const admit = (): Promise<Answer<Admission>> => ward.nextStay({ admissionDetails: '<p>AF</p>' });
const edit = <Body = Answer<Admission>>(id: string, body: object, headers = {}) =>
  ward.omar.put<Body>(`/api/admissions/${id}/edit`, body, headers);
const notFound = { status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } };
const forbidden = { status: 403, body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' } };

describe('a second open admission', () => {
  const again = { dischargeDate: null };
  const refused = { status: 409, body: { reason: 'patient-has-open-admission' } };

  test('is refused, also if both come at once, and a discharge is not taken back beside another', async () => {
    const first = await admit();
    const admitAgain = () =>
      ward.mona.post<Answer<Admission>>('/api/admissions', { patient: first.patient, admissionDate: '2025-04-01' });
    expect(await admitAgain()).toMatchObject(refused);
    await edit(first._id, { dischargeDate: '2025-03-31', dischargeStatus: 0 });
    const both = await Promise.all([admitAgain(), admitAgain()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await edit(first._id, again)).toMatchObject(refused);
    const second = both.find(({ status }) => status === 201)!.body;
    expect((await ward.mona.delete(`/api/admissions/${second._id}`)).status).toBe(200);
    expect(await edit(first._id, again)).toMatchObject({ status: 200, body: { dischargeDate: null } });
  });

  test('does not begin in a team that the patient has left', async () => {
    const earlier = await ward.otherChart();
    await edit(earlier._id, { dischargeDate: '2025-03-31', dischargeStatus: 0 });
    const next = { patient: earlier.patient, admissionDate: '2025-04-01' };
    const { body: open } = await ward.mona.post<Answer<Admission>>('/api/admissions', next);
    expect((await ward.transfer(open._id, (await ward.secondTeam())._id)).status).toBe(200);
    expect(await edit(earlier._id, again)).toMatchObject({
      status: 409,
      body: { reason: 'reopened-in-another-team' },
    });
  });
});

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

  test('has its room, bed, consultant and working diagnosis from the beginning, or later', async () => {
    const admitted = await ward.nextStay({ room: ' 2 ', bed: '4', workingDiagnosis: 'صدمة إنتانية' });
    const { _id } = admitted;
    expect(admitted).toMatchObject({ room: '2', bed: '4', consultant: '', workingDiagnosis: 'صدمة إنتانية' });
    expect((await edit(_id, { bed: '5', consultant: 'Dr. Hany' })).body).toMatchObject({
      room: '2',
      bed: '5',
      consultant: 'Dr. Hany',
      workingDiagnosis: 'صدمة إنتانية',
    });
    expect((await edit(_id, { room: '', bed: '' })).body).toMatchObject({ room: '', bed: '', consultant: 'Dr. Hany' });
    expect(await edit(_id, { bed: 'x'.repeat(21) })).toMatchObject({ status: 400 });
    expect(await edit(_id, { consultant: 'two\nlines' })).toMatchObject({ status: 400 });
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
        // The note speaks of the day that was copied.
        clinicalNote: '',
        userId: ward.omar.me._id,
        admission: ward.admission._id,
      },
    });
    const { version: _version, ...entry } = origin.drugErrs[0]!;
    expect(copy.body.drugErrs).toEqual([
      {
        ...entry,
        _id: expect.not.stringMatching(entry._id),
        copiedFrom: entry._id,
        firstId: entry._id,
        // Its response was recorded for the original.
        asked: { ...entry.asked, at: expect.any(String) as string, reportedBy: null },
        version: copy.body.revision,
      },
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
