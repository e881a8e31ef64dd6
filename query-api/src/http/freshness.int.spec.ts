import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const reviews = (readAfter: string) =>
  environment.get('/api/reviews/listAdmissionReviews/adm-1', { token: environment.tokens.karim, readAfter });

test('a revision that the rows have reached is not waited for', async () =>
  expect(await reviews('admission-adm-1@9')).toMatchObject({ status: 200, stale: false }));

test('a read waits for the projection', async () => {
  const answered = reviews('admission-adm-1@10');
  await environment.project('admission-adm-1', 10);
  await environment.notice({ stream: 'admission-adm-1', revision: '10', teamId: 'icu' });
  expect(await answered).toMatchObject({ status: 200, stale: false });
});

test('a revision that does not come within two seconds gives a stale answer', async () =>
  expect(await reviews('admission-adm-1@999')).toMatchObject({ status: 200, stale: true }));

test('of several streams a read waits for each that it comes from', async () => {
  const answered = reviews('patient-pat-1@999,admission-adm-1@11,admission-adm-0@999');
  await environment.project('admission-adm-1', 11);
  await environment.notice({ stream: 'admission-adm-1', revision: '11', teamId: 'icu' });
  expect(await answered).toMatchObject({ status: 200, stale: false });
  expect(await reviews('admission-adm-1@12,drug-x@4')).toMatchObject({ status: 200, stale: true });
  expect(await reviews('admission-adm-0@0,admission-adm-1@999')).toMatchObject({ status: 200, stale: true });
});

test('a thing that is not projected yet is 404 and stale', async () =>
  expect(
    await environment.get('/api/admissions/coming/details', {
      token: environment.tokens.karim,
      readAfter: 'admission-coming@0',
    }),
  ).toMatchObject({ status: 404, stale: true }));

test('a stream that the answer does not come from does not make it stale', async () => {
  for (const stream of ['access-icu-2025-02@5', 'admission-adm-0@999', 'patient-pat-1@999'])
    expect(await reviews(stream)).toMatchObject({ status: 200, stale: false });
  expect(await environment.get('/api/specialties', { readAfter: 'team-icu@999' })).toMatchObject({
    status: 200,
    stale: false,
  });
});

test('a malformed header is 400', async () => {
  for (const header of [
    'nonsense',
    '@',
    'admission-adm-1@',
    'admission-adm-1@-1',
    'admission-adm-1@1.5',
    'admission-adm-1@99999999999999999999',
  ])
    expect(await reviews(header)).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

test('a parked stream makes the answer stale, with and without the header', async () => {
  const mended = await environment.park('admission-adm-1');
  expect(
    await environment.get('/api/reviews/listAdmissionReviews/adm-1', { token: environment.tokens.karim }),
  ).toMatchObject({ status: 200, stale: true });
  expect(await reviews('admission-adm-1@12')).toMatchObject({ status: 200, stale: true });
  await mended();
  expect(
    await environment.get('/api/reviews/listAdmissionReviews/adm-1', { token: environment.tokens.karim }),
  ).toMatchObject({ stale: false });
});

test('rows in doubt have reached no revision', async () => {
  await environment.rows.query(`update projection_checkpoint set in_doubt = true where stream = 'admission-adm-1'`);
  expect(
    await environment.get('/api/reviews/listAdmissionReviews/adm-1', { token: environment.tokens.karim }),
  ).toMatchObject({ status: 200, stale: true });
  expect(await reviews('admission-adm-1@9')).toMatchObject({ stale: true });
  await environment.rows.query('update projection_checkpoint set in_doubt = false');
  expect(await reviews('admission-adm-1@9')).toMatchObject({ stale: false });
});

describe('a stream that the caller may not know of', () => {
  /** A read of the caller's team; any admission and any patient may belong to it. */
  const ofHeartUnit = async (readAfter: string) => {
    const { status, stale } = await environment.get('/api/patients/team/ccu', {
      token: environment.tokens.sami,
      readAfter,
    });
    return { status, stale };
  };

  test('is waited for like a missing stream, at any revision', async () => {
    const answers = await Promise.all(
      ['admission-adm-1@0', 'admission-adm-1@999', 'patient-pat-1@1', 'admission-none@0', 'patient-none@7'].map(
        ofHeartUnit,
      ),
    );
    expect(answers).toEqual(answers.map(() => ({ status: 200, stale: true })));
  });

  test('is known at the revision that the caller has written, as the admin account to a team that it does not read', async () => {
    await environment.rows.query(/* sql */ `
      insert into change (stream, revision, touched, actor_id, team_id, at) values
        ('team-icu', 41, '{}', 'mona', 'icu', now()), ('team-icu', 42, '{}', 'sami', 'icu', now())`);
    await environment.project('team-icu', 42);
    const ofAccounts = async (readAfter: string) =>
      (await environment.get('/api/installation/teams', { token: environment.tokens.sami, readAfter })).stale;
    expect([await ofAccounts('team-icu@42'), await ofAccounts('team-icu@41')]).toEqual([false, true]);
    await environment.rows.query(`delete from change where stream = 'team-icu' and revision > 40`);
  });

  test('is not revealed when it is parked', async () => {
    const mended = await environment.park('admission-adm-1');
    expect(await ofHeartUnit('admission-adm-1@0')).toEqual({ status: 200, stale: true });
    await mended();
  });

  test('is known once the caller reads its team, and after a deletion', async () => {
    const asked = ofHeartUnit('admission-adm-2@0');
    await environment.rows.query(/* sql */ `
      insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
      values ('adm-2', 'pat-2', 'ccu', '2025-01-31', '', 0)`);
    await environment.project('admission-adm-2', 0);
    await environment.notice({ stream: 'admission-adm-2', revision: '0', teamId: 'ccu' });
    expect(await asked).toEqual({ status: 200, stale: false });
    await environment.rows.query(`delete from admission where admission_id = 'adm-2'`);
    await environment.rows.query(/* sql */ `
      insert into change (stream, revision, touched, actor_id, team_id, at)
      values ('admission-adm-2', 1, '{}', 'sami', 'ccu', now())`);
    await environment.project('admission-adm-2', 1);
    expect(await ofHeartUnit('admission-adm-2@1')).toEqual({ status: 200, stale: false });
  });

  test('of a patient is known to a reader of their team', async () => {
    await environment.addPatient({ id: 'pat-2', team: 'ccu', names: ['Nour'] });
    await environment.project('patient-pat-2', 0);
    expect(await ofHeartUnit('patient-pat-2@0')).toEqual({ status: 200, stale: false });
    await environment.rows.query(`delete from patient where patient_id = 'pat-2'`);
  });

  test('a caller without a token does not wait', async () => {
    expect(await environment.get('/api/users/mona/userDetails', { readAfter: 'user-mona@999' })).toMatchObject({
      status: 200,
      stale: false,
    });
  });

  test("another person's stream is known to the author of a recommendation", async () => {
    const details = (token: string) =>
      environment.get('/api/users/mona/userDetails', { token, readAfter: 'user-mona@0' });
    expect(await details(environment.tokens.karim)).toMatchObject({ status: 200, stale: false });
    expect(await details(environment.tokens.dina)).toMatchObject({ status: 200, stale: true });
  });
});

describe('a parked stream', () => {
  const february = 'startDate=2025-02-01&endDate=2025-02-28';
  const figures = [
    ...[
      '/api/reviews?',
      '/api/reviews/searchProgress?',
      '/api/reviews/errsByTypeDistribution?',
      '/api/reviews/countsReviewPerDay?',
      '/api/reviews/listReviewsPerTag?',
    ].map((path) => `${path}team=icu&${february}`),
    '/api/admissions/getRecurrentAdmissions?team=icu',
    '/api/patients/team/icu',
    '/api/patients/inpatients/icu',
    '/api/users/me',
    '/api/users/mona/metrics',
    '/api/users/mona/userDetails',
  ];
  const staleOnes = async (token = environment.tokens.mona): Promise<string[]> => {
    const answers = await Promise.all(
      figures.map(async (path) => ({ path, ...(await environment.get(path, { token })) })),
    );
    return answers.filter(({ stale }) => stale).map(({ path }) => path);
  };

  test.each(['admission-adm-0', 'admission-without-rows'])(
    'makes every figure stale that it can be part of: %s',
    async (stream) => {
      expect(await staleOnes()).toEqual([]);
      const mended = await environment.park(stream);
      expect(await staleOnes()).toEqual(figures);
      await mended();
    },
  );

  test.each(['patient-pat-1', 'patient-without-rows'])(
    'of a patient makes lists that count or name patients stale: %s',
    async (stream) => {
      const mended = await environment.park(stream);
      expect(await staleOnes()).toEqual([
        `/api/reviews?team=icu&${february}`,
        '/api/admissions/getRecurrentAdmissions?team=icu',
        '/api/patients/team/icu',
        '/api/patients/inpatients/icu',
      ]);
      await mended();
    },
  );

  test('makes nothing of another team stale', async () => {
    for (const stream of ['admission-adm-0', 'patient-pat-1', 'team-icu', 'user-karim', 'user-mona']) {
      const mended = await environment.park(stream);
      for (const path of [
        `/api/reviews/searchProgress?team=ccu&${february}`,
        '/api/admissions/getRecurrentAdmissions?team=ccu',
        '/api/patients/team/ccu',
        '/api/users/me',
        '/api/teams',
      ])
        expect([stream, path, await environment.get(path, { token: environment.tokens.sami })]).toMatchObject([
          stream,
          path,
          { status: 200, stale: false },
        ]);
      await mended();
    }
  });

  test('does not remove a patient from the recurrent admissions: without rows there is no name', async () => {
    await environment.rows
      .query(`insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
      select 'again-' || i, 'pat-parked', 'icu', date '2025-01-01' + i, '', 0 from generate_series(1, 3) i`);
    const { body } = await environment.get('/api/admissions/getRecurrentAdmissions?team=icu', {
      token: environment.tokens.mona,
    });
    expect(body).toMatchObject([
      { _id: 'pat-parked', names: '', firstName: '', admissionCount: 3 },
      { _id: 'pat-1', admissionCount: 2 },
    ]);
    await environment.rows.query(`delete from admission where patient_id = 'pat-parked'`);
  });
});
