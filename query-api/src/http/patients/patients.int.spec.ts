import type { PatientPage } from 'language/contract/entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(`delete from patient; delete from admission`);
  await environment.addPatient({
    id: 'p-1',
    names: ['احمد', 'محمود', 'السيد', 'شاهين'],
    birthdate: '1960-05-01',
    recordNumber: '1001',
  });
  await environment.addPatient({
    id: 'p-2',
    names: ['أحمد', 'محمد', 'عبد الرحمن', 'المصري'],
    birthdate: '1961-05-01',
    recordNumber: '1002',
  });
  await environment.addPatient({
    id: 'p-3',
    names: ['عبدالرحمن', 'أحمد', 'علي'],
    birthdate: '1962-05-01',
    recordNumber: '2001',
  });
  await environment.addPatient({ id: 'p-4', names: ['فاطمة', 'عمرو', 'منصور'], birthdate: '1962-05-01' });
  await environment.addPatient({ id: 'p-5', names: ['فاطمه', 'عمر', 'منصور'] });
  await environment.addPatient({ id: 'p-6', names: ['يحيى', 'محمد علي', '100%_'] });
  await environment.addPatient({ id: 'p-7', team: 'ccu', names: ['أحمد', 'سامي'] });
});
afterAll(() => environment.stop());

const search = async (query: Record<string, string>, team = 'icu'): Promise<PatientPage> => {
  const answered = await environment.get(`/api/patients/team/${team}?${new URLSearchParams(query).toString()}`, {
    token: environment.tokens.mona,
  });
  expect(answered.status).toBe(200);
  return answered.body as PatientPage;
};
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await search(query)).patients.map(({ _id }) => _id);

describe('search by name', () => {
  test('without terms lists the whole team, newest first, each patient with a rank', async () => {
    const page = await search({});
    expect(page.patients.map(({ _id, order }) => [_id, order])).toEqual([
      ['p-6', 6],
      ['p-5', 5],
      ['p-4', 4],
      ['p-3', 3],
      ['p-2', 2],
      ['p-1', 1],
    ]);
    expect(page).toMatchObject({ page: 1, pages: 1, total: 6, inpatients: [] });
  });

  test('ranks the exact spelling above another spelling of the same name', async () => {
    expect(await found({ firstName: 'أحمد' })).toEqual(['p-2', 'p-1']);
    expect(await found({ firstName: 'احمد' })).toEqual(['p-1', 'p-2']);
    expect(await found({ firstName: 'فاطمة' })).toEqual(['p-4', 'p-5']);
  });

  test('counts no patient of another team', async () => expect((await search({ firstName: 'أحمد' })).total).toBe(2));

  test('ranks an equal name above a name with that prefix', async () => {
    expect(await found({ middleName: 'عمر' })).toEqual(['p-5', 'p-4']);
    expect(await found({ middleName: 'عمرو' })).toEqual(['p-4']);
  });

  test('finds a part by its prefix', async () =>
    expect(await found({ firstName: 'فا', lastName: 'من' })).toEqual(['p-5', 'p-4']));

  test('matches every given part', async () =>
    expect(await found({ firstName: 'أحمد', middleName: 'محمود' })).toEqual(['p-1']));

  test('takes a compound name as one part in every spelling', async () => {
    expect(await found({ firstName: 'عبد الرحمن' })).toEqual(['p-3']);
    expect(await found({ firstName: 'عبد ال رحمن' })).toEqual(['p-3']);
    expect(await found({ lastName: 'عبدالرحمن' })).toEqual(['p-2']);
  });

  test('divides a whole name in the first field among the parts', async () => {
    expect(await found({ firstName: 'احمد محمد عبدالرحمن المصري' })).toEqual(['p-2']);
    expect(await found({ firstName: 'عبد الرحمن احمد' })).toEqual(['p-3']);
    expect(await found({ firstName: 'يحيي محمد علي' })).toEqual(['p-6']);
    expect(await found({ firstName: 'أحمد, محم' })).toEqual(['p-2', 'p-1']);
    expect(await found({ firstName: 'أحمد|محمود|السيد|شاهين' })).toEqual(['p-1']);
  });

  test('takes pattern characters literally', async () => {
    expect(await found({ firstName: 'أ%' })).toEqual(['p-2', 'p-1']);
    expect(await found({ firstName: '_' })).toHaveLength(6);
    expect(await found({ lastName: '100%' })).toEqual(['p-6']);
  });

  test('finds no patient of another team', async () =>
    expect(await found({ firstName: 'أحمد', middleName: 'سامي' })).toEqual([]));
});

describe('search by other fields', () => {
  test('the birth date, also in Arabic digits', async () => {
    expect(await found({ birthdate: '1962-05-01' })).toEqual(['p-4', 'p-3']);
    expect(await found({ birthdate: '١٩٦٢-٠٥-٠١', firstName: 'عبد' })).toEqual(['p-3']);
  });
  test('the prefix of the record number', async () =>
    expect(await found({ medicalRecordNumber: '١٠٠' })).toEqual(['p-2', 'p-1']));
  test.each([
    ['ICU-0451', ['icu-0451', 'ICU 0451', 'icu451', '\u202dICU\u201104', 'icu']],
    ['0012345', ['12345', '0012345', '00', '00-12', '١٢٣٤٥']],
    ['12-77', ['1277', '12/77', '12']],
  ])('the record number %s, in other spellings', async (recordNumber, spellings) => {
    await environment.addPatient({ id: 'numbered', team: 'icu', names: ['نبيل'], recordNumber });
    try {
      for (const medicalRecordNumber of spellings) expect(await found({ medicalRecordNumber })).toEqual(['numbered']);
      expect(await found({ medicalRecordNumber: `${recordNumber}0` })).toEqual([]);
    } finally {
      await environment.rows.query(`delete from patient where patient_id = 'numbered'`);
    }
  });
});

describe('search by one text', () => {
  beforeAll(async () => {
    await environment.addPatient({ id: 't-1', names: ['بنت نورا 2', 'محمد'], recordNumber: 'ICU-0451' });
    await environment.addPatient({ id: 't-2', names: ['مينا', 'جاد', 'الرب'], recordNumber: '0012345' });
    await environment.addPatient({ id: 't-3', names: ['Abdelrahman', 'El Sayed', 'Mohamed'] });
  });
  afterAll(() => environment.rows.query(`delete from patient where patient_id like 't-%'`));

  test.each([
    ['icu 0451', ['t-1']],
    ['بنت/نورا ٢', ['t-1']],
    ['بنت نورا 2 محمد', ['t-1']],
    ['12345', ['t-2']],
    ['\u200e0012345\u200e', ['t-2']],
    ['مينا جاد الرب', ['t-2']],
    ['abdel rahman elsayed', ['t-3']],
    ['Abd El-Rahman El Sayed Mohammad', ['t-3']],
    ['abdelrahman elsayed muhama', ['t-3']],
    ['icu 0452', []],
  ])('%s finds %j by the name or the record number', async (text, ids) => expect(await found({ text })).toEqual(ids));
});

describe('pages', () => {
  test('hold 20 patients, the inpatients among them, and the total', async () => {
    for (let count = 0; count < 19; count += 1) await environment.addPatient({ id: `q-${count}`, names: ['زياد'] });
    await environment.rows.query(/* sql */ `
      insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
      values ('a-1', 'p-1', 'icu', '2025-01-01', '', 0)`);
    const first = await search({});
    expect(first).toMatchObject({ page: 1, pages: 2, total: 25, inpatients: [] });
    expect(first.patients).toHaveLength(20);
    const second = await search({ pageNumber: '2' });
    expect(second.patients.map(({ _id }) => _id)).toEqual(['p-5', 'p-4', 'p-3', 'p-2', 'p-1']);
    expect(second.inpatients.map(({ _id }) => _id)).toEqual(['p-1']);
    expect(await search({ pageNumber: '3' })).toEqual({ patients: [], inpatients: [], page: 3, pages: 2, total: 25 });
    // The seventh of the team: a patient of another team was registered before.
    expect((await search({ firstName: 'زياد' })).patients.at(-1)).toMatchObject({ _id: 'q-0', order: 7 });
    expect(await search({ firstName: 'بلال' })).toEqual({ patients: [], inpatients: [], page: 1, pages: 0, total: 0 });
  });
});
