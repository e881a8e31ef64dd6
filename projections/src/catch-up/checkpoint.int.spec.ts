import { afterAll, beforeAll, expect, test } from 'vitest';
import { admitted, type TestEnvironment, onPatient, startTestEnvironment } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

test('an announced change is on the disk: a crash does not take back what people were shown', async () => {
  await environment.pool.query(`
    create table commits_were (synchronous text);
    create function note_commit() returns trigger language plpgsql as $$ begin
      insert into commits_were values (current_setting('synchronous_commit'));
      return null;
    end $$;
    create trigger note_commit after insert on change for each row execute function note_commit()`);
  await environment.append('admission-shown', [admitted()], onPatient());
  await environment.project('admission-shown');
  await environment.pool.query('drop trigger note_commit on change; drop function note_commit()');
  expect(await environment.rows('select synchronous from commits_were')).toEqual([{ synchronous: 'on' }]);
});
