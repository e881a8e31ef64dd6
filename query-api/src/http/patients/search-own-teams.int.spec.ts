/** The search over all teams of a person. */
import type { TeamsSearch } from 'language/contract/today';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.addPatient({ id: 'pat-nour', names: ['نور', 'سامح', 'جرجس', 'فهمي'], recordNumber: 'A-00412' });
  await environment.addPatient({ id: 'pat-early', names: ['Nora', 'Samir', 'Fahmy', 'Nakhla'] });
  await environment.addPatient({ id: 'pat-merged', names: ['Norhan', 'Zaki'] });
  await environment.addPatient({ id: 'pat-ccu', team: 'ccu', names: ['نور', 'شوقي'] });
  await environment.rows.query(/* sql */ `
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, room, bed, version)
    values ('adm-nour', 'pat-nour', 'icu', '2025-03-01', '', '3', 'Bed 012', 0);
    insert into absorbed_patient (survivor_id, patient_id, merged_at, merged_by, version, since)
    values ('pat-early', 'pat-merged', '2025-03-02T08:00:00Z', 'mona', 1, '2025-03-02T08:00:00Z')`);
});
afterAll(() => environment.stop());

const search = async (q: string, token = environment.tokens.mona): Promise<TeamsSearch['patients']> => {
  const { status, body } = await environment.get(`/api/search?q=${encodeURIComponent(q)}`, { token });
  expect(status).toBe(200);
  return (body as TeamsSearch).patients;
};
const ids = async (...asked: Parameters<typeof search>): Promise<string[]> =>
  (await search(...asked)).map(({ _id }) => _id);

test.each(['نور', 'نورـ', 'سامح', 'جرجس', 'فهمي', 'جرجس نور', 'A-00412', 'a412', '12', 'bed 12', 'سرير ١٢'])(
  'an inpatient is found by %s',
  async (text) => expect(await ids(text)).toContain('pat-nour'),
);

test('an inpatient comes first, with the chart, the bed and the team', async () => {
  expect((await search('نور'))[0]).toMatchObject({
    _id: 'pat-nour',
    admission: 'adm-nour',
    bed: 'Bed 012',
    team: 'icu',
    teamName: 'Adult ICU',
  });
  expect((await search('nora'))[0]).toMatchObject({ _id: 'pat-early', admission: null });
});

test('a number that only begins like the bed is another bed', async () => {
  expect(await ids('bed 120')).toEqual([]);
  expect(await ids('bed 1 2')).toEqual([]);
});

test('the patient who stays is found by the name of one who was merged', async () => {
  expect(await ids('nora')).toEqual(['pat-early']);
  expect(await ids('fahmy nor')).toEqual(['pat-early']);
});

test('each person finds the patients of their own teams; a disabled member finds none', async () => {
  expect(await ids('نور', environment.tokens.sami)).toEqual(['pat-ccu']);
  expect(await ids('نور', environment.tokens.dina)).toEqual([]);
});

test.each(['', 'a', ' a ', 'a'.repeat(81)])('the text %j is refused', async (text) => {
  const { status } = await environment.get(`/api/search?q=${encodeURIComponent(text)}`, {
    token: environment.tokens.mona,
  });
  expect(status).toBe(400);
});
