/**
 * The reads of each team after a transfer: the ICU has transferred a chart to the heart unit, whose patient has an
 * earlier stay in the ICU; a second patient has not followed their chart yet; Ward 7 has no part in either.
 */
import type { DrugUsePage } from 'language/contract/drug-use';
import type { Admission, MergedPatients, Problem } from 'language/contract/entities';
import type { PendingPage } from 'language/contract/handover';
import type { TransferredStays } from 'language/contract/transfers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../testing/test-environment.ts';

let environment: TestEnvironment;
/** A member of the ICU, of the heart unit, and of Ward 7. */
let [old, next, other] = ['', '', ''];

const hospital = /* sql */ `
insert into app_user (user_id, first_name, last_name, email, phone, phone_normalised, title, about, started_on, version)
values ('nada', 'Nada', 'Samir', 'nada@example.org', '', '', '', '', '2024-04-01', 0);
insert into team (team_id, name, specialty, about, admin_id, admin_email, version)
values ('ward', 'Ward 7', 3, '', 'nada', 'nada@example.org', 0);
insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, discharge_date, version) values
  ('early', 'p-moved', 'icu', '2025-01-02', '', '2025-01-09', 0),
  ('moved', 'p-moved', 'ccu', '2025-02-01', '', null, 6),
  ('late-first', 'p-late', 'ccu', '2025-01-05', '', '2025-01-08', 0),
  ('late', 'p-late', 'ccu', '2025-02-01', '', null, 4),
  ('own', 'p-own', 'ward', '2025-02-01', '', null, 0),
  ('ward-moved', 'p-ward', 'ccu', '2025-02-01', '', null, 0);
insert into transferred_stay (admission_id, revision, patient_id, team_id, to_team_id, start_date, transfer_date, at) values
  ('moved', 5, 'p-moved', 'icu', 'ccu', '2025-02-01', '2025-02-10', '2025-02-10T08:00:00Z'),
  ('late', 3, 'p-late', 'icu', 'ccu', '2025-02-01', '2025-02-10', '2025-02-10T09:00:00Z'),
  ('ward-moved', 3, 'p-ward', 'ward', 'ccu', '2025-02-01', '2025-02-10', '2025-02-10T10:00:00Z');
insert into absorbed_patient (survivor_id, patient_id, merged_at, merged_by, version, since)
values ('p-moved', 'p-duplicate', '2025-02-11T08:00:00Z', 'sami', 0, '2025-02-11T08:00:00Z');
insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at, version)
values ('r-moved', 'moved', 'p-moved', 'icu', '2025-02-05', '', 'mona', '2025-02-05T08:00:00Z', 1);
insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                          err_drug, err_drug_label, err_note, version)
values ('e-moved', 'r-moved', 'moved', 'icu', '2025-02-05', 1, 'dose', 'Dose', 'drug-a.0', 'Alphin', '', 1);
insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail, uploaded_at)
values
  ('i-early', 'early', 'p-moved', 'mona', 'image/png', 'x', 'x', '2025-01-03T08:00:00Z'),
  ('i-before', 'moved', 'p-moved', 'mona', 'image/png', 'x', 'x', '2025-02-05T08:00:00Z'),
  ('i-after', 'moved', 'p-moved', 'sami', 'image/png', 'x', 'x', '2025-02-12T08:00:00Z'),
  ('i-late', 'late', 'p-late', 'sami', 'image/png', 'x', 'x', '2025-02-12T08:00:00Z');`;

beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.addPatient({ id: 'p-moved', team: 'ccu', names: ['Moved'] });
  await environment.addPatient({ id: 'p-duplicate', team: 'ccu', names: ['Duplicate'] });
  await environment.addPatient({ id: 'p-late', team: 'icu', names: ['Late'] });
  await environment.addPatient({ id: 'p-own', team: 'ward', names: ['Own'] });
  await environment.addPatient({ id: 'p-ward', team: 'ccu', names: ['Ward'] });
  await environment.rows.query(hospital);
  [old, next, other] = [environment.tokens.mona, environment.tokens.sami, await environment.signIn('nada')];
});
afterAll(() => environment.stop());

const status = async (token: string, path: string, team?: string): Promise<number | string> => {
  const answer = await environment.get(path, { token, ...(team === undefined ? {} : { team }) });
  return answer.status === 403 ? ((answer.body as Problem).reason ?? '') : answer.status;
};
const read = async <Body>(token: string, path: string): Promise<Body> => {
  const { status: found, body } = await environment.get(path, { token });
  expect(found).toBe(200);
  return body as Body;
};
const details = (admission: string): string => `/api/admissions/${admission}/details`;
const staysOf = async (token: string, patient: string): Promise<string[]> =>
  (await read<Admission[]>(token, `/api/admissions/${patient}`)).map(({ _id }) => _id);

test('the team that has received the patient reads the chart, and their earlier stay in the other team', async () => {
  expect(await status(next, details('moved'))).toBe(200);
  for (const header of [undefined, 'ccu', 'icu']) expect(await status(next, details('early'), header)).toBe(200);
  expect(await status(next, details('early'), 'ward')).toBe('not-allowed');
  expect(await staysOf(next, 'p-moved')).toEqual(['moved', 'early']);
});

test.each([
  ['ChartOpened', details('early')],
  ['ChartOpened', '/api/images/i-early'],
  ['PatientOpened', '/api/admissions/p-moved'],
])('%s of the stay in the other team is in the access log of that team as well: %s', async (kind, path) => {
  const reader = `reader-of-${path.replaceAll(/\W/g, '-')}`;
  await environment.rows.query(
    `insert into team_member (team_id, user_id, email, is_physic, can_edit, position)
     values ('ccu', $1, $1 || '@example.org', false, false, 9)`,
    [reader],
  );
  expect(await status(await environment.signIn(reader), path)).toBe(200);
  const { rows } = await environment.rows.query<{ team_id: string; kind: string }>(
    'select team_id, kind from accounts.access_note where actor_id = $1 order by team_id',
    [reader],
  );
  expect(rows).toEqual([
    { team_id: 'ccu', kind },
    { team_id: 'icu', kind },
  ]);
});

test('the team that has transferred the chart reads its own stays, and is told of the transfer', async () => {
  expect(await staysOf(old, 'p-moved')).toEqual(['early']);
  expect(await status(old, '/api/patients/p-moved')).toBe(200);
  for (const header of [undefined, 'icu'])
    expect(await status(old, details('moved'), header)).toBe('chart-transferred');
  expect(await status(old, details('moved'), 'ccu')).toBe('not-allowed');
  expect(await status(old, details('own'))).toBe(404);
});

test('a team without a part in it does not learn that the chart exists', async () => {
  for (const path of [details('moved'), details('early'), details('late'), '/api/patients/p-moved'])
    expect([path, await status(other, path)]).toEqual([path, 404]);
});

test('a patient who has not followed the chart yet opens it to their team no more', async () => {
  expect(await status(old, details('late'))).toBe('chart-transferred');
  expect(await status(next, details('late'))).toBe(200);
  for (const who of [old, next]) expect(await status(who, '/api/patients/p-late')).toBe(200);
  expect(await status(other, '/api/patients/p-late')).toBe(404);
  // A stay that the other team had before is no part of that transfer.
  expect(await status(old, details('late-first'))).toBe(200);
});

test('the merged patients are those of the team that has the patient', async () => {
  const merged = async (token: string): Promise<string[]> =>
    (await read<MergedPatients>(token, '/api/patients/p-moved/merged')).merged.map(({ _id }) => _id);
  expect(await merged(next)).toEqual(['p-duplicate']);
  expect(await merged(old)).toEqual([]);
});

test('an image is read by the present team, and by the team of before if it was uploaded before the transfer', async () => {
  const images = ['i-early', 'i-before', 'i-after', 'i-late'];
  const statuses = (token: string, team?: string) =>
    Promise.all(images.map((image) => status(token, `/api/images/${image}`, team)));
  expect(await statuses(next)).toEqual([200, 200, 200, 200]);
  expect(await statuses(old)).toEqual([200, 200, 404, 404]);
  expect(await statuses(old, 'icu')).toEqual([200, 200, 404, 404]);
  expect(await statuses(old, 'ward')).toEqual(['not-allowed', 'not-allowed', 404, 404]);
  expect(await statuses(other)).toEqual([404, 404, 404, 404]);
});

describe('a second factor is required', () => {
  const require = (team: string) =>
    environment.rows.query(`update team set second_factor_required = team_id = $1`, [team]);
  beforeEach(() => require(''));
  afterAll(() => require(''));

  test('of members of the team that has transferred the chart', async () => {
    await require('icu');
    for (const path of [details('moved'), '/api/images/i-before', '/api/images/i-early'])
      expect([path, await status(old, path)]).toEqual([path, 'second-factor-required']);
    for (const path of [details('moved'), details('early'), '/api/images/i-before', '/api/images/i-early'])
      expect([path, await status(next, path)]).toEqual([path, 200]);
  });

  test('of members of the team that has received it, also for the earlier stay', async () => {
    await require('ccu');
    for (const path of [details('moved'), details('early'), '/api/images/i-before', '/api/images/i-early'])
      expect([path, await status(next, path)]).toEqual([path, 'second-factor-required']);
    expect(await status(old, details('moved'))).toBe('chart-transferred');
    expect(await status(old, '/api/images/i-before')).toBe(200);
  });
});

test('a team lists its own transferred stays', async () => {
  const transferred = async (token: string, team: string): Promise<string[]> =>
    (await read<TransferredStays>(token, `/api/transfers/${team}/transferred`)).transferred.map(
      ({ admission }) => admission,
    );
  expect(await transferred(old, 'icu')).toEqual(['late', 'moved']);
  expect(await transferred(other, 'ward')).toEqual(['ward-moved']);
  expect(await transferred(next, 'ccu')).toEqual([]);
});

test('a pending entry is handed over with the chart, once', async () => {
  const pending = async (token: string, team: string): Promise<string[]> =>
    (await read<PendingPage>(token, `/api/handover/${team}`)).pending.map(({ _id }) => _id);
  expect(await pending(next, 'ccu')).toEqual(['e-moved']);
  expect(await pending(old, 'icu')).toEqual([]);
  expect(await pending(other, 'ward')).toEqual([]);
});

test('the use of a drug in a team does not name the stay of before in another one', async () => {
  const uses = async (token: string, team: string): Promise<string[]> => {
    const { patients, had } = await read<DrugUsePage>(token, `/api/drug-use/${team}?drug=drug-a.0&on=2025-02-20`);
    return [...patients, ...had]
      .map((one) => `${one.admission} of ${one.team}`)
      .filter((one) => one.startsWith('moved'));
  };
  expect(await uses(next, 'ccu')).toEqual(['moved of ccu']);
  expect(await uses(old, 'icu')).toEqual(['moved of icu']);
});

test("the changed stays of a report are the team's own, also of a patient with a stay in another team", async () => {
  await environment.addPatient({ id: 'p-twice', team: 'icu', names: ['Twice'] });
  await environment.rows.query(/* sql */ `
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version, since) values
      ('twice-first', 'p-twice', 'icu', '2025-01-02', '', 0, '2025-01-02T08:00:00Z'),
      ('twice-elsewhere', 'p-twice', 'ccu', '2025-01-20', '', 0, '2025-01-20T08:00:00Z'),
      ('twice-again', 'p-twice', 'icu', '2025-03-01', '', 0, '2025-03-01T08:00:00Z')`);
  const changed = async (token: string, team: string): Promise<string[]> => {
    const between = 'asOf=2025-02-20T00:00:00Z&until=2025-03-10T00:00:00Z';
    const page = await read<{ changes: { _id: string }[] }>(
      token,
      `/api/admissions/changedBetween?team=${team}&${between}`,
    );
    return page.changes.map(({ _id }) => _id);
  };
  expect(await changed(old, 'icu')).toEqual(['twice-again']);
  expect(await changed(next, 'ccu')).toEqual([]);
});

describe('a patient whose only chart the ICU has transferred, corrected and merged since', () => {
  const LATER = /Later|Survivor|p-survivor|NEW-9/;
  beforeAll(async () => {
    await environment.addPatient({ id: 'p-gone', team: 'ccu', names: ['Later'], recordNumber: 'NEW-9' });
    await environment.addPatient({ id: 'p-survivor', team: 'ccu', names: ['Survivor'] });
    await environment.rows.query(/* sql */ `
      insert into past_patient
      select '2025-02-12T08:00:00Z', 1, (jsonb_populate_record(p, '{"team_id": "icu", "first_name": "Then", "first_key": "then",
        "medical_record_number": "OLD-1"}')).*
      from patient p where p.patient_id = 'p-gone';
      update patient set since = '2025-02-12T08:00:00Z' where patient_id = 'p-gone';
      insert into absorbed_patient (survivor_id, patient_id, merged_at, merged_by, version, since)
      values ('p-survivor', 'p-gone', '2025-02-13T08:00:00Z', 'sami', 0, '2025-02-13T08:00:00Z');
      insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version) values
        ('gone-1', 'p-gone', 'ccu', '2025-02-01', '', 6), ('gone-2', 'p-gone', 'ccu', '2025-02-03', '', 6);
      insert into transferred_stay (admission_id, revision, patient_id, team_id, to_team_id, start_date, transfer_date, at)
      select admission_id, 5, 'p-gone', 'icu', 'ccu', admission_date, '2025-02-10', '2025-02-10T08:00:00Z'
      from admission where admission_id in ('gone-1', 'gone-2');
      insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                          version, since)
      values ('r-gone', 'gone-1', 'p-gone', 'icu', '2025-02-05', '', 'mona', '2025-02-05T08:00:00Z', 1, '2025-02-05T08:00:00Z');
      insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                                err_drug, err_drug_label, err_note, version, since)
      values ('e-gone', 'r-gone', 'gone-1', 'icu', '2025-02-05', 1, 'dose', 'Dose', 'drug-a.0', 'Alphin', '', 1,
              '2025-02-05T08:00:00Z');
      insert into error_change (entry_id, revision, team_id, patient_id, admission_id, review_id, at, actor_id, what, removed,
                                err_type, err_type_label, err_drug, err_drug_label)
      values ('e-gone', 1, 'icu', 'p-gone', 'gone-1', 'r-gone', '2025-02-05T08:00:00Z', 'mona', array['added'], false,
              'dose', 'Dose', 'drug-a.0', 'Alphin');
      insert into access (access_id, stream, team_id, at, actor_id, kind, patient_id)
      values ('x-gone', 'access-icu-2025-02', 'icu', '2025-02-05T08:00:00Z', 'mona', 'PatientOpened', 'p-gone')`);
  });

  const days = 'startDate=2025-02-05&endDate=2025-02-05';
  test.each([
    '/api/transfers/icu/transferred',
    '/api/teams/icu/accesses?patient=p-gone',
    '/api/history/teams/icu/errors?from=2025-02-05&to=2025-02-05',
    '/api/history/teams/icu/errors?from=2025-02-05&to=2025-02-05&format=csv',
    `/api/reviews?team=icu&${days}`,
    `/api/reviews/export.csv?team=icu&${days}`,
    `/api/reviews?team=icu&${days}&asOf=2025-03-01T00:00:00Z`,
    '/api/admissions/getRecurrentAdmissions?team=icu',
    '/api/admissions/getRecurrentAdmissions?team=icu&asOf=2025-03-01T00:00:00Z',
    '/api/drug-use/icu?drug=drug-a.0&on=2025-02-20',
    `/api/reviews/changedBetween?team=icu&report=1&${days}&asOf=2025-02-01T00:00:00Z&until=2025-03-01T00:00:00Z`,
  ])('is for the ICU as when the chart left it: %s', async (path) => {
    const response = await fetch(`${environment.url}${path}`, { headers: { authorization: `bearer ${old}` } });
    const text = await response.text();
    // The file of the auditor's search has ids only.
    expect(text).toContain(path.endsWith('format=csv') ? 'p-gone' : 'Then');
    expect(text).not.toMatch(LATER);
  });

  test('is for the team that has the patient as they are', async () => {
    const { body } = await environment.get('/api/drug-use/ccu?drug=drug-a.0&on=2025-02-20', { token: next });
    expect(JSON.stringify(body)).toMatch(/Survivor/);
  });
});
