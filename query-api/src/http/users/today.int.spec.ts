/** Home: what waits, as the lists that it leads to count it. */
import type { PendingPage } from 'language/contract/handover';
import type { Today } from 'language/contract/today';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.addPatient({ id: 'pat-ccu', team: 'ccu', names: ['Nour'] });
  await environment.rows.query(/* sql */ `
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
    values ('adm-h', 'pat-1', 'icu', '2025-03-01', '', 0), ('adm-ccu', 'pat-ccu', 'ccu', '2025-03-01', '', 0);
    insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                        version)
    select 'h.' || author, 'adm-h', 'pat-1', 'icu', '2025-03-02', '', author, '2025-03-02T08:00:00Z', 1
    from unnest('{mona,dina}'::text[]) author;
    insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                              err_drug, err_drug_label, err_note, err_severity, drug_tags, version, responsible_id,
                              follow_up_date)
    select author || place, 'h.' || author, 'adm-h', 'icu', '2025-03-02', place, 'dose', 'Dose',
           'drug-a.0', 'Alphin', '', 'C', '[]', 3, taker, due::date
    from (values ('mona', null, 1, null), ('mona', null, 2, '2025-03-04'), ('mona', 'dina', 3, null),
                 ('dina', 'mona', 1, '2999-01-01'))
         as one (author, taker, place, due);
    insert into transfer_offer (admission_id, offer_id, patient_id, from_team_id, to_team_id, to_team_name, note, offered_by,
                                offered_at)
    values ('adm-ccu', 'offer-1', 'pat-ccu', 'ccu', 'icu', 'Adult ICU', '', 'sami', '2025-03-02T08:00:00Z');
    insert into erasure_request (patient_id, team_id, category, reason, requested_by, requested_at, ends_at)
    values ('pat-1', 'icu', 'wish', 'Asked', 'dina', now(), now() + interval '7 days');
    insert into reading.chart_seen (user_id, admission_id, team_id, revision, at)
    values ('mona', 'adm-h', 'icu', 3, now()), ('mona', 'adm-1', 'icu', 3, now());
    insert into change (stream, revision, touched, actor_id, team_id, at)
    values ('admission-adm-h', 4, '{review:h.dina}', 'dina', 'icu', now()),
           ('admission-adm-1', 4, '{review:rev-first}', 'mona', 'icu', now())`);
});
afterAll(() => environment.stop());

const today = async (token: string): Promise<Today> => {
  const { status, body } = await environment.get('/api/users/me/today', { token });
  expect(status).toBe(200);
  return body as Today;
};
const counts = ({ waiting }: Today): [string, string, number][] =>
  waiting.map(({ kind, team, count }) => [kind, team, count]);

test('the entries of which the person is responsible wait, with offers, erasures of others and changed charts', async () => {
  expect(counts(await today(environment.tokens.mona))).toEqual([
    ['overdue', 'icu', 1],
    ['pending', 'icu', 3],
    ['transfers', 'icu', 1],
    ['erasures', 'icu', 1],
    ['changed', 'icu', 1],
  ]);
});

test('each count of entries is that of the list that it leads to', async () => {
  const { waiting } = await today(environment.tokens.mona);
  for (const [kind, filter] of [
    ['pending', ''],
    ['overdue', '&overdue=1'],
  ] as const) {
    const { body } = await environment.get(`/api/handover/icu?of=mona${filter}`, { token: environment.tokens.mona });
    expect((body as PendingPage).total).toBe(waiting.find((one) => one.kind === kind)?.count);
  }
});

test('a member who decides no erasure is not asked; a disabled member and another team see nothing of it', async () => {
  expect(counts(await today(environment.tokens.karim))).toEqual([['transfers', 'icu', 1]]);
  expect(await today(environment.tokens.dina)).toMatchObject({ waiting: [], patients: [], inpatients: 0 });
  expect(counts(await today(environment.tokens.sami))).toEqual([]);
});

test('the person who asked for an erasure does not decide it', async () => {
  await environment.rows.query(`update erasure_request set requested_by = 'mona'`);
  expect(counts(await today(environment.tokens.mona)).map(([kind]) => kind)).not.toContain('erasures');
});

test('the inpatients of all teams are listed, with their team', async () => {
  const ofMona = await today(environment.tokens.mona);
  expect(ofMona.inpatients).toBe(2);
  expect(ofMona.patients.map(({ admission, teamName }) => [admission, teamName]).toSorted()).toEqual([
    ['adm-1', 'Adult ICU'],
    ['adm-h', 'Adult ICU'],
  ]);
  expect((await today(environment.tokens.sami)).patients.map(({ admission }) => admission)).toEqual(['adm-ccu']);
});
