import type { NumberedPatients } from 'language/contract/imports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

test('patients of the team are found by their record numbers in any spelling, at most five of a number', async () => {
  await environment.rows.query('delete from patient');
  for (const [id, recordNumber, team] of [
    ['one', 'A-0012', 'icu'],
    ['two', '77', 'icu'],
    ['elsewhere', '77', 'ccu'],
    ['without', '', 'icu'],
    ...Array.from({ length: 7 }, (_, at) => [`same-${at}`, '500', 'icu'] as const),
  ] as const)
    await environment.addPatient({ id, names: ['Nora'], recordNumber, team });
  const numbers = encodeURIComponent(['a12', '٧٧', '500', '', 'x'].join('\n'));
  const { status, body } = await environment.get(`/api/patients/team/icu/numbered?numbers=${numbers}`, {
    token: environment.tokens.mona,
  });
  expect(status).toBe(200);
  expect((body as NumberedPatients).patients.map(({ _id }) => _id).toSorted()).toEqual([
    'one',
    ...Array.from({ length: 5 }, (_, at) => `same-${at}`),
    'two',
  ]);
});
