import type { Erasure, ErasureList } from 'language/contract/erasures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
const REQUEST = /* sql */ `
insert into erasure_request (patient_id, team_id, category, reason, requested_by, requested_at, ends_at) values
  ('pat-1', 'icu', 'wish', 'Asked in writing', 'karim', now() - interval '1 day', now() + interval '6 days')`;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(REQUEST);
});
afterAll(() => environment.stop());

const erasureFor = async (who: 'mona' | 'karim' | 'sami'): Promise<Erasure> => {
  const { status, body } = await environment.get('/api/patients/pat-1/erasure', { token: environment.tokens[who] });
  expect(status).toBe(200);
  return body as Erasure;
};
const counted = async (sql: string): Promise<number> =>
  (await environment.rows.query<{ count: number }>(`select count(*)::int as count from ${sql}`)).rows[0]?.count ?? -1;
const ofPatient = `admission_id in (select admission_id from admission where patient_id = 'pat-1')`;

test('members see the request with its reason, what goes and what stays', async () => {
  const { request, goes, stays, version } = await erasureFor('mona');
  expect(request).toMatchObject({ category: 'wish', reason: 'Asked in writing', requestedBy: 'karim' });
  expect(request?.refused).toBeUndefined();
  const reviews = await counted(`review where ${ofPatient}`);
  expect(goes).toMatchObject({
    admissions: await counted(`admission where patient_id = 'pat-1'`),
    reviews,
    entries: await counted(`review_entry where ${ofPatient}`),
    notes: await counted(`physician_note where ${ofPatient}`),
  });
  expect(stays.reviews).toBe(reviews);
  expect(stays.errors).toBeLessThanOrEqual(goes.entries);
  const { rows } = await environment.rows.query<{ events: number }>(
    `select sum(revision + 1)::int as events from projection_checkpoint
     where (projection = 'patients' and stream = 'patient-pat-1')
        or (projection = 'clinical'
            and stream in (select 'admission-' || admission_id from admission where patient_id = 'pat-1'))`,
  );
  expect(version).toBe(rows[0]?.events);
});

test('the admin account sees the counts without a reason; its list has initials and the record number', async () => {
  expect((await erasureFor('sami')).request).toMatchObject({ category: 'wish' });
  expect((await erasureFor('sami')).request).not.toHaveProperty('reason');
  const { body } = await environment.get('/api/erasures', { token: environment.tokens.sami });
  const [listed] = (body as ErasureList).requests;
  expect(listed).toMatchObject({ _id: 'pat-1', initials: 'أ.م.ع.ا', team: 'icu' });
  expect(listed?.medicalRecordNumber).not.toBe('');
  expect(listed).not.toHaveProperty('reason');
  expect(JSON.stringify(body)).not.toContain('أحمد');
});

test('each look of the admin account is in the access log of the team', async () => {
  await erasureFor('sami');
  await expect
    .poll(() =>
      counted(`accounts.access_note where actor_id = 'sami' and team_id = 'icu' and data::text like '%pat-1%'`),
    )
    .toBeGreaterThan(0);
});

test('a request that has ended is none, and one that was refused is in no list', async () => {
  await environment.rows.query(`update erasure_request set ends_at = now() - interval '1 second'`);
  expect((await erasureFor('karim')).request).toBeNull();
  const list = async () =>
    ((await environment.get('/api/teams/icu/erasures', { token: environment.tokens.mona })).body as ErasureList)
      .requests;
  expect(await list()).toEqual([]);
  await environment.rows.query(
    `update erasure_request set ends_at = now() + interval '1 day', refused_by = 'mona', refused_at = now()`,
  );
  expect((await erasureFor('karim')).request).toMatchObject({ refused: { by: 'mona' } });
  expect(await list()).toEqual([]);
});

describe('among several teams', () => {
  const get = (path: string, token: string) => environment.get(path, { token });
  const ids = async (path: string, token: string): Promise<string[]> =>
    ((await get(path, token)).body as ErasureList).requests.map(({ _id }) => _id);
  const require = (team: string) =>
    environment.rows.query(`update team set second_factor_required = team_id = $1`, [team]);
  beforeAll(async () => {
    await environment.addPatient({ id: 'pat-ccu', team: 'ccu', names: ['Nour'] });
    await environment.addPatient({ id: 'pat-ward', team: 'ward', names: ['Hala'] });
    await environment.rows.query(/* sql */ `
      insert into team (team_id, name, specialty, about, admin_id, admin_email, version)
      values ('ward', 'Ward 7', 3, '', 'mona', 'mona@example.org', 0);
      delete from erasure_request;
      insert into erasure_request (patient_id, team_id, category, reason, requested_by, requested_at, ends_at) values
        ('pat-1', 'icu', 'wish', '', 'karim', now(), now() + interval '5 days'),
        ('pat-ccu', 'ccu', 'wish', '', 'sami', now(), now() + interval '6 days');`);
  });

  test('a team lists its own requests, and the admin account those of all', async () => {
    const { mona, sami } = environment.tokens;
    expect(await ids('/api/teams/icu/erasures', mona)).toEqual(['pat-1']);
    expect(await ids('/api/teams/ward/erasures', mona)).toEqual([]);
    expect(await ids('/api/teams/ccu/erasures', sami)).toEqual(['pat-ccu']);
    expect(await ids('/api/erasures', sami)).toEqual(['pat-1', 'pat-ccu']);
    expect((await get('/api/teams/ccu/erasures', mona)).status).toBe(404);
  });

  test('a request is shown at its own patient', async () => {
    const { mona, sami } = environment.tokens;
    expect((await get('/api/patients/pat-ward/erasure', mona)).body).toMatchObject({ team: 'ward', request: null });
    expect((await get('/api/patients/pat-ward/erasure', sami)).body).toMatchObject({ team: 'ward', request: null });
    expect((await get('/api/patients/unknown/erasure', sami)).status).toBe(404);
    expect((await get('/api/patients/pat-ccu/erasure', mona)).status).toBe(404);
  });

  test('the admin account looks at a merged patient as at the one who stays, and names no other team', async () => {
    const { sami } = environment.tokens;
    await environment.addPatient({ id: 'pat-merged', team: 'icu', names: ['Nour'] });
    await environment.rows.query(/* sql */ `
      insert into absorbed_patient (survivor_id, patient_id, merged_at, merged_by, version, since)
      values ('pat-ward', 'pat-merged', now(), 'mona', 1, now())`);
    const at = (id: string, team?: string) =>
      environment.get(`/api/patients/${id}/erasure`, { token: sami, ...(team === undefined ? {} : { team }) });
    expect((await at('pat-merged')).body).toMatchObject({ team: 'ward' });
    expect([(await at('pat-merged', 'ward')).status, (await at('pat-merged', 'icu')).status]).toEqual([200, 403]);
    expect((await at('pat-ward', 'ccu')).status).toBe(403);
  });

  test('the admin account needs a second factor for a team that requires one, and for no other', async () => {
    const { sami } = environment.tokens;
    const needed = { status: 403, body: { reason: 'second-factor-required' } };
    await require('icu');
    expect(await get('/api/patients/pat-1/erasure', sami)).toMatchObject(needed);
    expect(await get('/api/erasures', sami)).toMatchObject(needed);
    expect((await get('/api/patients/pat-ward/erasure', sami)).status).toBe(200);
    await require('');
    expect((await get('/api/patients/pat-1/erasure', sami)).status).toBe(200);
  });
});
