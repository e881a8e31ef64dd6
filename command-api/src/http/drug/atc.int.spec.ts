import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, AtcFileRead, Drug } from 'language/contract/entities';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

test('the admin account classifies drugs by root name or trade label; the same file writes nothing again', async () => {
  const { body: drug } = await ward.sami.post<Answer<Drug>>('/api/drugs', {
    label: 'Meropenem',
    tradeLabels: [{ label: 'Meronem' }],
  });
  const csv = 'name,atc,ddd,unit,route\nMERONEM,J01DH02,3,g,P\nNobody,J01DH02,3,g,P\n';
  expect((await ward.mona.post('/api/drugs/atc', { csv })).status).toBe(403);
  const read = await ward.admin.post<AtcFileRead>('/api/drugs/atc', { csv });
  expect(read).toMatchObject({
    status: 200,
    body: { rows: 2, classified: 1, unchanged: 0, problems: [{ line: 3, reason: 'unknown-drug', text: 'Nobody' }] },
  });
  expect((await ward.admin.post<AtcFileRead>('/api/drugs/atc', { csv })).body).toMatchObject({
    classified: 0,
    unchanged: 1,
  });
  // A change of the form keeps what the file said.
  const { body: changed } = await ward.omar.put<Answer<Drug>>('/api/drugs', { _id: drug._id, tips: 'Slowly' });
  expect(changed).toMatchObject({ atc: 'J01DH02', ddds: [{ value: 3, unit: 'g', route: 'P' }], tips: 'Slowly' });
  expect((await environment.events(drug.stream)).map(({ type }) => type)).toEqual([
    'DrugAdded',
    'DrugClassified',
    'DrugChanged',
  ]);
});
