import type { Measurements, NewestValues } from 'language/contract/measurements';
import { limits } from 'language/domain/values/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
const insert = /* sql */ `
  insert into measurement (measurement_id, admission_id, patient_id, team_id, kind, value, unit, taken_on, taken_at,
                           last_dose_on, last_dose_at, source, note, canonical, author_id, created_at, version)`;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.addPatient({ id: 'p-2', names: ['سعاد', 'علي'] });
  await environment.rows.query(/* sql */ `
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
    values ('later', 'pat-1', 'icu', '2025-06-01', '', 0), ('other', 'p-2', 'icu', '2025-02-01', '', 0);
    ${insert}
    values
      ('m-1', 'adm-1', 'pat-1', 'icu', 'creatinine', 186, 'umol/L', '2025-02-01', '06:00', null, '', 'laboratory', '',
       2.104, 'mona', '2025-02-01T08:00:00Z', 4),
      ('m-2', 'adm-1', 'pat-1', 'icu', 'creatinine', 1.4, 'mg/dL', '2025-01-31', '', null, '', 'laboratory', '',
       1.4, 'mona', '2025-02-01T08:00:00Z', 5),
      ('m-3', 'adm-1', 'pat-1', 'icu', 'vancomycin', 18, 'mg/L', '2025-02-01', '07:30', '2025-01-31', '20:00',
       'laboratory', 'trough', 18, 'karim', '2025-02-01T09:00:00Z', 6),
      ('m-4', 'adm-1', 'pat-1', 'icu', 'potassium', 5.6, 'mmol/L', '2025-02-01', '06:00', null, '', 'laboratory', '',
       5.6, 'mona', '2025-02-01T08:00:00Z', 7),
      ('m-5', 'adm-0', 'pat-1', 'icu', 'weight', 72, 'kg', '2024-06-01', '', null, '', 'measured', '', 72, 'mona',
       '2024-06-01T08:00:00Z', 1),
      ('m-6', 'later', 'pat-1', 'icu', 'weight', 70, 'kg', '2025-06-01', '', null, '', 'measured', '', 70, 'mona',
       '2025-06-01T08:00:00Z', 1),
      ('m-7', 'other', 'p-2', 'icu', 'weight', 60, 'kg', '2025-02-01', '', null, '', 'measured', '', 60, 'mona',
       '2025-02-01T08:00:00Z', 1)`);
});
afterAll(() => environment.stop());

const read = async <Body>(path: string, person: 'mona' | 'sami' = 'mona') => {
  const { status, body } = await environment.get(path, { token: environment.tokens[person] });
  return { status, body: body as Body };
};
const of = (admission: string) => `/api/admissions/${admission}/measurements`;

test('a chart has its values and those of earlier stays of the person, ascending, and none of later stays', async () => {
  const { body } = await read<Measurements>(of('adm-1'));
  expect(body.measurements.map(({ _id, admission }) => [_id, admission])).toEqual([
    ['m-5', 'adm-0'],
    ['m-2', 'adm-1'],
    ['m-1', 'adm-1'],
    ['m-4', 'adm-1'],
    ['m-3', 'adm-1'],
  ]);
  expect(body.leftOut).toBe(0);
  expect(body.measurements.at(-1)).toEqual({
    _id: 'm-3',
    admission: 'adm-1',
    kind: 'vancomycin',
    value: 18,
    unit: 'mg/L',
    canonical: 18,
    takenOn: '2025-02-01',
    takenAt: '07:30',
    lastDoseOn: '2025-01-31',
    lastDoseAt: '20:00',
    source: 'laboratory',
    note: 'trough',
    userId: 'karim',
    userName: expect.stringContaining('Karim'),
    createdAt: '2025-02-01T09:00:00.000Z',
    version: 6,
  });
});

test('people of other teams do not see that the chart exists', async () => {
  expect((await read(of('adm-1'), 'sami')).status).toBe(404);
  expect((await read('/api/ward/icu/values', 'sami')).status).toBe(404);
});

test('lists have the newest value of each kind of the header with the one before, of inpatients only', async () => {
  const { body } = await read<NewestValues>('/api/ward/icu/values');
  expect(body.admissions.map(({ admission }) => admission)).toEqual(['adm-1', 'later', 'other']);
  expect(body.admissions[0]?.values).toEqual([
    {
      kind: 'creatinine',
      value: 186,
      unit: 'umol/L',
      canonical: 2.104,
      takenOn: '2025-02-01',
      takenAt: '06:00',
      previous: 1.4,
    },
    expect.objectContaining({ kind: 'potassium', previous: null }),
  ]);
});

test('the team’s own kinds come with them', async () => {
  await environment.rows.query(`update team set header_kinds = '{vancomycin}' where team_id = 'icu'`);
  const { body } = await read<NewestValues>('/api/ward/icu/values');
  expect(body.admissions[0]?.values.map(({ kind }) => kind)).toEqual(['creatinine', 'vancomycin']);
});

test('of very many values the newest are answered, and the others counted', async () => {
  await environment.rows.query(
    /* sql */ `${insert}
    select 'n-' || n, 'other', 'p-2', 'icu', 'sodium', 140, 'mmol/L', '2025-02-02'::date + n, '', null, '', 'laboratory', '',
           140, 'mona', '2025-02-01T08:00:00Z', n
    from generate_series(1, $1::int) n`,
    [limits.measurementsRead + 4],
  );
  const { body } = await read<Measurements>(of('other'));
  expect(body.measurements).toHaveLength(limits.measurementsRead);
  expect([body.measurements[0]?._id, body.leftOut]).toEqual(['n-5', 5]);
});
