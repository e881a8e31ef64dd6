/** The list of what is asked of a physician. That it is empty for other people is in `reads.int.spec.ts` and the table of rights. */
import type { AskedPage } from 'language/contract/handover';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
const answer = { answer: 'seen', text: '', reason: '', userId: 'nour', at: '2025-03-02T10:00:00.000Z' };
const asked = (address: object | null, at = '2025-03-02T08:00:00.000Z') =>
  JSON.stringify({ at, address, answer: null, reportedBy: null });
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(/* sql */ `
    insert into app_user (user_id, first_name, last_name, email, phone, phone_normalised, title, about, started_on, version)
    values ('nour', 'Nour', 'Hamdy', 'nour@example.org', '', '', '', '', '2024-04-01', 0);
    insert into team_member (team_id, user_id, email, is_physic, can_edit, disabled, position)
    values ('icu', 'nour', 'nour@example.org', true, false, false, 4);
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, consultant, bed,
                           discharge_date, version)
    values ('of-karim', 'pat-1', 'icu', '2025-03-01', '', 'Dr. Karim Nabil', '7', null, 0),
           ('of-nour', 'pat-1', 'icu', '2025-03-01', '', 'nour hamdy', '', null, 0),
           ('of-no-one', 'pat-1', 'icu', '2025-03-01', '', 'Dr. Elsewhere', '', null, 0),
           ('gone', 'pat-1', 'icu', '2025-03-01', '', '', '', '2025-03-03', 0),
           ('in-ccu', 'pat-1', 'ccu', '2025-03-01', '', '', '', null, 0);
    insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                        version)
    select 'r.' || admission_id, admission_id, 'pat-1', team_id, '2025-03-02', '', 'mona', '2025-03-02T08:00:00Z', 1
    from admission where admission_date = '2025-03-01';
    insert into admission_medication (medication_id, admission_id, patient_id, team_id, drug, drug_label, dose, route,
                                      frequency, start_date, stop_date, note, position, author_id, created_at, version)
    values ('m1', 'of-karim', 'pat-1', 'icu', 'drug-a.1', 'Alphin 1 g', '1 g', 'IV', 'daily', '2025-03-01', null, '', 1,
            'mona', '2025-03-01T08:00:00Z', 1);`);
  const entries: [string, string, string | null, string][] = [
    ['default', 'of-karim', 'C', asked(null)],
    ['grave', 'of-no-one', 'G', asked(null)],
    ['older', 'of-karim', 'C', asked(null, '2025-03-01T08:00:00.000Z')],
    ['ungraded', 'of-karim', null, asked(null)],
    ['other-consultant', 'of-nour', 'C', asked(null)],
    ['named', 'of-nour', 'D', asked({ kind: 'physician', userId: 'karim' })],
    ['named-other', 'of-karim', 'D', asked({ kind: 'physician', userId: 'nour' })],
    ['named-who-left', 'of-karim', 'B', asked({ kind: 'physician', userId: 'gone' })],
    ['all', 'of-nour', 'A', asked({ kind: 'physicians' })],
    ['discharged', 'gone', 'I', asked(null)],
    ['another-team', 'in-ccu', 'I', asked(null)],
    ['seen', 'of-karim', 'E', JSON.stringify({ ...JSON.parse(asked(null)), answer })],
  ];
  for (const [id, admission, severity, value] of entries)
    await environment.rows.query(
      /* sql */ `
      insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type,
                                err_type_label, err_drug, err_drug_label, err_note, err_severity, drug_tags, version, asked)
      select $1, 'r.' || a.admission_id, a.admission_id, a.team_id, '2025-03-02', 1, 'dose', 'Dose', 'drug-a.0', 'Alphin',
             '<p>halve</p>', $3, '[]', 3, $4
      from admission a where a.admission_id = $2`,
      [id, admission, severity, value],
    );
});
afterAll(() => environment.stop());

const listed = async (token: string): Promise<AskedPage> => {
  const { status, body } = await environment.get('/api/users/me/asked', { token });
  expect(status).toBe(200);
  return body as AskedPage;
};

test('the count is that of the list, and is no access to data', async () => {
  expect((await environment.get('/api/users/me/asked/count', { token: environment.tokens.karim })).body).toEqual({
    asked: 8,
  });
  const notes = await environment.rows.query(`select from accounts.access_note where actor_id = 'karim'`);
  expect(notes.rows).toEqual([]);
});

test('a physician has what is asked of them and of all, severe ones first, then those that wait longest', async () => {
  const { entries, total, teams } = await listed(environment.tokens.karim);
  expect(entries.map(({ _id, isToMe }) => `${_id} ${isToMe ? 'me' : 'all'}`)).toEqual([
    'grave all',
    'seen me',
    'named me',
    'older me',
    'default me',
    'named-who-left me',
    'all all',
    'ungraded me',
  ]);
  expect([total, teams]).toEqual([8, [{ _id: 'icu', name: 'Adult ICU', refusalReasons: [] }]]);
  expect(entries[1]?.asked.answer).toEqual(answer);
});

test('a card has the patient, the place, the current order and who asks', async () => {
  const { entries } = await listed(environment.tokens.karim);
  expect(entries.find(({ _id }) => _id === 'default')).toMatchObject({
    review: 'r.of-karim',
    admission: 'of-karim',
    team: 'icu',
    bed: '7',
    consultant: 'Dr. Karim Nabil',
    patient: 'pat-1',
    order: { dose: '1 g', route: 'IV', frequency: 'daily' },
    errNote: '<p>halve</p>',
    userId: 'mona',
    userName: 'Mona Adel',
    version: 3,
  });
});

test('another physician has the rest', async () => {
  const { entries } = await listed(await environment.signIn('nour'));
  expect(entries.map(({ _id }) => _id)).toEqual(['grave', 'named-other', 'other-consultant', 'all']);
});

test('who is no physician has nothing, and no count', async () => {
  expect(await listed(environment.tokens.mona)).toMatchObject({ entries: [], total: 0, teams: [] });
  expect((await environment.get('/api/users/me/asked/count', { token: environment.tokens.mona })).body).toEqual({
    asked: null,
  });
});
