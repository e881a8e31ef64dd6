import { expect, test } from 'vitest';
import { admission, entry, medication, mona, review } from '../../testing/hospital.ts';
import { medicationTable } from './medication-days.ts';

const today = '2026-03-04';
const reviews = [review('r1', '2026-03-02', mona, [{ ...entry('e1', 'Meronem'), errDrug: 'mero.1' }])];
const meronem = medication('m1', 'Meronem', { drug: 'mero.1', dose: '1 g', route: 'IV', frequency: 'q8h' });
const table = (...medications: Parameters<typeof medicationTable>[2]) =>
  medicationTable(admission, reviews, medications, today);
const changes = (...medications: Parameters<typeof medicationTable>[2]) =>
  table(...medications).zMedications.map(({ days }) => days.map((day) => day.changes ?? []));

test('the list gives the dose to the row of its trade name, or to that of the medicine', () => {
  expect(table(meronem).zMedications).toMatchObject([{ drug: 'mero.1', orders: [{ dose: '1 g', frequency: 'q8h' }] }]);
  expect(table({ ...meronem, drug: 'mero.2' }).zMedications).toMatchObject([
    { orders: [{ dose: '1 g', frequency: 'q8h' }] },
  ]);
});

test('a medicine of the list that no review names has a row without marks', () =>
  expect(table(medication('m2', 'Marevan', { drug: 'warf.1' })).zMedications.at(-1)).toMatchObject({
    drug: 'warf.1',
    days: [{ isChecked: false }, { isChecked: false }, { isChecked: false }, { isChecked: false }],
  }));

test('a day shows what the list says to have changed, and a stopped medicine has no dose', () => {
  expect(changes({ ...meronem, doseChangedOn: ['2026-03-02'], stopDate: today })).toEqual([
    [['started'], ['doseChanged'], [], ['stopped']],
  ]);
  expect(table({ ...meronem, stopDate: today }).zMedications[0]?.orders).toEqual([]);
  const hold = { from: '2026-03-02', until: '2026-03-03', reason: '' };
  expect(changes({ ...meronem, hold })).toEqual([[['started'], ['held'], ['resumed'], []]]);
  // A stop ends a hold; nothing is resumed.
  expect(changes({ ...meronem, hold: { ...hold, until: today }, stopDate: today })).toEqual([
    [['started'], ['held'], [], ['stopped']],
  ]);
});
