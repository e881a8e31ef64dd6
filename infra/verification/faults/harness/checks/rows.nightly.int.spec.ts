/** The checkers that read tables, on real tables: nothing is found in what was projected, and each change is. */
import {
  entry,
  onPatient,
  reviewAdded,
  startTestEnvironment,
  type TestEnvironment,
  admitted,
  day,
} from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariantFaults } from './invariants.ts';
import { awaitProgress } from './progress.ts';
import { logFaults, readWholeLog } from './whole-log.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  const { append, project, rows } = environment;
  await append(
    'patient-p-1',
    [
      {
        type: 'PatientRegistered',
        data: {
          teamId: 't-1',
          firstName: 'منى',
          middleName: 'أحمد',
          lastName: 'علي',
          fourthName: '',
          birthdate: day('1970-01-01'),
          medicalRecordNumber: '7',
        },
      },
    ],
    onPatient(),
  );
  await append(
    'admission-a',
    [
      admitted(),
      reviewAdded('a.r', [entry('e-1'), entry('e-2')]),
      { type: 'ErrorRated', data: { reviewId: 'a.r', entryId: 'e-1', rating: 3.5 } },
      { type: 'FollowUpDateSet', data: { reviewId: 'a.r', entryId: 'e-2', followUpDate: day('2026-03-09') } },
      { type: 'PhysicianNoteAdded', data: { noteId: 'a.n', noteDate: day('2026-03-03'), note: '<p>Seen</p>' } },
      { type: 'GalleryGroupAdded', data: { groupId: 'a.g', title: 'Chest', images: ['one.png', 'two.png'] } },
    ],
    onPatient(),
  );
  for (const stream of ['patient-p-1', 'admission-a']) {
    await project(stream);
    await environment.audit(stream);
  }
  await rows(`insert into app_user (user_id, first_name, last_name, email, phone, phone_normalised, started_on, version,
                since)
              values ('u-1', 'Omar', 'Ali', 'omar@example.test', '', '', '2026-01-01', 0, now())`);
  await rows(`insert into team (team_id, name, specialty, about, admin_id, admin_email, version)
              values ('t-1', 'Ward', 1, '', 'u-1', 'omar@example.test', 0)`);
});
afterAll(() => environment.stop());

/** @returns what is found while the rows are changed */
async function changed(sql: string, find: () => Promise<string[]>): Promise<string[]> {
  const { pool } = environment;
  const tables = (
    await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname in ('review', 'review_entry', 'physician_note', 'admission', 'patient', 'app_user', 'team')`,
    )
  ).rows.map(({ name }) => name);
  await pool.query(tables.map((name) => `create table kept_${name} as table ${name};`).join('\n'));
  try {
    await pool.query(sql);
    return await find();
  } finally {
    const back = tables.map(
      (name) => `delete from ${name}; insert into ${name} table kept_${name}; drop table kept_${name};`,
    );
    await pool.query(
      `set session_replication_role = replica; ${back.join('\n')} set session_replication_role = origin`,
    );
  }
}

test('nothing is found in what was projected', async () => {
  const log = await readWholeLog(environment.log);
  expect(logFaults(log, await readWholeLog(environment.log))).toEqual([]);
  expect(await awaitProgress(environment.pool, log, [], 0)).toEqual([]);
  expect(await invariantFaults(environment.pool)).toEqual([]);
});

const copy = (table: string, changes: Readonly<Record<string, string>>): string =>
  `insert into ${table} select (jsonb_populate_record(t, '${JSON.stringify(changes)}')).* from ${table} t limit 1`;

test.each([
  ['a review without its admission', copy('review', { review_id: 'x', admission_id: 'gone' })],
  ['a note without its admission', copy('physician_note', { note_id: 'x', admission_id: 'gone' })],
  ['an admission without its patient', `update admission set patient_id = 'gone'`],
  ['an admission without its team', `update admission set team_id = 'gone'`],
  ['an e-mail address of two people', copy('app_user', { user_id: 'u-2', email: 'OMAR@example.test' })],
  ['an author who is no user', `update physician_note set author_id = 'gone'`],
  ['two entries at one place of a review', `update review_entry set position = 0`],
  ['an entry of another day or team than its review', `update review_entry set review_date = '2026-03-08'`],
])('%s is found', async (what, sql) => {
  const found = await changed(sql, () => invariantFaults(environment.pool));
  expect(found.some((says) => says.startsWith(`There is ${what}, `))).toBe(true);
});
