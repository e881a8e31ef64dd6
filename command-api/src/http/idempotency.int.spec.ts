import { beforeAll, describe, expect, test } from 'vitest';
import type {
  Admission,
  AdmissionMedication,
  Answer,
  Patient,
  PhysicianNote,
  Problem,
  Review,
} from '../contract/entities.ts';
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
