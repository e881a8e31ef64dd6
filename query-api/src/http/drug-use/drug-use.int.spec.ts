import type { DrugUsePage, DrugUsePatient } from 'language/contract/drug-use';
import type { Problem } from 'language/contract/entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;

/**
 * Team icu on 2025-03-10 and drug-a (Alphin): Amal takes it by the list, Badr by a review, Celia had it until it was
 * stopped, Dalia is discharged, Essam had it long ago, Fady takes another drug. Ghada of team ccu takes it.
 */
const stays = /* sql */ `
insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, discharge_date,
                       discharge_status, version) values
  ('amal', 'p-amal', 'icu', '2025-03-01', '', null, null, 0),
  ('badr', 'p-badr', 'icu', '2025-01-02', '', null, null, 0),
  ('celia', 'p-celia', 'icu', '2025-03-01', '', null, null, 0),
  ('dalia', 'p-dalia', 'icu', '2025-02-20', '', '2025-03-10', 0, 0),
  ('essam', 'p-essam', 'icu', '2025-01-01', '', '2025-02-09', 0, 0),
  ('fady', 'p-fady', 'icu', '2025-03-01', '', null, null, 0),
  ('ghada', 'p-ghada', 'ccu', '2025-03-02', '', null, null, 0);
insert into admission_medication (medication_id, admission_id, patient_id, team_id, drug, drug_label, dose, route,
                                  frequency, start_date, stop_date, note, position, author_id, created_at, version) values
  ('m-amal', 'amal', 'p-amal', 'icu', 'drug-a.0', 'Alphin', '5 mg', 'PO', 'BID', '2025-03-02', '2025-03-12', '', 1,
   'mona', '2025-03-02T08:00:00Z', 0),
  ('m-celia', 'celia', 'p-celia', 'icu', 'drug-a.0', 'Alphin', '2 mg', '', '', '2025-03-02', '2025-03-08', '', 1,
   'mona', '2025-03-02T08:00:00Z', 0),
  ('m-dalia', 'dalia', 'p-dalia', 'icu', 'drug-a.1', 'Alphin 1 g', '1 g', '', '', '2025-02-21', null, '', 1,
   'mona', '2025-03-02T08:00:00Z', 0),
  ('m-essam', 'essam', 'p-essam', 'icu', 'drug-a.0', 'Alphin', '1 mg', '', '', '2025-01-02', null, '', 1,
   'mona', '2025-03-02T08:00:00Z', 0),
  ('m-fady', 'fady', 'p-fady', 'icu', 'drug-c.0', 'Gammin', '9 mg', '', '', '2025-03-02', null, '', 1,
   'mona', '2025-03-02T08:00:00Z', 0),
  ('m-ghada', 'ghada', 'p-ghada', 'ccu', 'drug-a.0', 'Alphin', '7 mg', '', '', '2025-03-02', null, '', 1,
   'sami', '2025-03-02T08:00:00Z', 0);
insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                    version) values
  ('r-amal', 'amal', 'p-amal', 'icu', '2025-03-09', '', 'mona', '2025-03-09T08:00:00Z', 0),
  ('r-badr', 'badr', 'p-badr', 'icu', '2025-01-20', '', 'mona', '2025-01-20T08:00:00Z', 0),
  ('r-badr-2', 'badr', 'p-badr', 'icu', '2025-01-20', '', 'karim', '2025-01-20T09:00:00Z', 0),
  ('r-badr-next', 'badr', 'p-badr', 'icu', '2025-03-11', '', 'mona', '2025-03-11T08:00:00Z', 0),
  ('r-celia', 'celia', 'p-celia', 'icu', '2025-03-07', '', 'mona', '2025-03-07T08:00:00Z', 0),
  ('r-fady', 'fady', 'p-fady', 'icu', '2025-03-05', '', 'mona', '2025-03-05T08:00:00Z', 0),
  ('r-fady-next', 'fady', 'p-fady', 'icu', '2025-03-06', '', 'mona', '2025-03-06T08:00:00Z', 0);
insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                          err_drug, err_drug_label, err_note, version) values
  ('e-amal', 'r-amal', 'amal', 'icu', '2025-03-09', 1, 'dose', '', 'drug-a.0', 'Alphin', '', 0),
  ('e-badr', 'r-badr', 'badr', 'icu', '2025-01-20', 1, 'dose', '', 'drug-a.1', 'Alphin 1 g', '', 0),
  ('e-celia', 'r-celia', 'celia', 'icu', '2025-03-07', 1, 'dose', '', 'drug-a.1', 'Alphin 1 g', '', 0),
  ('e-fady', 'r-fady', 'fady', 'icu', '2025-03-05', 1, 'dose', '', 'drug-a.0', 'Alphin', '', 0);
update admission_medication set hold = '{"from": "2025-03-11", "until": "2025-03-12", "reason": ""}'
where medication_id = 'm-amal';
update admission set room = '2', bed = '4' where admission_id = 'amal';
insert into drug (drug_id, label, version) values ('drug-c', 'Gamma', 0);
insert into trade_label (trade_label_id, drug_id, label, position) values ('drug-c.0', 'drug-c', 'Gammin', 0);`;

beforeAll(async () => {
  environment = await startTestEnvironment();
  for (const name of ['amal', 'badr', 'celia', 'dalia', 'essam', 'fady'])
    await environment.addPatient({ id: `p-${name}`, names: [name], recordNumber: `7-${name}` });
  await environment.addPatient({ id: 'p-ghada', team: 'ccu', names: ['ghada'] });
  // The first stay of the small hospital ends before these begin.
  await environment.rows.query(`update admission set discharge_date = '2025-02-05' where admission_id = 'adm-1'`);
  await environment.rows.query(stays);
});
afterAll(() => environment.stop());

const read = async (query: string, token = environment.tokens.karim, team = '/icu'): Promise<DrugUsePage> => {
  const { status, body } = await environment.get(`/api/drug-use${team}?${query}`, { token });
  expect(status).toBe(200);
  return body as DrugUsePage;
};
const names = (patients: readonly DrugUsePatient[]) => patients.map(({ firstName }) => firstName);
const on = 'on=2025-03-10';

describe('who is on a drug', () => {
  test('by the list of medications or the newest review, with dose and source', async () => {
    const page = await read(`substance=drug-a&${on}`);
    expect(page.of).toEqual({ kind: 'substance', _id: 'drug-a', label: 'Alpha', drugId: 'drug-a' });
    expect(page).toMatchObject({ on: '2025-03-10', since: '2025-02-10', page: 1, pages: 1, total: 2 });
    expect(page.patients).toEqual([
      {
        _id: 'p-amal',
        firstName: 'amal',
        middleName: '',
        lastName: '',
        fourthName: '',
        birthdate: '1960-02-29',
        medicalRecordNumber: '7-amal',
        sex: '',
        team: 'icu',
        teamName: 'Adult ICU',
        admission: 'amal',
        admissionDate: '2025-03-01',
        dischargeDate: null,
        room: '2',
        bed: '4',
        // The review names the same trade label, which the list knows better.
        uses: [
          {
            drug: 'drug-a.0',
            drugLabel: 'Alphin',
            substance: 'Alpha',
            dose: '5 mg',
            route: 'PO',
            frequency: 'BID',
            source: 'medications',
            date: '2025-03-02',
            stopDate: '2025-03-12',
            isHeld: false,
          },
        ],
      },
      // Both reviews of the newest reviewed day count, although it is long ago.
      expect.objectContaining({
        admission: 'badr',
        uses: [expect.objectContaining({ drugLabel: 'Alphin 1 g', dose: '', source: 'review', date: '2025-01-20' })],
      }),
    ]);
  });

  test('a held one is on the list, marked as held on the days of its hold', async () => {
    const page = await read('substance=drug-a&on=2025-03-11');
    expect(page.patients[0]).toMatchObject({ admission: 'amal', uses: [{ source: 'medications', isHeld: true }] });
  });

  test('who had it in the month: stopped, discharged that day, or left out of the newest review', async () => {
    const { had, hadTotal } = await read(`substance=drug-a&${on}`);
    expect([names(had), hadTotal]).toEqual([['celia', 'dalia', 'fady'], 3]);
    expect(had[1]).toMatchObject({ dischargeDate: '2025-03-10', uses: [{ dose: '1 g', stopDate: null }] });
    // The list says that the substance was stopped after the review, under another trade label.
    expect(had[0]?.uses.map(({ source, date }) => [source, date])).toEqual([
      ['medications', '2025-03-02'],
      ['review', '2025-03-07'],
    ]);
  });

  test('of one trade label, or of a tag', async () => {
    expect(names((await read(`drug=drug-a.0&${on}`)).patients)).toEqual(['amal']);
    expect(names((await read(`drug=drug-a.1&${on}`)).patients)).toEqual(['badr']);
    expect(names((await read(`tag=tag-renal&${on}`)).patients)).toEqual(['amal', 'badr']);
    expect(names((await read(`drug=drug-c.0&${on}`)).patients)).toEqual(['fady']);
    expect((await read(`drug=drug-a.1&${on}`)).of).toEqual({
      kind: 'drug',
      _id: 'drug-a.1',
      label: 'Alphin 1 g',
      drugId: 'drug-a',
    });
    expect((await read(`tag=tag-renal&${on}`)).of).toMatchObject({ label: 'renal', drugId: null });
    // Withdrawn, and without a patient.
    expect(await read(`drug=drug-a.2&${on}`)).toMatchObject({ patients: [], had: [], pages: 0, since: '2025-02-10' });
  });

  test('on another day, before and after', async () => {
    // On the day of the stop a medicine is stopped, as the list of medications shows it.
    expect(names((await read('substance=drug-a&on=2025-03-07')).patients)).toEqual(['amal', 'badr', 'celia', 'dalia']);
    expect(names((await read('substance=drug-a&on=2025-03-08')).patients)).toEqual(['amal', 'badr', 'dalia']);
    expect(names((await read('substance=drug-a&on=2025-03-05')).patients)).toContain('fady');
    expect(names((await read('substance=drug-a&on=2025-03-12')).patients)).toEqual([]);
    expect(names((await read('substance=drug-a&on=2025-03-01')).had)).toContain('essam');
    expect(await read('substance=drug-a&on=2024-01-01')).toMatchObject({ total: 0, hadTotal: 0 });
  });

  test('room and bed are those of the day: by its end, or the first ones where they were recorded later', async () => {
    const placesOn = async (day: string) =>
      Object.fromEntries(
        (await read(`substance=drug-a&on=${day}`)).patients.map(({ admission, room, bed }) => [admission, [room, bed]]),
      );
    // Amal was moved twenty minutes after the hospital's midnight, and Badr's bed was recorded late.
    await environment.rows.query(`
      insert into past_admission
      select '2025-03-05T22:20:00Z', 7, moved.* from admission moved where admission_id = 'amal';
      update past_admission set room = '1', bed = '9', since = '2025-03-02T08:00:00Z' where admission_id = 'amal';
      update admission set since = '2025-03-05T22:20:00Z' where admission_id = 'amal';
      update admission set room = '3', bed = '1', since = '2025-03-11T08:00:00Z' where admission_id = 'badr'`);
    expect(await placesOn('2025-03-05')).toMatchObject({ amal: ['1', '9'], badr: ['3', '1'] });
    expect(await placesOn('2025-03-06')).toMatchObject({ amal: ['2', '4'], badr: ['3', '1'] });
    expect(await placesOn('2025-03-10')).toMatchObject({ amal: ['2', '4'] });
    await environment.rows.query(`update admission set room = '', bed = '' where admission_id = 'badr'`);
  });

  test('today without a day', async () => {
    const page = await read('drug=drug-c.0');
    expect(names(page.patients)).toEqual(['fady']);
    expect(page.on > '2025-03-10').toBe(true);
  });

  test('a patient whose projection is parked is listed without a name, an erased one is not', async () => {
    await environment.rows.query(`delete from patient where patient_id = 'p-fady'`);
    expect(names((await read(`drug=drug-c.0&${on}`)).patients)).toEqual(['']);
    await environment.rows.query(
      `insert into erased_patient (patient_id, team_id, at) values ('p-fady', 'icu', '2025-03-12T00:00:00Z')`,
    );
    expect(await read(`drug=drug-c.0&${on}`)).toMatchObject({ total: 0, hadTotal: 0 });
  });

  test('in pages of 20', async () => {
    const many = Array.from({ length: 21 }, (_, nth) => `many-${String(nth).padStart(2, '0')}`);
    await environment.rows.query(`insert into drug (drug_id, label, version) values ('drug-m', 'Many', 0)`);
    await environment.rows.query(
      `insert into trade_label (trade_label_id, drug_id, label, position) values ('drug-m.0', 'drug-m', 'Manyl', 0)`,
    );
    for (const id of many) {
      await environment.addPatient({ id, names: [id] });
      await environment.rows.query(
        `insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
         values ($1, $1, 'icu', '2025-03-01', '', 0)`,
        [id],
      );
      await environment.rows.query(
        `insert into admission_medication (medication_id, admission_id, patient_id, team_id, drug, drug_label, dose, route,
           frequency, start_date, note, position, author_id, created_at, version)
         values ($1, $1, $1, 'icu', 'drug-m.0', 'Manyl', '', '', '', '2025-03-02', '', 1, 'mona', now(), 0)`,
        [id],
      );
    }
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((page) => read(`drug=drug-m.0&${on}&pageNumber=${page}`)),
    );
    expect([first, second, third].map((page) => page?.patients.length)).toEqual([20, 1, 0]);
    expect(names([...(first?.patients ?? []), ...(second?.patients ?? [])])).toEqual(many);
    expect(third).toMatchObject({ total: 21, pages: 2, page: 3 });
  });
});

describe('bad input', () => {
  const refusedWith = async (query: string): Promise<Problem> => {
    const { status, body } = await environment.get(`/api/drug-use/icu?${query}`, { token: environment.tokens.mona });
    expect(status).toBe(400);
    return body as Problem;
  };
  test('gets a sentence', async () => {
    const ofWhat = { reason: 'drug-use-of-what', message: 'Choose one drug, one substance or one tag' };
    expect(await refusedWith(on)).toMatchObject(ofWhat);
    expect(await refusedWith(`drug=drug-a.0&tag=tag-renal&${on}`)).toMatchObject(ofWhat);
    expect(await refusedWith('drug=drug-a.0&on=2025-02-30')).toMatchObject({
      fields: { on: expect.any(String) as string },
    });
    expect(await refusedWith('drug=drug-a.0&on=2999-01-01')).toMatchObject({
      reason: 'day-in-future',
      message: 'This day is in the future',
    });
  });

  test('an unknown drug, substance or tag is 404', async () => {
    for (const query of ['drug=none', 'substance=none', 'tag=none'])
      expect((await environment.get(`/api/drug-use/icu?${query}`, { token: environment.tokens.mona })).status).toBe(
        404,
      );
  });

  test("another person's team answers like an unknown one", async () => {
    const { tokens } = environment;
    const [foreign, unknown] = await Promise.all(
      ['ccu', 'none'].map((team) => environment.get(`/api/drug-use/${team}?drug=drug-a.0`, { token: tokens.mona })),
    );
    expect(foreign).toEqual(unknown);
    expect(foreign?.status).toBe(404);
  });
});

describe('over all teams', () => {
  test('the admin account reads, and each team with patients in the answer has it in its access log', async () => {
    const page = await read(`substance=drug-a&${on}`, environment.tokens.sami, '');
    expect(page.patients.map(({ teamName, firstName }) => [teamName, firstName])).toEqual([
      ['Adult ICU', 'amal'],
      ['Adult ICU', 'badr'],
      ['Heart unit', 'ghada'],
    ]);
    const { rows } = await environment.rows.query<{ team_id: string; data: object }>(
      `select team_id, data from accounts.access_note where actor_id = 'sami' and kind = 'DrugUseListed' order by team_id`,
    );
    expect(rows).toEqual([
      { team_id: 'ccu', data: { found: 1, drugId: 'drug-a' } },
      { team_id: 'icu', data: { found: 4, drugId: 'drug-a' } },
    ]);
  });

  test('a team admin is refused, and so is an unproven address', async () => {
    const ask = (token: string) => environment.get(`/api/drug-use?substance=drug-a&${on}`, { token });
    expect(await ask(environment.tokens.mona)).toMatchObject({ status: 403, body: { reason: 'not-allowed' } });
    await environment.rows.query(`update app_user set email_verified = false where user_id = 'sami'`);
    expect((await ask(environment.tokens.sami)).status).toBe(403);
    await environment.rows.query(`update app_user set email_verified = true where user_id = 'sami'`);
  });

  test('without a second factor the admin account reads no team that requires one, is told so, and reads the others', async () => {
    const ask = () => environment.get(`/api/drug-use?substance=drug-a&${on}`, { token: environment.tokens.sami });
    const { rows } = await environment.rows.query<{ name: string }>(
      `update team set second_factor_required = true where team_id = 'icu' returning name`,
    );
    const answer = await ask();
    const { closedTeams, patients } = answer.body as DrugUsePage;
    expect([answer.status, closedTeams]).toEqual([200, [rows[0]?.name]]);
    expect(patients.map(({ team }) => team)).toEqual(['ccu']);
    await environment.rows.query('update team set second_factor_required = true');
    expect(await ask()).toMatchObject({ status: 403, body: { reason: 'second-factor-required' } });
    await environment.rows.query('update team set second_factor_required = false');
    expect((await ask()).body).not.toHaveProperty('closedTeams');
  });
});

test("a look is in the team's access log, without the class of drugs", async () => {
  const token = await environment.signIn('mona');
  await read(`tag=tag-renal&${on}`, token);
  const { rows } = await environment.rows.query<{ data: object }>(
    `select data from accounts.access_note where actor_id = 'mona' and kind = 'DrugUseListed'`,
  );
  expect(rows).toEqual([{ data: { found: 4 } }]);
});
