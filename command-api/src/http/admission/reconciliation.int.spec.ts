import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdmissionMedication, Answer, ConflictProblem, Problem } from 'language/contract/entities';
import type { HomeMedication, Reconciliation } from 'language/contract/reconciliation';
import {
  type Caller,
  key,
  openWard,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const admit = async (): Promise<string> => `/api/admissions/${(await ward.otherChart())._id}`;
const remove = ({ me }: Caller, path: string) =>
  environment.send('DELETE', path, {}, { authorization: `bearer ${me.token}` });
const marevan = () => ({ drug: `${ward.drug._id}.1`, dose: '5 mg', frequency: 'once daily', source: 'packages' });

test('a medicine from home has the label of the catalogue or its own name; a repeated key gives the same answer', async () => {
  const path = `${await admit()}/homeMedications`;
  const once = key();
  const body = { ...marevan(), drugLabel: 'ignored' };
  const first = await ward.omar.post<Answer<HomeMedication>>(path, body, once);
  expect(first).toMatchObject({
    status: 201,
    body: { drugLabel: 'Marevan 5 mg', dose: '5 mg', route: '', source: 'packages', version: 1, revision: 1 },
  });
  expect(await ward.omar.post(path, body, once)).toEqual(first);
  expect((await ward.omar.post(path, { drugLabel: 'Herbal tea' })).body).toMatchObject({
    drug: '',
    drugLabel: 'Herbal tea',
    source: 'patient',
  });
  expect(await ward.omar.post(path, { dose: '1 cup' })).toMatchObject({
    status: 400,
    body: { fields: { drugLabel: expect.any(String) } },
  });
  expect(await ward.omar.post(path, { drug: 'unknown.1' })).toMatchObject({
    status: 400,
    body: { fields: { drug: 'This drug is not known' } },
  });
});

test('it is corrected and removed; an outdated version is a conflict with the medicine as it is', async () => {
  const path = `${await admit()}/homeMedications`;
  const { _id, version } = (await ward.omar.post<Answer<HomeMedication>>(path, marevan())).body;
  const one = `${path}/${_id}`;
  expect((await ward.mona.put(one, { drug: '', drugLabel: 'Red tablet' })).body).toMatchObject({
    _id,
    drugLabel: 'Red tablet',
    dose: '5 mg',
    version: 2,
  });
  expect(await ward.omar.put<ConflictProblem>(one, { note: 'mine' }, { 'if-match': String(version) })).toMatchObject({
    status: 409,
    body: { current: { _id, drugLabel: 'Red tablet', version: 2 } },
  });
  expect(await remove(ward.omar, one)).toMatchObject({ status: 200, body: { drugLabel: 'Red tablet', version: 3 } });
  expect((await ward.omar.put(one, { dose: '1' })).status).toBe(404);
});

test('lines are decided together; at the discharge a line has its order, and a conflict has the current decisions', async () => {
  const path = await admit();
  const home = (await ward.omar.post<Answer<HomeMedication>>(`${path}/homeMedications`, marevan())).body;
  const stay = (
    await ward.omar.post<Answer<AdmissionMedication>>(`${path}/medications`, {
      drug: `${ward.drug._id}.1`,
      dose: '3 mg',
      startDate: '2025-03-01',
    })
  ).body;
  const [atHome, inHospital] = [
    { kind: 'home', id: home._id },
    { kind: 'stay', id: stay._id },
  ];
  const both = {
    stage: 'admission',
    lines: [
      { line: atHome, action: 'held', reason: 'INR 5' },
      { line: inHospital, action: 'new' },
    ],
  };
  const decided = await ward.omar.put<Answer<Reconciliation>>(`${path}/reconciliation`, both);
  expect(decided).toMatchObject({
    status: 200,
    body: {
      transferDate: null,
      homeMedications: [{ _id: home._id }],
      decisions: [
        { line: atHome, action: 'held', reason: 'INR 5', dose: '' },
        { line: inHospital, action: 'new' },
      ],
      version: 4,
    },
  });
  const continued = { stage: 'discharge', lines: [{ line: atHome, action: 'continued', advice: 'بعد الأكل' }] };
  expect((await ward.mona.put<Reconciliation>(`${path}/reconciliation`, continued)).body.decisions).toContainEqual(
    expect.objectContaining({ stage: 'discharge', dose: '5 mg', frequency: 'once daily', advice: 'بعد الأكل' }),
  );
  const stale = { stage: 'discharge', lines: [{ line: atHome, action: 'stopped', reason: 'Bleeding' }] };
  expect(
    await ward.omar.put(`${path}/reconciliation`, stale, { 'if-match': String(decided.body.version) }),
  ).toMatchObject({ status: 409, body: { current: { decisions: [{}, {}, { action: 'continued' }] } } });
});

test.each([
  [{ action: 'changed' }, 'lines.0.reason'],
  [{ action: 'new' }, 'lines.0.action'],
  [{ action: 'gone' }, 'lines.0.action'],
  [{ action: 'continued', dose: '5 mg' }, 'lines.0.dose'],
  [{ action: 'continued', reason: 'two\nlines' }, 'lines.0.reason'],
])('%o is no decision at the admission', async (decision, field) => {
  const path = await admit();
  const home = (await ward.omar.post<Answer<HomeMedication>>(`${path}/homeMedications`, marevan())).body;
  const lines = [{ line: { kind: 'home', id: home._id }, ...decision }];
  const answer = await ward.omar.put<Problem>(`${path}/reconciliation`, { stage: 'admission', lines });
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
});

test('physicians and people of other teams decide nothing', async () => {
  const path = await admit();
  for (const [person, status] of [
    [ward.hany, 403],
    [ward.sami, 404],
  ] as const) {
    expect((await person.post(`${path}/homeMedications`, marevan())).status).toBe(status);
    const lines = [{ line: { kind: 'home', id: 'h1' }, action: 'continued' }];
    expect((await person.put(`${path}/reconciliation`, { stage: 'admission', lines })).status).toBe(status);
  }
});
