import { expect, test } from 'vitest';
import { medicinesByLevel } from './medicines-by-level.ts';

const of = (atc: string, errors: number, ddd: number) => ({
  atc,
  labels: [atc],
  errors,
  orders: 1,
  unknownAmount: 0,
  unknownDays: 0,
  ddd,
  daysOfTherapy: 2,
});
const medicines = [of('', 1, 0), of('J01DH02', 2, 3), of('J01DD04', 1, 1.5), of('N02BE01', 0, 4)];

test('figures are summed by the level of the code, and substances without a code stay apart', () => {
  const by = (level: 1 | 2 | 3 | 4 | 5) =>
    medicinesByLevel(medicines, level).map(({ atc, errors, ddd, daysOfTherapy }) => [atc, errors, ddd, daysOfTherapy]);
  expect(by(2)).toEqual([
    ['', 1, 0, 2],
    ['J01', 3, 4.5, 4],
    ['N02', 0, 4, 2],
  ]);
  expect(by(4).map(([atc]) => atc)).toEqual(['', 'J01DH', 'J01DD', 'N02BE']);
});
