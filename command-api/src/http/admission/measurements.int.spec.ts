import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, ConflictProblem, Problem } from 'language/contract/entities';
import type { Measurement, RecordedMeasurements } from 'language/contract/measurements';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import {
  type Answered,
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

const forbidden = { status: 403, body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' } };
const admit = async (): Promise<string> => `/api/admissions/${(await ward.otherChart())._id}/measurements`;
const creatinine = { kind: 'creatinine', value: 186, unit: 'µmol/L', takenOn: '2025-03-02', source: 'laboratory' };
const potassium = { kind: 'potassium', value: 5.6, unit: 'mmol/L' };
const record = (path: string, ...measurements: object[]): Promise<Answered<Answer<RecordedMeasurements>>> =>
  ward.omar.post(path, { measurements });
const removal = { reason: 'Of another patient' };
const remove = ({ me }: Caller, path: string, body: object = removal): Promise<Answered<object>> =>
  environment.send('DELETE', path, body, { authorization: `bearer ${me.token}` });

test('a line is recorded as one event, with canonical values, and a repeated key gives the same answer', async () => {
  const path = await admit();
  const once = key();
  const body = { measurements: [creatinine, potassium] };
  const first = await ward.omar.post<Answer<RecordedMeasurements>>(path, body, once);
  expect(first).toMatchObject({ status: 201, body: { revision: 1, version: 1 } });
  expect(first.body.measurements).toEqual([
    expect.objectContaining({ kind: 'creatinine', value: 186, unit: 'umol/L', source: 'laboratory', version: 1 }),
    expect.objectContaining({ takenOn: calendarDateIn('Africa/Cairo', new Date()), takenAt: '', source: 'measured' }),
  ]);
  expect(first.body.measurements[0]!.canonical).toBeCloseTo(2.1, 1);
  expect(await ward.omar.post(path, body, once)).toEqual(first);
});

test('a value is corrected and removed by physicians too; an outdated version is a conflict with the value as it is', async () => {
  const path = await admit();
  const [given] = (await record(path, creatinine)).body.measurements;
  const one = `${path}/${given!._id}`;
  expect((await ward.hany.put<Answer<Measurement>>(one, { value: 106 })).body).toMatchObject({
    _id: given!._id,
    value: 106,
    unit: 'umol/L',
    takenOn: '2025-03-02',
    userName: given!.userName,
    version: 2,
  });
  const stale = await ward.omar.put<ConflictProblem>(one, { note: 'mine' }, { 'if-match': String(given!.version) });
  expect(stale).toMatchObject({ status: 409, body: { current: { _id: given!._id, value: 106, version: 2 } } });
  expect(await remove(ward.hany, one, {})).toMatchObject({
    status: 400,
    body: { fields: { reason: expect.any(String) } },
  });
  expect(await remove(ward.hany, one)).toMatchObject({ status: 200, body: { value: 106, version: 3 } });
  expect((await ward.omar.put(one, { value: 1 })).status).toBe(404);
});

test.each([
  [{ ...creatinine, kind: 'mood' }, 'measurements.0.kind'],
  [{ ...creatinine, unit: 'kg' }, 'measurements.0.unit'],
  [{ ...creatinine, value: '2' }, 'measurements.0.value'],
  [{ ...creatinine, value: 0 }, 'measurements.0.value'],
  [{ ...creatinine, takenAt: '24:00' }, 'measurements.0.takenAt'],
  [{ ...creatinine, takenOn: '1850-01-01' }, 'measurements.0.takenOn'],
  [{ ...creatinine, takenOn: '2999-01-01' }, 'measurements.0.takenOn'],
])('%o is not recorded', async (value, field) => {
  const answer = (await record(await admit(), value)) as Answered<unknown> as Answered<Problem>;
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
});

test('sixty values fit into one line, and no more', async () => {
  const path = await admit();
  expect((await record(path, ...Array.from({ length: 61 }, () => potassium))).status).toBe(400);
  expect((await record(path, ...Array.from({ length: 60 }, () => potassium))).status).toBe(201);
});

test('people of other teams and members without a clinical role record nothing', async () => {
  const path = await admit();
  const [given] = (await record(path, creatinine)).body.measurements;
  expect((await ward.sami.post(path, { measurements: [potassium] })).status).toBe(404);
  expect((await remove(ward.sami, `${path}/${given!._id}`)).status).toBe(404);
  await ward.mona.put(`/api/teams/${ward.team._id}/members/${ward.hany.me._id}`, { role: 'reader' });
  expect(await ward.hany.post(path, { measurements: [potassium] })).toEqual(forbidden);
  await ward.mona.put(`/api/teams/${ward.team._id}/members/${ward.hany.me._id}`, { role: 'physician' });
});
