import { beforeAll, describe, expect, test } from 'vitest';
import { createCommandKeys } from '../accounts/command-keys.ts';
import type {
  Admission,
  AdmissionMedication,
  Answer,
  Patient,
  PhysicianNote,
  Problem,
  Review,
  Team,
} from 'language/contract/entities';
import {
  type Caller,
  key,
  sharedTestEnvironment,
  openWard,
  type SharedTestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
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

  test('also of a patient and a chart that were transferred since', async () => {
    const { mona, sami, team } = ward;
    const { body: ccu } = await sami.post<Team>('/api/teams', { name: 'CCU', specialty: 1, about: '' });
    await sami.put(`/api/teams/${ccu._id}/edit`, { receivesTransfers: true });
    const keys = Array.from({ length: 5 }, key);
    const register = () =>
      mona.post<Patient>('/api/patients', { team: team._id, firstName: 'ليلى', birthdate: '1990-01-01' }, keys[0]);
    const patient = (await register()).body._id;
    const admit = () =>
      mona.post<Admission>('/api/admissions', { patient, team: team._id, admissionDate: '2025-03-01' }, keys[1]);
    const admission = (await admit()).body._id;
    const calls = [
      register,
      admit,
      () => mona.put(`/api/patients/${patient}/edit`, { lastName: 'Nour' }, keys[2]),
      () => mona.put(`/api/admissions/${admission}/edit`, { room: '7' }, keys[3]),
      () => mona.post(`/api/patients/${patient}/erasure`, { category: 'wish', reason: 'Asked' }, keys[4]),
    ];
    const answers = [];
    for (const call of calls) answers.push(await call());
    await mona.delete(`/api/patients/${patient}/erasure`);
    const { body } = await mona.post<Admission>(`/api/admissions/${admission}/transfer`, { toTeam: ccu._id, note: '' });
    await sami.put(`/api/admissions/${admission}/transfer/accept`, { offer: body.transfer?.offer });
    for (const [index, call] of calls.entries()) expect(await call()).toEqual(answers[index]);
    // A new command is refused, and so is the repeated one of a person who was removed.
    expect(await mona.put(`/api/patients/${patient}/edit`, { lastName: 'Ali' })).toMatchObject({ status: 403 });
    const { omar } = ward;
    const once = key();
    const edit = () => omar.put(`/api/admissions/${ward.admission._id}/edit`, { room: '8' }, once);
    const first = await edit();
    const omarsPlace = `/api/teams/${team._id}/members/${omar.me._id}`;
    await mona.put(omarsPlace, { role: 'reader' });
    expect(await edit()).toEqual(first);
    await mona.put(omarsPlace, { disabled: true });
    expect((await edit()).status).toBe(404);
    await mona.put(omarsPlace, { disabled: false, role: 'pharmacist' });
  });

  test('but of an erased patient the answer says so', async () => {
    const { mona, omar, team } = ward;
    const keys = [key(), key()];
    const { body: made } = await mona.post<Patient>('/api/patients', {
      team: team._id,
      firstName: 'هدى',
      birthdate: '1990-01-01',
    });
    const calls = [
      () => mona.put<Patient & Problem>(`/api/patients/${made._id}/edit`, { lastName: 'Ali' }, keys[0]),
      () =>
        mona.post<Admission & Problem>(
          '/api/admissions',
          { patient: made._id, team: team._id, admissionDate: '2025-03-01' },
          keys[1],
        ),
    ];
    const saved = [];
    for (const call of calls) saved.push((await call()).body);
    await omar.post(`/api/patients/${made._id}/erasure`, { category: 'wish', reason: 'Asked' });
    const streams = [`patient-${made._id}`, `admission-${saved[1]!._id}`];
    const events = await Promise.all(streams.map((stream) => environment.events(stream)));
    const version = String(events.flat().length);
    const agreed = await mona.put(`/api/patients/${made._id}/erasure/agree`, {}, { 'if-match': version });
    expect(agreed).toMatchObject({ status: 200 });
    for (const call of calls)
      expect(await call()).toMatchObject({ status: 409, body: { reason: 'patient-is-erased' } });
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
    expect(other).toMatchObject({ status: 409, body: { message: 'This Idempotency-Key was used for something else' } });
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
        status: 409,
        body: {
          message: 'This Idempotency-Key was used for something else',
          code: 'conflict',
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
      expect((await by.delete(path(1), once)).status, path(1)).toBe(409);
      expect((await by.delete(path(1))).status, path(1)).toBe(200);
    }
    await mona.put(`/api/teams/${ward.team._id}/members/${ward.omar.me._id}`, { disabled: false });
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

describe('a key with another body is refused and writes nothing', () => {
  const refused = { status: 409, body: { code: 'conflict', reason: 'idempotency-key-reused' } };
  type Case = readonly [by: Caller, method: 'post' | 'put', path: string, one: object, other: object];

  const cases = async (): Promise<readonly Case[]> => {
    const { mona, hany, team, patient, admission, drug } = ward;
    const review = await ward.addReview();
    const other = await ward.otherChart();
    const path = `/api/reviews/updateRevHead/${review._id}`;
    const day = { reviewDate: '2025-03-02' };
    const chart = `/api/admissions/${admission._id}`;
    const medication = { drug: drug.tradeLabels[0]!._id, startDate: '2025-03-02' };
    return [
      [
        mona,
        'post',
        '/api/patients',
        { team: team._id, firstName: 'A', birthdate: '1990-01-01' },
        { team: team._id, firstName: 'B', birthdate: '1990-01-01' },
      ],
      [mona, 'put', `/api/patients/${patient._id}/edit`, { medicalRecordNumber: 'A1' }, { medicalRecordNumber: 'B2' }],
      [
        mona,
        'post',
        '/api/reviews/addReview',
        { admissionId: admission._id, ...day, clinicalNote: '<p>a</p>' },
        { admissionId: admission._id, ...day, clinicalNote: '<p>b</p>' },
      ],
      // Another stream.
      [
        mona,
        'post',
        '/api/reviews/addReview',
        { admissionId: admission._id, ...day },
        { admissionId: other._id, ...day },
      ],
      [mona, 'put', path, { ...day, clinicalNote: '<p>a</p>' }, { ...day, clinicalNote: '<p>b</p>' }],
      // Its first request has nothing to do.
      [mona, 'put', path, { ...day, clinicalNote: '<p>a</p>' }, { ...day, clinicalNote: '<p>c</p>' }],
      [
        mona,
        'post',
        `/api/reviews/addRevMed/${review._id}`,
        { drugErr: ward.entry({ errNote: '<p>a</p>' }) },
        { drugErr: ward.entry({ errNote: '<p>b</p>' }) },
      ],
      [
        hany,
        'post',
        '/api/physicNotes/addphysicNote',
        { admissionId: admission._id, noteDate: '2025-03-02', note: '<p>a</p>' },
        { admissionId: admission._id, noteDate: '2025-03-02', note: '<p>b</p>' },
      ],
      [mona, 'post', `${chart}/medications`, { ...medication, dose: '5 mg' }, { ...medication, dose: '10 mg' }],
      [mona, 'put', `/api/teams/${team._id}/edit`, { about: '<p>a</p>' }, { about: '<p>b</p>' }],
      // Not in the event log.
      [
        mona,
        'post',
        `/api/teams/${team._id}/invitations`,
        { email: 'one@hospital.test', role: 'reader' },
        { email: 'two@hospital.test', role: 'reader' },
      ],
    ];
  };

  test('at every kind of route, also where the first request wrote nothing or to another stream', async () => {
    for (const [by, method, path, one, other] of await cases()) {
      const once = key();
      const first = await by[method]<{ _id?: string }>(path, one, once);
      expect(first.status, path).toBeLessThan(300);
      expect(await by[method](path, other, once), path).toMatchObject(refused);
      const { status, body } = await by[method]<{ _id?: string }>(path, one, once);
      expect([status, body._id], path).toEqual([first.status, first.body._id]);
    }
  });

  test('also at the same time, in another process, and after a restart', async () => {
    const path = '/api/reviews/addReview';
    const [once, body] = [key(), { admissionId: ward.admission._id, reviewDate: '2025-03-02' }];
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((note) =>
        ward.mona.post<Answer<Review>>(path, { ...body, clinicalNote: `<p>${note}</p>` }, once),
      ),
    );
    const first = answers.find(({ status }) => status === 201)!;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    // Another process, or this one after a restart, knows what the database has.
    await expect(
      createCommandKeys(environment.pool).use(ward.mona.commandId(once), Buffer.from('another text'), () =>
        Promise.resolve('written'),
      ),
    ).rejects.toMatchObject({ refusal: { reason: 'idempotency-key-reused' } });
    expect((await ward.mona.post(path, { clinicalNote: first.body.clinicalNote, ...body }, once)).body).toEqual(
      first.body,
    );
  });

  test('but a key whose request was refused takes another body', async () => {
    const once = key();
    const note = (noteDate: string) =>
      ward.hany.post<PhysicianNote>(
        '/api/physicNotes/addphysicNote',
        { admissionId: ward.admission._id, noteDate, note: '<p>x</p>' },
        once,
      );
    expect((await note('2020-01-01')).status).toBe(400);
    expect((await note('2025-03-02')).status).toBe(201);
    expect(await note('2025-03-03')).toMatchObject(refused);
  });
});
