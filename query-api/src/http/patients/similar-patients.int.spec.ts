import type { SimilarPatients } from 'language/contract/entities';
import { foldName } from 'language/domain/values/arabic';
import { mustMatch, mustNotMatch } from 'language/domain/values/arabic-names.testdata';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
beforeEach(async () => {
  await environment.rows.query('delete from patient');
});
afterAll(() => environment.stop());

type Named = [string, string?, string?, string?];
const similar = async (query: Record<string, string>): Promise<SimilarPatients['similar']> => {
  const answered = await environment.get(`/api/patients/team/icu/similar?${new URLSearchParams(query).toString()}`, {
    token: environment.tokens.mona,
  });
  expect(answered.status).toBe(200);
  return (answered.body as SimilarPatients).similar;
};
const found = async (query: Record<string, string>) =>
  (await similar(query)).map(({ _id, agrees }) => [_id, ...agrees]);
const add = (id: string, names: Named, more: { birthdate?: string; recordNumber?: string; team?: string } = {}) =>
  environment.addPatient({ id, names, ...more });
const search = async (firstName: string): Promise<string[]> =>
  (
    (
      await environment.get(`/api/patients/team/icu?${new URLSearchParams({ firstName }).toString()}`, {
        token: environment.tokens.mona,
      })
    ).body as { patients: { _id: string }[] }
  ).patients.map(({ _id }) => _id);

describe('the spellings of one name', () => {
  test.each(mustMatch.map((spellings) => ({ spellings })))(
    '$spellings find one another, in search and as a near match',
    async ({ spellings }) => {
      for (const [index, spelling] of spellings.entries())
        await add(`p-${index}`, [spelling, 'محمود'], { birthdate: '1970-01-01' });
      const everybody = spellings.map((_, index) => `p-${index}`);
      for (const spelling of spellings) {
        expect((await search(spelling)).toSorted()).toEqual(everybody);
        const near = await similar({ firstName: spelling, middleName: 'محمود', birthdate: '1999-09-09' });
        expect(near.map(({ _id, agrees }) => [_id, ...agrees]).toSorted()).toEqual(everybody.map((id) => [id, 'name']));
      }
    },
  );
});

describe('different names', () => {
  test.each(mustNotMatch.map(([one, other]) => ({ one: one!, other: other! })))(
    '$one and $other are not one name: neither is a near match by name, and the one that was meant is found first',
    async ({ one, other }) => {
      await add('one', [one, 'محمود'], { birthdate: '1970-01-01' });
      await add('other', [other, 'محمود'], { birthdate: '1970-01-01' });
      for (const [typed, meant] of [
        [one, 'one'],
        [other, 'other'],
      ] as const) {
        expect(await found({ firstName: typed, middleName: 'محمود', birthdate: '1999-09-09' })).toEqual([
          [meant, 'name'],
        ]);
        expect((await search(typed))[0]).toBe(meant);
      }
      // By prefix, as a name is typed, the longer of two may follow; two of which neither begins like the other never
      // meet.
      const [a, b] = [foldName(one), foldName(other)];
      if (!b.startsWith(a)) expect(await search(one)).toEqual(['one']);
      if (!a.startsWith(b)) expect(await search(other)).toEqual(['other']);
    },
  );
});

describe('a near match', () => {
  test('has the same record number in any spelling', async () => {
    await add('p-1', ['سعاد'], { recordNumber: '0047A' });
    await add('p-2', ['سعاد'], { recordNumber: '' });
    expect(await found({ firstName: 'نبيل', medicalRecordNumber: '٠٠٤٧a' })).toEqual([['p-1', 'medicalRecordNumber']]);
    expect(await found({ firstName: 'نبيل', medicalRecordNumber: '47A' })).toEqual([['p-1', 'medicalRecordNumber']]);
    expect(await found({ firstName: 'نبيل', medicalRecordNumber: '' })).toEqual([]);
  });

  test('has the same birth date and a similar name, or another birth date and two equal parts', async () => {
    await add('same-day', ['سميرة', 'أحمد', 'النجار'], { birthdate: '1980-05-01' });
    await add('other-day', ['سمير', 'أحمد', 'الحداد'], { birthdate: '1981-05-01' });
    await add('first-name-only', ['سمير'], { birthdate: '1982-05-01' });
    expect(await found({ firstName: 'سمير', middleName: 'احمد', birthdate: '1980-05-01' })).toEqual([
      ['same-day', 'birthdate', 'similarName'],
      ['other-day', 'name'],
    ]);
    expect(await found({ firstName: 'سمير', birthdate: '1999-01-01' })).toEqual([]);
    expect(await found({ firstName: 'سمير', middleName: 'أحمد', lastName: 'النجار' })).toEqual([]);
  });

  test.each([
    [['Abdelrahman', 'Mohamed'], ['abdel rahman', 'Mohammed'], 'name'],
    [['El Sayed', 'Ahmed'], ['Elsayed', 'Ahmad'], 'name'],
    [['Fatima', 'Mohamed'], ['Fatema', 'Muhammad'], 'similarName'],
    [['Elsayed', 'Ali'], ['Sayed', 'Aly'], 'similarName'],
    [['بنت نورا', 'محمد', 'علي', 'حسن'], ['بنت/نورا', 'محمد', 'على'], 'name'],
    [['بنت', 'نورا', 'محمد', 'علي حسن'], ['بنت نورا', 'محمد', 'علي', 'حسن'], 'name'],
    [['طفلة نورا', 'محمد'], ['بنت نورا', 'محمد'], 'similarName'],
    [['Baby of Nora', 'Mohamed'], ['B/O Nora', 'Mohammed'], 'name'],
    [['جاد', 'الرب', 'محمد'], ['جاد الرب', 'محمد'], 'name'],
  ] as const)('with the same birth date is %j for %j', async (registered, typed, agrees) => {
    await add('same-day', [...registered] as unknown as Named, { birthdate: '1980-05-01' });
    const [firstName, middleName = '', lastName = '', fourthName = ''] = typed as readonly string[];
    const names = { firstName: firstName ?? '', middleName, lastName, fourthName };
    expect(await found({ ...names, birthdate: '1980-05-01' })).toEqual([['same-day', 'birthdate', agrees]]);
    // A wrong birth date does not hide an equal name.
    expect(await found({ ...names, birthdate: '1980-05-10' })).toEqual(agrees === 'name' ? [['same-day', 'name']] : []);
  });

  test.each([
    ['Mahmoud', 'Mohamed'],
    ['Hassan', 'Hussein'],
    ['بنت منى', 'بنت نورا'],
    ['Baby of Mona', 'Baby of Nora'],
  ])('is not %s for %s, even with the same birth date', async (registered, typed) => {
    await add('other', [registered, 'Ali'], { birthdate: '1980-05-01' });
    expect(await found({ firstName: typed, middleName: 'Omar', birthdate: '1980-05-01' })).toEqual([]);
  });

  test.each([
    ['ICU-0451', 'icu 451'],
    ['0012345', '12345'],
    ['12-77', '1277'],
  ])('has the record number %s, typed %s', async (stored, typed) => {
    await add('p-1', ['سعاد'], { recordNumber: stored });
    await add('p-2', ['سعاد'], { recordNumber: `${stored}0` });
    expect(await found({ medicalRecordNumber: typed })).toEqual([['p-1', 'medicalRecordNumber']]);
  });

  test('is not a sibling of the same birth date with another first name', async () => {
    await add('twin', ['منى', 'أحمد'], { birthdate: '2020-05-01' });
    expect(await found({ firstName: 'حسن', middleName: 'خالد', birthdate: '2020-05-01' })).toEqual([]);
  });

  test('is listed nearest first', async () => {
    await add('name', ['أحمد', 'علي', 'حسن'], { birthdate: '1970-01-01' });
    await add('name-and-day', ['احمد', 'علي'], { birthdate: '1980-01-01' });
    await add('number', ['كريم'], { birthdate: '1990-01-01', recordNumber: '7' });
    await add('all', ['أحمد', 'علي', 'حسن'], { birthdate: '1980-01-01', recordNumber: '7' });
    expect(
      (
        await found({
          firstName: 'أحمد',
          middleName: 'على',
          lastName: 'حسن',
          birthdate: '1980-01-01',
          medicalRecordNumber: '٧',
        })
      ).map(([id]) => id),
    ).toEqual(['all', 'number', 'name-and-day', 'name']);
  });

  test('is of the same team, and at most twenty are listed', async () => {
    await add('stranger', ['أحمد', 'علي'], { team: 'ccu' });
    expect(await found({ firstName: 'أحمد', middleName: 'علي', birthdate: '1960-02-29' })).toEqual([]);
    for (let count = 0; count < 25; count += 1) await add(`p-${count}`, ['أحمد', 'علي']);
    expect(await found({ firstName: 'أحمد', middleName: 'علي' })).toHaveLength(20);
  });

  test('does not exist for an empty form', async () => {
    await add('p-1', ['أحمد'], { recordNumber: '1' });
    expect(await found({})).toEqual([]);
  });
});
