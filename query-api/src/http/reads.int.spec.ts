import type { ReadRoute } from './read-route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../testing/test-environment.ts';
import { routes } from './app.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  // The stranger reads something of each kind.
  await environment.addPatient({ id: 'pat-ccu', team: 'ccu', names: ['Nour'] });
  await environment.rows.query(/* sql */ `
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
    values ('adm-ccu', 'pat-ccu', 'ccu', '2025-01-31', '', 0)`);
});
afterAll(() => environment.stop());

const inFebruary = '?team=icu&startDate=2025-02-01&endDate=2025-02-28';

/** Every read by its pattern, with ids of team "icu". A test fails for a route that is missing here. */
const asked: Record<string, { path: string; ofTeam: boolean; adminOnly?: true; toAdminAccount?: true }> = {
  '/api/config': { path: '/api/config/', ofTeam: false },
  '/api/specialties': { path: '/api/specialties', ofTeam: false },
  '/api/users/me': { path: '/api/users/me', ofTeam: false },
  '/api/users/me/today': { path: '/api/users/me/today', ofTeam: false },
  '/api/search': { path: '/api/search?q=nora', ofTeam: false },
  '/api/users/me/asked': { path: '/api/users/me/asked', ofTeam: false },
  '/api/users/me/asked/count': { path: '/api/users/me/asked/count', ofTeam: false },
  '/api/users/me/sessions': { path: '/api/users/me/sessions', ofTeam: false },
  '/api/users/:id/metrics': { path: '/api/users/karim/metrics?startDate=2025-02-01&endDate=2025-02-28', ofTeam: false },
  '/api/users/:id/userDetails': { path: '/api/users/mona/userDetails', ofTeam: false },
  '/api/userErrTemps': { path: '/api/userErrTemps', ofTeam: false },
  '/api/teams': { path: '/api/teams/', ofTeam: false },
  '/api/teams/:id': { path: '/api/teams/icu', ofTeam: true },
  '/api/teams/:id/accesses': { path: '/api/teams/icu/accesses', ofTeam: true, adminOnly: true },
  '/api/patients/team/:teamId': { path: '/api/patients/team/icu', ofTeam: true },
  '/api/patients/team/:teamId/similar': {
    path: '/api/patients/team/icu/similar?firstName=أحمد&birthdate=1960-02-29',
    ofTeam: true,
  },
  '/api/patients/team/:teamId/numbered': { path: '/api/patients/team/icu/numbered?numbers=1207', ofTeam: true },
  '/api/images/:id': { path: '/api/images/img-1', ofTeam: true },
  '/api/images/:id/thumbnail': { path: '/api/images/img-1/thumbnail', ofTeam: true },
  '/api/patients/inpatients/:teamId': { path: '/api/patients/inpatients/icu', ofTeam: true },
  '/api/patients/:id/merged': { path: '/api/patients/pat-1/merged', ofTeam: true },
  '/api/patients/:id': { path: '/api/patients/pat-1', ofTeam: true },
  '/api/patients/:id/erasure': { path: '/api/patients/pat-1/erasure', ofTeam: true, toAdminAccount: true },
  '/api/teams/:id/erasures': { path: '/api/teams/icu/erasures', ofTeam: true },
  '/api/erasures': { path: '/api/erasures', ofTeam: false, adminOnly: true },
  '/api/teams/:id/invitations': {
    path: '/api/teams/icu/invitations',
    ofTeam: true,
    adminOnly: true,
    toAdminAccount: true,
  },
  '/api/transfers/:teamId/teams': { path: '/api/transfers/icu/teams', ofTeam: true },
  '/api/transfers/:teamId/incoming': { path: '/api/transfers/icu/incoming', ofTeam: true },
  '/api/transfers/:teamId/transferred': { path: '/api/transfers/icu/transferred', ofTeam: true },
  '/api/installation/teams': { path: '/api/installation/teams', ofTeam: false, adminOnly: true },
  '/api/security-log': { path: '/api/security-log', ofTeam: false, adminOnly: true },
  '/api/security-log/export.csv': { path: '/api/security-log/export.csv', ofTeam: false, adminOnly: true },
  '/api/security-log/export.xlsx': { path: '/api/security-log/export.xlsx', ofTeam: false, adminOnly: true },
  '/api/accounts': { path: '/api/accounts', ofTeam: false, adminOnly: true },
  '/api/feeds': { path: '/api/feeds', ofTeam: false, adminOnly: true },
  '/api/feeds/messages/:id': { path: '/api/feeds/messages/1', ofTeam: false, adminOnly: true },
  '/api/operations': { path: '/api/operations', ofTeam: false, adminOnly: true },
  '/api/admissions/:patientId': { path: '/api/admissions/pat-1', ofTeam: true },
  '/api/admissions/:id/details': { path: '/api/admissions/adm-1/details', ofTeam: true },
  '/api/admissions/:id/news': { path: '/api/admissions/adm-1/news', ofTeam: true },
  '/api/teams/:id/news': { path: '/api/teams/icu/news', ofTeam: true },
  '/api/admissions/:id/medications': { path: '/api/admissions/adm-1/medications', ofTeam: true },
  '/api/admissions/:id/measurements': { path: '/api/admissions/adm-1/measurements', ofTeam: true },
  '/api/admissions/:id/findings': { path: '/api/admissions/adm-1/findings', ofTeam: true },
  '/api/admissions/:id/reconciliation': { path: '/api/admissions/adm-1/reconciliation', ofTeam: true },
  '/api/reviews/listAdmissionReviews/:admissionId': { path: '/api/reviews/listAdmissionReviews/adm-1', ofTeam: true },
  '/api/reviews/revMedDashboard/:admissionId': { path: '/api/reviews/revMedDashboard/adm-1', ofTeam: true },
  '/api/reviews': { path: `/api/reviews${inFebruary}`, ofTeam: true },
  '/api/reviews/export.csv': { path: `/api/reviews/export.csv${inFebruary}`, ofTeam: true, adminOnly: true },
  '/api/reviews/export.xlsx': { path: `/api/reviews/export.xlsx${inFebruary}`, ofTeam: true, adminOnly: true },
  '/api/reviews/searchProgress': { path: `/api/reviews/searchProgress${inFebruary}`, ofTeam: true },
  '/api/reviews/errsByTypeDistribution': { path: `/api/reviews/errsByTypeDistribution${inFebruary}`, ofTeam: true },
  '/api/reviews/errsBySeverity': { path: `/api/reviews/errsBySeverity${inFebruary}`, ofTeam: true },
  '/api/reviews/errsByPcne': { path: `/api/reviews/errsByPcne${inFebruary}`, ofTeam: true },
  '/api/reviews/figures.csv': { path: `/api/reviews/figures.csv${inFebruary}&report=2`, ofTeam: true },
  '/api/reviews/figures.xlsx': { path: `/api/reviews/figures.xlsx${inFebruary}&report=8`, ofTeam: true },
  '/api/reviews/overTime': { path: `/api/reviews/overTime${inFebruary}`, ofTeam: true },
  '/api/reviews/medicineUse': { path: `/api/reviews/medicineUse${inFebruary}`, ofTeam: true },
  '/api/reviews/countsReviewPerDay': { path: `/api/reviews/countsReviewPerDay${inFebruary}`, ofTeam: true },
  '/api/reviews/listReviewsPerTag': { path: `/api/reviews/listReviewsPerTag${inFebruary}`, ofTeam: true },
  '/api/admissions/getRecurrentAdmissions': { path: '/api/admissions/getRecurrentAdmissions?team=icu', ofTeam: true },
  '/api/reviews/changedBetween': {
    path: `/api/reviews/changedBetween${inFebruary}&report=2&asOf=2025-02-02T00:00:00Z&until=2025-02-03T00:00:00Z`,
    ofTeam: true,
  },
  '/api/admissions/changedBetween': {
    path: '/api/admissions/changedBetween?team=icu&asOf=2025-02-02T00:00:00Z&until=2025-02-03T00:00:00Z',
    ofTeam: true,
  },
  '/api/reviews/erasedSince': { path: '/api/reviews/erasedSince?team=icu&asOf=2025-02-02T00:00:00Z', ofTeam: true },
  '/api/handover/:teamId': { path: '/api/handover/icu', ofTeam: true },
  '/api/ward/:teamId': { path: '/api/ward/icu', ofTeam: true },
  '/api/ward/:teamId/values': { path: '/api/ward/icu/values', ofTeam: true },
  '/api/drug-use/:teamId': { path: '/api/drug-use/icu?drug=drug-a.0', ofTeam: true },
  '/api/drug-use': { path: '/api/drug-use?drug=drug-a.0', ofTeam: false, adminOnly: true },
  '/api/physicNotes/listAdmNotes/:admissionId': { path: '/api/physicNotes/listAdmNotes/adm-1', ofTeam: true },
  '/api/history/admissions/:id': { path: '/api/history/admissions/adm-1', ofTeam: true },
  '/api/history/admissions/:id/moments': { path: '/api/history/admissions/adm-1/moments', ofTeam: true },
  '/api/history/entries/:id': { path: '/api/history/entries/ent-1', ofTeam: true },
  '/api/history/patients/:id': { path: '/api/history/patients/pat-1', ofTeam: true },
  '/api/history/teams/:id': { path: '/api/history/teams/icu', ofTeam: true },
  '/api/history/admissions/:id/verify': { path: '/api/history/admissions/adm-1/verify', ofTeam: true },
  '/api/history/admissions/:id/export': { path: '/api/history/admissions/adm-1/export', ofTeam: true },
  '/api/history/patients/:id/verify': { path: '/api/history/patients/pat-1/verify', ofTeam: true },
  '/api/history/patients/:id/export': { path: '/api/history/patients/pat-1/export', ofTeam: true },
  '/api/history/teams/:id/errors': { path: '/api/history/teams/icu/errors', ofTeam: true, adminOnly: true },
  '/api/history/teams/:id/verifyAll': { path: '/api/history/teams/icu/verifyAll', ofTeam: true, adminOnly: true },
  '/api/history/teams/:id/anchors': { path: '/api/history/teams/icu/anchors', ofTeam: true, adminOnly: true },
  '/api/history/teams/:id/verify': { path: '/api/history/teams/icu/verify', ofTeam: true },
  '/api/history/teams/:id/export': { path: '/api/history/teams/icu/export', ofTeam: true },
  '/api/history/drugs/:id/verify': { path: '/api/history/drugs/drug-a/verify', ofTeam: false },
  '/api/history/drugs/:id/export': { path: '/api/history/drugs/drug-a/export', ofTeam: false },
  '/api/history/drugs/:id': { path: '/api/history/drugs/drug-a', ofTeam: false },
  '/api/errtypes': { path: '/api/errtypes', ofTeam: false },
  '/api/statements': { path: '/api/statements', ofTeam: false },
  '/api/tags': { path: '/api/tags', ofTeam: false },
  '/api/drugs': { path: '/api/drugs', ofTeam: false },
  '/api/drugs/roots': { path: '/api/drugs/roots', ofTeam: false },
  '/api/drugs/tradeId/:id': { path: '/api/drugs/tradeId/drug-a.0', ofTeam: false },
  '/api/drugs/errtemps': { path: '/api/drugs/errtemps?trade=drug-a.0&errType=dose', ofTeam: false },
  '/api/courses': { path: '/api/courses', ofTeam: false },
  '/api/courses/:id': { path: '/api/courses/hypersensitivity-test', ofTeam: false },
  '/api/sponsors': { path: '/api/sponsors', ofTeam: false },
};
const all: readonly ReadRoute[] = routes;
const ofTeam = Object.values(asked)
  .filter((one) => one.ofTeam)
  .map((one) => one.path);

describe('rights', () => {
  test('every read is in the table of this spec', () => {
    expect(Object.keys(asked).sort()).toEqual(routes.map(({ call }) => call.path).sort());
  });

  test('a visitor reads settings, specialties, public profiles, courses and sponsors, and nothing else', () =>
    expect(all.flatMap(({ call, isOpen }) => (isOpen ? [call.path] : []))).toEqual([
      '/api/config',
      '/api/specialties',
      '/api/users/:id/userDetails',
      '/api/courses',
      '/api/courses/:id',
      '/api/sponsors',
    ]));

  for (const { call, isOpen } of all) {
    const pattern = call.path;
    const { path, adminOnly } = asked[pattern]!;
    const forVisitors = isOpen
      ? { status: 200 }
      : {
          status: 401,
          body: { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'token-failed' },
        };
    test(`a visitor gets ${forVisitors.status} of ${pattern}`, async () =>
      expect(await environment.get(path)).toMatchObject(forVisitors));
    test(`an invalid token is refused ${pattern}`, async () =>
      expect(await environment.get(path, { token: 'unknown' })).toMatchObject({
        status: 401,
        body: { message: 'Not authorized, token failed' },
      }));
    test(`a member ${adminOnly ? 'is refused' : 'reads'} ${pattern}`, async () =>
      expect((await environment.get(path, { token: environment.tokens.karim })).status).toBe(adminOnly ? 403 : 200));
  }

  /** The stranger is the admin account. */
  const toAdminAccount = new Set(Object.values(asked).flatMap((one) => (one.toAdminAccount ? [one.path] : [])));
  test.each(ofTeam.filter((path) => !toAdminAccount.has(path)))(
    'a stranger does not learn that %s exists',
    async (path) => {
      expect(await environment.get(path, { token: environment.tokens.sami })).toMatchObject({
        status: 404,
        body: { code: 'notFound' },
      });
      expect((await environment.get(path, { token: environment.tokens.sami, team: 'ccu' })).status).toBe(404);
    },
  );
  for (const path of ofTeam) {
    test(`a disabled member does not read ${path}`, async () =>
      expect((await environment.get(path, { token: environment.tokens.dina })).status).toBe(404));
    test(`${path} with the header of another team is refused`, async () => {
      expect(await environment.get(path, { token: environment.tokens.mona, team: 'ccu' })).toMatchObject({
        status: 403,
        body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
      });
      expect((await environment.get(path, { token: environment.tokens.mona, team: 'icu' })).status).toBe(200);
    });
  }

  test('an admin who is not a member reads', async () => {
    await environment.rows.query(/* sql */ `
      insert into team (team_id, name, specialty, about, admin_id, admin_email, version)
      values ('lone', 'Lone', 3, '', 'mona', 'mona@example.org', 0)`);
    expect((await environment.get('/api/teams/lone', { token: environment.tokens.mona })).status).toBe(200);
    await environment.rows.query(`delete from team where team_id = 'lone'`);
  });

  test('a removed member reads nothing from then on', async () => {
    await environment.rows.query(`update team_member set disabled = true where user_id = 'karim'`);
    expect((await environment.get('/api/patients/pat-1', { token: environment.tokens.karim })).status).toBe(404);
    await environment.rows.query(`update team_member set disabled = false where user_id = 'karim'`);
    expect((await environment.get('/api/patients/pat-1', { token: environment.tokens.karim })).status).toBe(200);
  });

  test('a session that was signed out reads nothing', async () => {
    const token = await environment.signIn('mona');
    await environment.signOut(token);
    expect((await environment.get('/api/users/me', { token })).status).toBe(401);
  });
});

describe('a request', () => {
  for (const [what, path] of [
    ['an id that is none', '/api/patients/a%20b'],
    ['a broken escape', '/api/patients/%E0%A4%A'],
    ['an id of a thousand letters', `/api/admissions/${'a'.repeat(1000)}`],
    ['page 0', '/api/patients/team/icu?pageNumber=0'],
    ['page -1', '/api/patients/team/icu?pageNumber=-1'],
    ['page NaN', '/api/patients/team/icu?pageNumber=NaN'],
    ['page 1.5', '/api/patients/team/icu?pageNumber=1.5'],
    ['a page beyond counting', '/api/patients/team/icu?pageNumber=99999999999999999999'],
    ['a repeated parameter', '/api/patients/team/icu?firstName=a&firstName=b'],
    ['a date that is none', '/api/patients/team/icu?birthdate=2025-02-30'],
    ['a zero character', '/api/patients/team/icu?firstName=%00'],
    ['a name without end', `/api/patients/team/icu?firstName=${'a'.repeat(2000)}`],
    ['an e-mail that is none', '/api/teams?user=no-address'],
    ['a moment that is none', '/api/history/admissions/adm-1?at=yesterday'],
    ['a revision below nothing', '/api/history/admissions/adm-1?at=-1'],
    ['a day without an hour', '/api/history/admissions/adm-1?at=2025-02-01'],
    ['a revision that is still to come', '/api/history/admissions/adm-1?at=2'],
    ['a thing of no kind', '/api/history/admissions/adm-1?of=ent-1'],
    ['a severity that is none', '/api/handover/icu?severity=J'],
    ['a switch that is neither on nor off', '/api/handover/icu?overdue=yes'],
    ['a parameter that this call does not know', '/api/patients/inpatients/icu?firstName=a'],
  ] as const) {
    test(`${what} is 400`, async () =>
      expect(await environment.get(path, { token: environment.tokens.mona })).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      }));
  }

  test('an unknown address is 404', async () =>
    expect(await environment.get('/api/nothing', { token: environment.tokens.mona })).toMatchObject({
      status: 404,
      body: { message: 'Not found', code: 'notFound', reason: 'not-found' },
    }));

  test('an unknown thing is 404', async () =>
    expect((await environment.get('/api/admissions/none/details', { token: environment.tokens.mona })).status).toBe(
      404,
    ));
});

describe('health', () => {
  test('is alive, and ready with each dependency', async () => {
    expect(await environment.get('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await environment.get('/api/ready')).toMatchObject({
      status: 200,
      body: {
        ready: true,
        checks: { postgres: { ok: true }, readModels: { ok: true }, eventLog: { ok: true }, live: { ok: true } },
      },
    });
  });
});
