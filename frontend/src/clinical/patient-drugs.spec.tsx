import { expect, test } from 'vitest';
import { patientDrugs } from './patient-drugs.ts';

const reviewOf = (...drugs: string[]) => ({ drugErrs: drugs.map((errDrug) => ({ errDrug })) }) as never;

test('the list of medications comes before the reviews, the newest review before older ones, and each drug once', () => {
  const medications = [
    { drug: 'Zyloric 300', stopDate: null },
    { drug: 'Norvasc', stopDate: '2026-03-01' },
  ];
  expect(patientDrugs(medications, [reviewOf('Zyloric 100', 'Lasix'), reviewOf('Zyloric 300', 'Eprex')])).toEqual([
    'Zyloric 300',
    'Eprex',
    'Zyloric 100',
    'Lasix',
  ]);
});
