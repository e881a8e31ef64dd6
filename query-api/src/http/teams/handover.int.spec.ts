/** The handover list by the person who is responsible. Who else may read it is tested in `reads.int.spec.ts`. */
import type { Review } from 'language/contract/entities';
import type { PendingPage } from 'language/contract/handover';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(/* sql */ `
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
    values ('adm-h', 'pat-1', 'icu', '2025-03-01', '', 0);
    insert into app_user (user_id, first_name, last_name, email, phone, phone_normalised, title, about, started_on, version)
    values ('omar', 'Omar', 'Hassan', 'omar@example.org', '', '', '', '', '2024-04-01', 0),
           ('nada', 'Nada', 'Samir', 'nada@example.org', '', '', '', '', '2024-04-01', 0);
    insert into team_member (team_id, user_id, email, is_physic, can_edit, disabled, position)
    values ('icu', 'omar', 'omar@example.org', false, true, false, 4),
           ('ccu', 'nada', 'nada@example.org', false, true, false, 4);
    insert into accounts.credential (user_id, email, password_hash, command_id, confirmed_at)
    select user_id, email, '', gen_random_uuid(), now() from app_user where user_id = 'karim';
    update accounts.credential set disabled_at = '2026-05-02T10:00:00Z', disabled_by = 'sami', disabled_reason = 'Left'
    where user_id = 'karim';
    insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                        version)
    select 'h.' || author, 'adm-h', 'pat-1', 'icu', '2025-03-02', '', author, '2025-03-02T08:00:00Z', 1
    from unnest('{mona,omar,dina,karim,nada}'::text[]) author;
    insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                              err_drug, err_drug_label, err_note, err_severity, drug_tags, version, responsible_id)
    select author || coalesce('>' || taker, ''), 'h.' || author, 'adm-h', 'icu', '2025-03-02', place, 'dose', 'Dose',
           'drug-a.0', 'Handover drug', '', 'C', '[]', 3, taker
    from (values ('mona', null, 1), ('mona', 'omar', 2), ('omar', null, 1), ('omar', 'mona', 2), ('dina', null, 1),
                 ('dina', 'mona', 2), ('karim', null, 1), ('nada', null, 1), ('omar', 'nada', 3))
         as one (author, taker, place);`);
});
afterAll(() => environment.stop());

/** The entries by author and the person who has taken each over, such as `omar>mona`. */
const listed = async (search: string, token = environment.tokens.mona): Promise<string[]> => {
  const { status, body } = await environment.get(`/api/handover/icu?drug=handover%20drug${search}`, { token });
  expect(status).toBe(200);
  return (body as PendingPage).pending.map(({ _id }) => _id).toSorted();
};

test('all entries have their author, and the person who has taken one over by name', async () => {
  const { body } = await environment.get('/api/handover/icu?drug=handover%20drug', { token: environment.tokens.mona });
  const { pending, total } = body as PendingPage;
  expect(total).toBe(9);
  const found = (id: string) => pending.find(({ _id }) => _id === id);
  expect(found('omar>mona')).toMatchObject({
    userId: 'omar',
    userName: 'Omar Hassan',
    responsible: 'mona',
    responsibleName: 'Mona Adel',
  });
  expect(found('omar')).not.toHaveProperty('responsible');
  expect(found('omar')).not.toHaveProperty('responsibleName');
});

test('own entries are those that the person wrote or has taken over', async () => {
  expect(await listed('&mine=1')).toEqual(['dina>mona', 'mona', 'mona>omar', 'omar>mona']);
});

test('those of a person are those for which the person is responsible', async () => {
  expect(await listed('&of=omar')).toEqual(['mona>omar', 'omar']);
  expect(await listed('&of=dina')).toEqual(['dina']);
  expect(await listed('&of=stranger')).toEqual([]);
});

test('entries wait for people who are not in the team: disabled there, with a disabled account, or gone', async () => {
  expect(await listed('&of=left')).toEqual(['dina', 'karim', 'nada', 'omar>nada']);
});

test('the list of reviews names who has taken an entry over', async () => {
  const { body } = await environment.get('/api/reviews/listAdmissionReviews/adm-h', { token: environment.tokens.mona });
  const omars = (body as Review[]).find(({ userId }) => userId === 'omar');
  expect(omars?.drugErrs.map(({ responsible }) => responsible)).toEqual([undefined, 'mona', 'nada']);
});
