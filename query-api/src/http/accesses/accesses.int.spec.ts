import type { AccessPage } from 'language/contract/accesses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

/** The recorded accesses of a person, in order. */
const noted = async (userId: string) =>
  (
    await environment.rows.query<{ kind: string; data: object }>(
      'select kind, data from accounts.access_note where actor_id = $1 order by at, kind',
      [userId],
    )
  ).rows.map(({ kind, data }) => [kind, data]);
/** A member of the team without accesses. */
async function newcomer(userId: string): Promise<string> {
  await environment.rows.query(
    /* sql */ `
    insert into team_member (team_id, user_id, email, is_physic, can_edit, position)
    values ('icu', $1, $1 || '@example.org', false, false, 9)`,
    [userId],
  );
  return environment.signIn(userId);
}
const chart = ['ChartOpened', { admissionId: 'adm-1', patientId: 'pat-1' }];

describe('an access is recorded before the answer', () => {
  test.each([
    '/api/admissions/adm-1/details',
    '/api/admissions/adm-1/medications',
    '/api/reviews/listAdmissionReviews/adm-1',
    '/api/physicNotes/listAdmNotes/adm-1',
    '/api/reviews/revMedDashboard/adm-1',
    '/api/images/img-1',
  ])('%s opens the chart', async (path) => {
    const reader = `reader-of-${path.replaceAll(/\W/g, '-')}`;
    const token = await newcomer(reader);
    expect((await environment.get(path, { token })).status).toBe(200);
    expect(await noted(reader)).toEqual([chart]);
  });

  test('all reads of a chart, also repeated ones, are one access', async () => {
    const token = await newcomer('lina');
    for (const _time of [1, 2])
      await Promise.all(
        ['/api/admissions/adm-1/details', '/api/reviews/listAdmissionReviews/adm-1', '/api/images/img-1'].map((path) =>
          environment.get(path, { token }),
        ),
      );
    expect(await noted('lina')).toEqual([chart]);
  });

  test('a patient with their admissions', async () => {
    const token = await newcomer('amal');
    await environment.get('/api/patients/pat-1', { token });
    await environment.get('/api/admissions/pat-1', { token });
    expect(await noted('amal')).toEqual([['PatientOpened', { patientId: 'pat-1' }]]);
  });

  test('searches of one minute are one access with the last count, without the searched words', async () => {
    const token = await newcomer('rami');
    for (const query of ['', '?firstName=أح', '?firstName=أح&pageNumber=2', '?firstName=زينب'])
      await environment.get(`/api/patients/team/icu${query}`, { token });
    expect(await noted('rami')).toEqual([['PatientsSearched', { searches: 3, found: 0 }]]);
    const { rows } = await environment.rows.query<{ all: string }>(
      `select string_agg(to_jsonb(n)::text, '') as all from accounts.access_note n where actor_id = 'rami'`,
    );
    expect(rows[0]?.all).not.toMatch(/أح|زينب/);
  });

  test('home and the search over all teams, in the log of each team', async () => {
    const token = await newcomer('wafaa');
    for (const path of ['/api/users/me/today', '/api/search?q=أح', '/api/search?q=أحم', '/api/ward/icu'])
      await environment.get(encodeURI(path), { token });
    expect(await noted('wafaa')).toEqual([
      ['PatientsListed', { list: 'ward', found: 1 }],
      ['PatientsSearched', { searches: 2, found: 1 }],
      ['PatientsListed', { list: 'ward', found: 1 }],
    ]);
    const { rows } = await environment.rows.query<{ all: string }>(
      `select string_agg(to_jsonb(n)::text, '') as all from accounts.access_note n where actor_id = 'wafaa'`,
    );
    expect(rows[0]?.all).not.toMatch(/أح/);
  });

  test('lists that name patients, each once in a period', async () => {
    const token = await newcomer('fares');
    for (const path of [
      '/api/patients/inpatients/icu',
      '/api/ward/icu',
      '/api/handover/icu',
      '/api/handover/icu?overdue=1',
    ])
      await environment.get(path, { token });
    expect(await noted('fares')).toEqual([
      ['PatientsListed', { list: 'inpatients', found: 1 }],
      ['PatientsListed', { list: 'ward', found: 1 }],
      ['PatientsListed', { list: 'handover', found: 0 }],
    ]);
  });

  test('reports that name patients, no other reports, and each export', async () => {
    const token = await newcomer('nour');
    const inFebruary = '?team=icu&startDate=2025-02-01&endDate=2025-02-28';
    for (const report of [
      '',
      '/countsReviewPerDay',
      '/errsByTypeDistribution',
      '/listReviewsPerTag',
      '/searchProgress',
    ])
      await environment.get(`/api/reviews${report}${inFebruary}`, { token });
    await environment.get('/api/admissions/getRecurrentAdmissions?team=icu', { token });
    const february = { startDate: '2025-02-01', endDate: '2025-02-28' };
    expect(await noted('nour')).toEqual([
      ['ReportRead', { report: 1, ...february }],
      ['ReportRead', { report: 4 }],
    ]);
    for (const format of ['csv', 'xlsx'])
      await environment.get(`/api/reviews/export.${format}${inFebruary}`, { token: environment.tokens.mona });
    // The lines of the file are in the report too, for the team's admin who does not leave them out.
    for (const csv of ['', '&csv=0'])
      await environment.get(`/api/reviews${inFebruary}${csv}`, { token: environment.tokens.mona });
    expect(await noted('mona')).toEqual([
      ['ReviewsExported', february],
      ['ReviewsExported', february],
      ['ReportRead', { report: 1, ...february }],
      ['ReviewsExported', february],
    ]);
  });

  test('a refused read is no access', async () => {
    const inFebruary = '?team=icu&startDate=2025-02-01&endDate=2025-02-28';
    for (const path of [
      '/api/admissions/adm-1/details',
      '/api/patients/pat-1',
      '/api/patients/team/icu',
      `/api/reviews${inFebruary}`,
      '/api/images/img-1',
    ])
      expect((await environment.get(path, { token: environment.tokens.sami })).status).toBe(404);
    expect(
      (await environment.get(`/api/reviews/export.csv${inFebruary}`, { token: environment.tokens.karim })).status,
    ).toBe(403);
    expect(
      (await environment.get('/api/admissions/adm-1/details', { token: environment.tokens.karim, team: 'ccu' })).status,
    ).toBe(403);
    expect([await noted('sami'), await noted('karim')]).toEqual([[], []]);
  });

  test('a chart opens while accesses cannot be written; they are written later', async () => {
    const token = await newcomer('hoda');
    const blocker = await environment.rows.connect();
    await blocker.query('begin; lock table accounts.access_note in access exclusive mode');
    expect((await environment.get('/api/admissions/adm-1/details', { token })).status).toBe(200);
    await blocker.query('commit');
    blocker.release();
    await expect.poll(() => noted('hoda')).toEqual([chart]);
  });
});

describe('the access log', () => {
  const page = async (query = '', token = environment.tokens.mona): Promise<AccessPage> => {
    const { status, body } = await environment.get(`/api/teams/icu/accesses${query}`, { token });
    expect(status).toBe(200);
    return body as AccessPage;
  };
  beforeAll(async () => {
    await environment.rows.query(`
      insert into access (access_id, stream, team_id, at, actor_id, kind,
                          patient_id, admission_id, review_id, report, start_date, end_date, searches, found, reviews)
      values
        ('1', 's', 'icu', '2025-02-28T22:30:00Z', 'karim', 'ChartOpened',
         'pat-1', 'adm-1', null, null, null, null, null, null, null),
        ('2', 's', 'icu', '2025-02-28T21:30:00Z', 'karim', 'PatientsSearched',
         null, null, null, null, null, null, 2, 7, null),
        ('3', 's', 'icu', '2025-02-27T10:00:00Z', 'mona', 'ReviewPrinted',
         'pat-1', 'adm-1', 'rev-first', null, null, null, null, null, null),
        ('4', 's', 'icu', '2025-02-26T10:00:00Z', 'mona', 'ReportPrinted',
         null, null, null, 1, '2025-02-01', '2025-02-28', null, null, null),
        ('5', 's', 'icu', '2025-02-25T10:00:00Z', 'gone', 'ChatAsked',
         'deleted', 'deleted-too', null, null, null, null, null, null, 3),
        ('6', 's', 'ccu', '2025-02-28T10:00:00Z', 'sami', 'ReviewsExported',
         null, null, null, null, '2025-02-01', '2025-02-28', null, null, null);
      insert into access (access_id, stream, team_id, at, actor_id, kind, patient_id)
        select 'old-' || lpad(i::text, 2, '0'), 's', 'icu', timestamptz '2024-01-01' - make_interval(hours => i),
               'mona', 'PatientOpened', 'pat-1'
        from generate_series(1, 41) i`);
  });
  const ids = ({ accesses }: AccessPage): string[] => accesses.map(({ _id }) => _id);

  test('lists who did what when, newest first, with the names of today', async () => {
    const karim = { userId: 'karim', userName: 'Karim Nabil' };
    const mona = { userId: 'mona', userName: 'Mona Adel' };
    const ahmed = {
      patientId: 'pat-1',
      patientName: 'أحمد محمد عبد الرحمن المصري',
      admissionId: 'adm-1',
      admissionDate: '2025-01-31',
    };
    expect(await page('?startDate=2025-02-01')).toEqual({
      accesses: [
        { _id: '1', at: '2025-02-28T22:30:00.000Z', kind: 'ChartOpened', ...karim, ...ahmed },
        { _id: '2', at: '2025-02-28T21:30:00.000Z', kind: 'PatientsSearched', ...karim, searches: 2, found: 7 },
        {
          _id: '3',
          at: '2025-02-27T10:00:00.000Z',
          kind: 'ReviewPrinted',
          ...mona,
          ...ahmed,
          reviewId: 'rev-first',
          reviewDate: '2025-02-01',
        },
        {
          _id: '4',
          at: '2025-02-26T10:00:00.000Z',
          kind: 'ReportPrinted',
          ...mona,
          report: 1,
          startDate: '2025-02-01',
          endDate: '2025-02-28',
        },
        {
          _id: '5',
          at: '2025-02-25T10:00:00.000Z',
          kind: 'ChatAsked',
          userId: 'gone',
          userName: '',
          patientId: 'deleted',
          patientName: '',
          admissionId: 'deleted-too',
          admissionDate: '',
          reviews: 3,
        },
      ],
      page: 1,
      pages: 1,
      total: 5,
    });
  });

  test('by days of the hospital, by person, by kind, by patient and by chart', async () => {
    // 22:30 UTC is already the first of March in Cairo.
    expect(ids(await page('?startDate=2025-02-27&endDate=2025-02-28'))).toEqual(['2', '3']);
    expect(ids(await page('?startDate=2025-03-01'))).toEqual(['1']);
    expect(ids(await page('?user=karim'))).toEqual(['1', '2']);
    expect(ids(await page('?kind=ReportPrinted'))).toEqual(['4']);
    expect(ids(await page('?patient=pat-1&startDate=2025-01-01'))).toEqual(['1', '3']);
    expect(ids(await page('?admission=adm-1&user=mona'))).toEqual(['3']);
    expect(await page('?user=karim&kind=ChatAsked')).toEqual({ accesses: [], page: 1, pages: 0, total: 0 });
  });

  test('page by page', async () => {
    expect(await page('?endDate=2024-12-31')).toMatchObject({ page: 1, pages: 3, total: 41 });
    expect(ids(await page('?endDate=2024-12-31&pageNumber=3'))).toEqual(['old-41']);
    expect(await page('?endDate=2024-12-31&pageNumber=4')).toEqual({ accesses: [], page: 4, pages: 3, total: 41 });
  });

  test.each([
    '?kind=Nothing',
    '?startDate=2025-02-30',
    '?startDate=2025-03-01&endDate=2025-02-01',
    '?pageNumber=0',
    '?who=mona',
  ])('%s is 400', async (query) =>
    expect(await environment.get(`/api/teams/icu/accesses${query}`, { token: environment.tokens.mona })).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    }),
  );

  test('only those who may read it wait for it', async () => {
    await environment.project('access-icu-2025-02', 5);
    const stale = async (token: string) =>
      (await environment.get('/api/teams/icu', { token, readAfter: 'access-icu-2025-02@5' })).stale;
    expect(await stale(environment.tokens.mona)).toBe(false);
    expect(
      (
        await environment.get('/api/teams/icu/accesses', {
          token: environment.tokens.mona,
          readAfter: 'access-icu-2025-02@5',
        })
      ).stale,
    ).toBe(false);
    expect(
      await environment.get('/api/teams/icu/accesses', {
        token: environment.tokens.karim,
        readAfter: 'access-icu-2025-02@5',
      }),
    ).toMatchObject({ status: 403, stale: true });
    // An auditor who is disabled.
    await environment.rows.query(`update team_member set can_audit = true where user_id = 'dina'`);
    expect(
      await environment.get('/api/teams/icu/accesses', {
        token: environment.tokens.dina,
        readAfter: 'access-icu-2025-02@5',
      }),
    ).toMatchObject({ status: 404, stale: true });
  });
});
