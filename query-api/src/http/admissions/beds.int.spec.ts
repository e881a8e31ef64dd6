import type { AdmissionDetails, Inpatients } from 'language/contract/entities';
import type { WardBoard } from 'language/contract/handover';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(`delete from admission where admission_id = 'adm-0'`);
  await environment.addPatient({ id: 'p-2', names: ['سعاد', 'علي'] });
  await environment.addPatient({ id: 'p-3', names: ['هاني', 'علي'] });
  await environment.addPatient({ id: 'p-4', names: ['ليلى', 'علي'] });
  await environment.addPatient({ id: 'p-7', team: 'ccu', names: ['أحمد', 'سامي'] });
  await environment.addPatient({ id: 'p-6', names: ['لمى', 'علي'] });
  await environment.addPatient({ id: 'p-5', names: ['كمال', 'علي'] });
  await environment.rows.query(/* sql */ `
    update admission set room = 'A2', bed = '4', working_diagnosis = 'Sepsis' where admission_id = 'adm-1';
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, room, bed, version,
                           discharge_date)
    values
      ('same', 'p-2', 'icu', '2025-02-01', '', 'a 2', 'Bed-٠٤', 0, null),
      ('twice', 'p-5', 'icu', '2025-02-01', '', 'B1', '5', 0, null),
      ('twice-too', 'p-5', 'icu', '2025-02-02', '', 'B1', '5', 0, null),
      ('longer', 'p-6', 'icu', '2025-02-01', '', 'A2', '40', 0, null),
      ('other-room', 'p-3', 'icu', '2025-02-01', '', 'B1', '4', 0, null),
      ('no-bed', 'p-4', 'icu', '2025-02-01', '', 'A2', '', 0, null),
      ('gone', 'p-4', 'icu', '2025-01-01', '', 'A2', '4', 0, '2025-01-09'),
      ('other-team', 'p-7', 'ccu', '2025-02-01', '', 'A2', '4', 0, null)`);
});
afterAll(() => environment.stop());

const read = async <Body>(path: string): Promise<Body> =>
  (await environment.get(path, { token: environment.tokens.mona })).body as Body;
const neighboursOf = async (admission: string): Promise<string[]> =>
  (await read<AdmissionDetails>(`/api/admissions/${admission}/details`)).alsoInBed.map((one) => one.admission);

test('a chart names the other inpatients of the team in its bed', async () => {
  expect((await read<AdmissionDetails>('/api/admissions/adm-1/details')).alsoInBed).toEqual([
    { admission: 'same', firstName: 'سعاد', middleName: 'علي', lastName: '', fourthName: '' },
  ]);
  expect(await neighboursOf('same')).toEqual(['adm-1']);
  expect(await neighboursOf('other-room')).toEqual([]);
  expect(await neighboursOf('no-bed')).toEqual([]);
  expect(await neighboursOf('gone')).toEqual([]);
  expect(await neighboursOf('twice')).toEqual([]);
});

test('the ward board has the care details, and marks a bed of two patients', async () => {
  const { patients } = await read<WardBoard>('/api/ward/icu');
  expect(Object.fromEntries(patients.map(({ admission, isBedShared }) => [admission, isBedShared]))).toEqual({
    'adm-1': true,
    same: true,
    twice: false,
    'twice-too': false,
    longer: false,
    'other-room': false,
    'no-bed': false,
  });
  expect(patients.find(({ admission }) => admission === 'adm-1')).toMatchObject({
    room: 'A2',
    bed: '4',
    consultant: '',
    workingDiagnosis: 'Sepsis',
  });
});

test('the inpatients have the care details of their open admission', async () => {
  const { inpatients } = await read<Inpatients>('/api/patients/inpatients/icu');
  expect(Object.fromEntries(inpatients.map(({ _id, room, bed }) => [_id, [room, bed]]))).toEqual({
    'pat-1': ['A2', '4'],
    'p-2': ['a 2', 'Bed-٠٤'],
    'p-3': ['B1', '4'],
    'p-5': ['B1', '5'],
    'p-6': ['A2', '40'],
    'p-4': ['A2', ''],
  });
});

test('a chart and the ward board ask about a second open admission of the person, and not of another one', async () => {
  const alsoOpenOf = async (admission: string) =>
    (await read<AdmissionDetails>(`/api/admissions/${admission}/details`)).alsoOpen;
  expect(await alsoOpenOf('twice')).toEqual([
    { admission: 'twice-too', admissionDate: '2025-02-02', room: 'B1', bed: '5' },
  ]);
  expect(await alsoOpenOf('same')).toEqual([]);
  const { patients } = await read<WardBoard>('/api/ward/icu');
  expect(patients.filter(({ isOpenTwice }) => isOpenTwice).map(({ admission }) => admission)).toEqual([
    'twice',
    'twice-too',
  ]);
});
