import type { FiguresOverTime } from 'language/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;

/**
 * Team icu. Amal: 2025-03-01 to 03-08, 7 bed-days. Badr: 02-20 to 04-02, 31 bed-days in March and 1 in April. Celia comes from team
 * ccu on 03-29 and goes home that day: 1 bed-day here. Dalia came and went on 03-15: 1. Another team's stay counts for it.
 */
const stays = /* sql */ `
update admission set discharge_date = '2025-02-05' where admission_id = 'adm-1';
insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, discharge_date,
                       discharge_status, version) values
  ('amal', 'p-amal', 'icu', '2025-03-01', '', '2025-03-08', 0, 0),
  ('badr', 'p-badr', 'icu', '2025-02-20', '', '2025-04-02', 0, 0),
  ('celia', 'p-celia', 'icu', '2025-03-01', '', '2025-03-29', 0, 0),
  ('dalia', 'p-dalia', 'icu', '2025-03-15', '', '2025-03-15', 0, 0),
  ('other', 'p-other', 'ccu', '2025-03-01', '', null, null, 0);
insert into transferred_stay (admission_id, revision, patient_id, team_id, to_team_id, start_date, transfer_date, at)
values ('celia', 3, 'p-celia', 'ccu', 'icu', '2025-03-01', '2025-03-29', '2025-03-29T08:00:00Z');
insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at, version)
values ('r-1', 'amal', 'p-amal', 'icu', '2025-03-03', '', 'mona', now(), 0),
       ('r-2', 'badr', 'p-badr', 'icu', '2025-04-01', '', 'mona', now(), 0);
insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                          err_drug, err_drug_label, err_note, err_res, err_severity, version) values
  ('e-1', 'r-1', 'amal', 'icu', '2025-03-03', 1, 'dose', '', 'drug-a.0', 'Alphin', '', 1, 'E', 0),
  ('e-2', 'r-1', 'amal', 'icu', '2025-03-03', 2, 'dose', '', 'drug-a.0', 'Alphin', '', 2, 'D', 0),
  ('e-3', 'r-1', 'amal', 'icu', '2025-03-03', 3, 'dose', '', 'drug-a.0', 'Alphin', '', null, null, 0),
  ('e-4', 'r-1', 'amal', 'icu', '2025-03-03', 4, '00000000-0000-4000-8000-0000000099bb', '', 'drug-a.0', 'Alphin', '', null, null, 0),
  ('e-5', 'r-2', 'badr', 'icu', '2025-04-01', 1, 'dose', '', 'drug-a.0', 'Alphin', '', 1, 'I', 0);`;

beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(stays);
});
afterAll(() => environment.stop());

const over = async (query: string) => {
  const { status, body } = await environment.get(`/api/reviews/overTime?team=icu&${query}`, {
    token: environment.tokens.karim,
  });
  return { status, ...(body as FiguresOverTime) };
};

test('each month has the bed-days, errors and responses that are counted by hand', async () => {
  const { months, harms } = await over('startDate=2025-03-01&endDate=2025-05-31');
  expect(months).toEqual([
    { month: '2025-03', bedDays: 7 + 31 + 1 + 1, errors: 3, answered: 2, accepted: 1 },
    { month: '2025-04', bedDays: 1, errors: 1, answered: 1, accepted: 1 },
    { month: '2025-05', bedDays: 0, errors: 0, answered: 0, accepted: 0 },
  ]);
  expect(harms).toEqual([
    { day: '2025-03-03', errors: 1 },
    { day: '2025-04-01', errors: 1 },
  ]);
});

test('a part of a month counts the days of the part', async () => {
  const { months } = await over('startDate=2025-03-05&endDate=2025-03-20');
  // Amal on 03-05 to 03-07, Badr on 16 days, Dalia on one.
  expect(months).toEqual([{ month: '2025-03', bedDays: 3 + 16 + 1, errors: 0, answered: 0, accepted: 0 }]);
});

test('as of an earlier day there is what was known then, and another team reads nothing', async () => {
  await environment.rows.query(`update review_entry set since = '2025-05-02' where entry_id = 'e-5'`);
  const { months, harms } = await over('startDate=2025-04-01&endDate=2025-04-30&asOf=2025-05-01T00:00:00Z');
  expect([months[0]?.errors, harms]).toEqual([0, []]);
  expect((await over('startDate=2025-04-01&endDate=2025-04-30')).months[0]?.errors).toBe(1);
  const { status } = await environment.get('/api/reviews/overTime?team=icu&startDate=2025-03-01&endDate=2025-03-31', {
    token: environment.tokens.sami,
  });
  expect(status).toBe(404);
});
