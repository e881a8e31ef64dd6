import { afterAll, beforeAll, expect, test } from 'vitest';
import { admitted, type Hospital, onPatient, openHospital } from '../testing.ts';

let hospital: Hospital;
beforeAll(async () => {
  hospital = await openHospital();
});
afterAll(() => hospital.stop());

test('what is announced is on the disk: a crash does not take back what somebody has been shown', async () => {
  await hospital.pool.query(`
    create table commits_were (synchronous text);
    create function note_commit() returns trigger language plpgsql as $$ begin insert into commits_were values (current_setting('synchronous_commit')); return null; end $$;
    create trigger note_commit after insert on change for each row execute function note_commit()`);
  await hospital.happened('admission-shown', [admitted()], onPatient());
  await hospital.project('admission-shown');
  await hospital.pool.query('drop trigger note_commit on change; drop function note_commit()');
  expect(await hospital.rows('select synchronous from commits_were')).toEqual([{ synchronous: 'on' }]);
});
