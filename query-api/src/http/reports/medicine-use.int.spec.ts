import type { MedicineUse } from 'language/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;

/**
 * March 1 to 10, 2025, team icu. Amal stays from 03-01 to 03-08: 7 bed-days, 8 days present. Badr is there since 02-20: 10
 * of each. Celia is of team ccu. Alphin has a DDD of 2 g in the vein.
 */
const stays = /* sql */ `
update admission set discharge_date = '2025-02-05' where admission_id = 'adm-1';
update drug set atc = 'J01DD04', ddds = '[{"value": 2, "unit": "g", "route": "P"}]' where drug_id = 'drug-a';
insert into drug (drug_id, label, version) values ('drug-c', 'Gamma', 0);
insert into trade_label (trade_label_id, drug_id, label, position) values ('drug-c.0', 'drug-c', 'Gammin', 0);
insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, discharge_date,
                       discharge_status, version) values
  ('amal', 'p-amal', 'icu', '2025-03-01', '', '2025-03-08', 0, 0),
  ('badr', 'p-badr', 'icu', '2025-02-20', '', null, null, 0),
  ('celia', 'p-celia', 'ccu', '2025-03-01', '', null, null, 0);
insert into admission_medication (medication_id, admission_id, patient_id, team_id, drug, drug_label, dose, route,
                                  frequency, start_date, stop_date, note, position, author_id, created_at, version) values
  -- 03-02 to 03-05: 4 days of 2 g twice, 16 g.
  ('m-1', 'amal', 'p-amal', 'icu', 'drug-a.0', 'Alphin', '2 g', 'IV', 'q12h', '2025-03-02', '2025-03-05', '', 1, 'mona', now(), 0),
  -- The same substance on 03-05 and 03-06, 1 g: one more day of therapy, 2 g.
  ('m-2', 'amal', 'p-amal', 'icu', 'drug-a.1', 'Alphin 1 g', '1 g', 'IV', 'once daily', '2025-03-05', '2025-03-06', '', 2, 'mona', now(), 0),
  -- Ten days of the period, of an amount that the text does not say.
  ('m-3', 'badr', 'p-badr', 'icu', 'drug-a.0', 'Alphin', '20 mg/kg', 'IV', 'once daily', '2025-02-21', null, '', 1, 'mona', now(), 0),
  -- Not understood at all, and a substance without a code.
  ('m-4', 'badr', 'p-badr', 'icu', 'drug-a.0', 'Alphin', 'as before', '', '', '2025-03-02', null, '', 2, 'mona', now(), 0),
  ('m-5', 'badr', 'p-badr', 'icu', 'drug-c.0', 'Gammin', '1 g', 'PO', 'bid', '2025-03-02', null, '', 3, 'mona', now(), 0),
  -- Ended before the period, and of another team.
  ('m-6', 'badr', 'p-badr', 'icu', 'drug-a.0', 'Alphin', '2 g', 'IV', 'bid', '2025-02-21', '2025-02-28', '', 4, 'mona', now(), 0),
  ('m-7', 'celia', 'p-celia', 'ccu', 'drug-a.0', 'Alphin', '2 g', 'IV', 'bid', '2025-03-02', null, '', 1, 'sami', now(), 0);
insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                    version) values ('r-1', 'amal', 'p-amal', 'icu', '2025-03-03', '', 'mona', now(), 0);
insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                          err_drug, err_drug_label, err_note, version) values
  ('e-1', 'r-1', 'amal', 'icu', '2025-03-03', 1, 'dose', '', 'drug-a.0', 'Alphin', '', 0),
  ('e-2', 'r-1', 'amal', 'icu', '2025-03-03', 2, '00000000-0000-4000-8000-0000000099bb', '', 'drug-a.0', 'Alphin', '', 0);`;

beforeAll(async () => {
  environment = await startTestEnvironment();
  for (const name of ['amal', 'badr'])
    await environment.addPatient({ id: `p-${name}`, names: [name], recordNumber: name });
  await environment.addPatient({ id: 'p-celia', team: 'ccu', names: ['celia'] });
  await environment.rows.query(stays);
});
afterAll(() => environment.stop());

test('DDDs, days of therapy, bed-days and what is not understood are those counted by hand', async () => {
  const { status, body } = await environment.get(
    '/api/reviews/medicineUse?team=icu&startDate=2025-03-01&endDate=2025-03-10',
    { token: environment.tokens.karim },
  );
  expect(status).toBe(200);
  const { bedDays, daysPresent, medicines } = body as MedicineUse;
  expect([bedDays, daysPresent]).toEqual([17, 18]);
  expect(medicines).toEqual([
    expect.objectContaining({ atc: '', errors: 0, orders: 1, daysOfTherapy: 0 }),
    // 18 g by 2 g; 5 days of Amal and 10 of Badr.
    {
      atc: 'J01DD04',
      labels: ['Alpha'],
      errors: 1,
      orders: 4,
      unknownAmount: 2,
      unknownDays: 1,
      ddd: 9,
      daysOfTherapy: 15,
    },
  ]);
});
