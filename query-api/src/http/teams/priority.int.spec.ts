/** The ward board with its priority. Who may read it is tested in `infra/verification/rights`. */
import type { WardBoard, WardPatient } from 'language/contract/handover';
import { priorityReasons } from 'language/domain/priority/reasons';
import { addDays, calendarDateIn } from 'language/domain/values/calendar-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

const today = calendarDateIn('Africa/Cairo', new Date());
const ago = (days: number) => addDays(today, -days);
let environment: TestEnvironment;

/** Six inpatients of a team; `w1` has nearly each reason. Their charts have checkpoints, so that they are kept. */
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(/* sql */ `
    insert into team (team_id, name, specialty, about, admin_id, admin_email, version)
    values ('ward', 'Ward', 1, '', 'mona', 'mona@example.org', 1);
    insert into team_member (team_id, user_id, email, is_physic, can_edit, disabled, position)
    values ('ward', 'mona', 'mona@example.org', false, true, false, 1);
    insert into tag (tag_id, label, position) values ('tag-abx', 'antibiotic', 7), ('tag-high', 'high alert', 8);
    insert into drug (drug_id, label, err_temps, tags, tips, compatibility, version) values
      ('vanco', 'Vancomycin', '[]', '{tag-abx}', '', '[]', 0), ('heparin', 'Heparin', '[]', '{tag-high}', '', '[]', 0);
    insert into trade_label (trade_label_id, drug_id, label, position, withdrawn)
    values ('vanco.0', 'vanco', 'Vancolon', 0, false), ('heparin.0', 'heparin', 'Cal-Heparin', 0, false);
    insert into projection_checkpoint (projection, stream, revision) values ('directory', 'team-ward', 4);`);
  for (let n = 1; n <= 6; n += 1) {
    await environment.addPatient({ id: `w${n}`, team: 'ward', names: [`W${n}`] });
    await environment.rows.query(
      `insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version, planned_discharge)
       values ($1, $2, 'ward', $3, '', 1, $4)`,
      [`wa${n}`, `w${n}`, ago(n === 2 ? 0 : 8), n === 3 ? addDays(today, 1) : ''],
    );
    await environment.project(`admission-wa${n}`, 5);
    await environment.project(`patient-w${n}`, 1);
  }
  await environment.rows.query(
    /* sql */ `
    insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                        version)
    select 'wr' || n, 'wa' || n, 'w' || n, 'ward', case when n = 6 then $1::date else $2::date end, '', 'mona', now(), 1
    from unnest('{1,3,4,6}'::int[]) n`,
    [today, ago(3)],
  );
  await environment.rows.query(
    /* sql */ `
    insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type, err_type_label,
                              err_drug, err_drug_label, err_note, err_severity, follow_up_date, drug_tags, version)
    values ('we1', 'wr1', 'wa1', 'ward', $1, 1, 'dose', 'Dose', 'vanco.0', 'Vancolon', '', 'F', $2, '[]', 1),
           ('we4', 'wr4', 'wa4', 'ward', $1, 1, 'dose', 'Dose', 'vanco.0', 'Vancolon', '', null, null, '[]', 1)`,
    [ago(3), ago(1)],
  );
  await environment.rows.query(
    /* sql */ `
    insert into admission_medication (medication_id, admission_id, patient_id, team_id, drug, drug_label, dose, route,
                                      frequency, start_date, note, position, author_id, created_at, version)
    select 'wm' || n, 'wa1', 'w1', 'ward', case when n = 1 then 'vanco.0' when n = 2 then 'heparin.0' else 'drug-a.0' end,
           'As written', '1 g', 'IV', 'q12h', $1, '', n, 'mona', now(), 1
    from generate_series(1, 10) n`,
    [ago(5)],
  );
  await environment.rows.query(
    /* sql */ `
    insert into measurement (measurement_id, admission_id, patient_id, team_id, kind, value, unit, taken_on, taken_at,
                             last_dose_at, source, note, canonical, author_id, created_at, version)
    values ('wv1', 'wa1', 'w1', 'ward', 'creatinine', 0.9, 'mg/dL', $1, '', '', 'laboratory', '', 0.9, 'mona', now(), 1),
           ('wv2', 'wa1', 'w1', 'ward', 'creatinine', 2.1, 'mg/dL', $2, '', '', 'laboratory', '', 2.1, 'mona', now(), 2)`,
    [ago(3), ago(1)],
  );
  await environment.rows.query(/* sql */ `
    insert into allergy_list (patient_id, is_of_stay, version, since) values ('w1', false, 1, now());
    insert into allergy (allergy_id, patient_id, drug, drug_label, tag, tag_label, agent_text, reaction, severity, certainty,
                         source, onset, place, version, since)
    values ('wal', 'w1', '', '', 'tag-abx', 'antibiotic', '', 'Rash', 'mild', '', '', '', 1, 1, now());`);
  await environment.rows.query(
    `insert into transferred_stay (admission_id, revision, patient_id, team_id, to_team_id, start_date, transfer_date, at)
     values ('wa5', 3, 'w5', 'ccu', 'ward', $1, $2, now())`,
    [ago(8), ago(1)],
  );
});
afterAll(() => environment.stop());

const board = async (): Promise<WardBoard> => {
  const { status, body } = await environment.get('/api/ward/ward', { token: environment.tokens.mona });
  expect(status).toBe(200);
  return body as WardBoard;
};
const patient = async (id: string): Promise<WardPatient> =>
  (await board()).patients.find(({ _id }) => _id === id) as WardPatient;

test('each reason occurs, with the facts that it is counted from', async () => {
  const { patients } = await board();
  const found = patients.flatMap(({ priority }) => priority.reasons.map(({ reason }) => reason));
  expect([...new Set(found)].toSorted()).toEqual([...priorityReasons].toSorted());
  expect(patients.find(({ _id }) => _id === 'w1')).toMatchObject({
    lastReviewDate: ago(3),
    pending: 1,
    worstSeverity: 'F',
    overdue: 1,
    facts: { medicines: 10, akiStage: 2, highAlertDrugs: ['Cal-Heparin'], levelsDue: ['Vancolon'] },
    antimicrobials: [{ label: 'Vancolon', day: 6, reviewDue: false }],
  });
  expect(patients.find(({ _id }) => _id === 'w6')).toMatchObject({ reviewedToday: true, priority: { points: 0 } });
});

/** The sum as docs/product.md says it, written a second time. */
test('the points are those of a second calculation from the facts and the table of the answer', async () => {
  const { patients, priorityTable: table, today: day } = await board();
  const { points: p } = table;
  for (const { facts: f, priority } of patients) {
    const inDays =
      f.plannedDischarge === null ? Infinity : (Date.parse(f.plannedDischarge) - Date.parse(day)) / 86_400_000;
    const sum =
      (f.daysSinceReview === null ? p.neverReviewed : Math.min(p.daysSinceReview * f.daysSinceReview, table.most)) +
      (f.worstPending ? Math.round((p.pendingSeverity * table.severe[f.worstPending]) / 100) : 0) +
      (f.overdue ? p.overdueFollowUp : 0) +
      (f.dayOfStay <= table.newWithinDays ? p.newAdmission : 0) +
      (f.daysSinceTransfer !== null && f.daysSinceTransfer < table.transferredWithinDays ? p.transferredIn : 0) +
      Math.min(p.highAlertDrugs * f.highAlertDrugs.length, table.most) +
      (f.medicines >= table.manyMedicinesFrom ? p.manyMedicines : 0) +
      (f.akiStage ? p.kidneyFalling : 0) +
      (f.allergyConflicts.length ? p.allergyConflict : 0) +
      (f.unsettledAntibiotics.length ? p.antibioticUnsettled : 0) +
      (f.levelsDue.length ? p.levelDue : 0) +
      (inDays <= table.dischargeWithinDays ? p.dischargePlanned : 0);
    expect(priority.points).toBe(sum);
  }
});

test("the team's table and views are those of their rows", async () => {
  expect(await board()).toMatchObject({ priorityTable: { most: 25, version: -1 }, views: [] });
  const { priorityTable: table } = await board();
  const filter = { reasons: [], taken: 'any', deferred: 'shown', antimicrobials: true, reviewed: 'any' };
  await environment.rows.query(`update team set priority_table = $1, priority_version = 7 where team_id = 'ward'`, [
    { ...table, version: undefined, points: { ...table.points, neverReviewed: 99 } },
  ]);
  await environment.rows.query(
    `insert into team_view (team_id, view_id, name, filter, position, user_id, version) values ('ward', 'v1', 'Round', $1, 8, 'mona', 8)`,
    [filter],
  );
  expect(await board()).toMatchObject({
    priorityTable: { points: { neverReviewed: 99 }, version: 7 },
    views: [{ _id: 'v1', name: 'Round', filter, userName: 'Mona Adel', version: 8 }],
  });
  expect((await patient('w2')).priority.reasons[0]).toMatchObject({ reason: 'neverReviewed', points: 99 });
});

test('a chart is read again when its checkpoint moves, and shows the marks of today only', async () => {
  expect(await patient('w3')).toMatchObject({ takenBy: [], deferred: null, reviewLevel: null });
  await environment.rows.query(
    /* sql */ `insert into taken_patient (admission_id, user_id, day, version) values ('wa3', 'karim', $1, 6), ('wa3', 'mona', $2, 7)`,
    [ago(1), today],
  );
  await environment.rows.query(
    /* sql */ `
    insert into ward_mark (admission_id, kind, day, detail, user_id, version)
    values ('wa3', 'deferral', $1, 'Stable', 'karim', 8), ('wa3', 'level', $2, 'full', 'mona', 9),
           ('wa4', 'deferral', $2, 'Over', 'karim', 8), ('wa4', 'level', $3, 'quick', 'mona', 9)`,
    [addDays(today, 1), today, ago(1)],
  );
  expect(await patient('w3')).toMatchObject({ takenBy: [] });
  for (const admission of ['wa3', 'wa4']) await environment.project(`admission-${admission}`, 9);
  expect(await patient('w3')).toMatchObject({
    takenBy: [{ userId: 'mona', userName: 'Mona Adel' }],
    deferred: { until: addDays(today, 1), reason: 'Stable', userName: 'Karim Nabil' },
    reviewLevel: { level: 'full', userId: 'mona' },
  });
  expect(await patient('w4')).toMatchObject({ deferred: null, reviewLevel: null });
});

test('allergies are read again when the checkpoint of the patient moves', async () => {
  expect((await patient('w1')).facts.allergyConflicts).toEqual(['Vancolon']);
  await environment.rows.query(`delete from allergy where patient_id = 'w1'`);
  await environment.project('patient-w1', 2);
  expect((await patient('w1')).facts.allergyConflicts).toEqual([]);
});
