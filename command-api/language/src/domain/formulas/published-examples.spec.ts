import { expect, test } from 'vitest';
import { type FormulaKey, formulas } from './compute-all.ts';
import type { Sex } from '../values/codes.ts';
import type { Given } from './inputs.ts';

interface Example {
  readonly formula: FormulaKey;
  readonly given: Given;
  readonly published: number;
  readonly decimals: number;
}

/** Each from the named publication or calculator, with its own decimals. µmol/L are converted by 88.42. */
const examples: Readonly<Record<string, readonly Example[]>> = {
  'National Kidney Foundation, calculator of CKD-EPI 2021 (kidney.org), by the tests of pharmaverse/admiral': [
    { formula: 'glomerularFiltration', given: patient('male', 55, 1.09), published: 80, decimals: 0 },
    { formula: 'glomerularFiltration', given: patient('female', 65, 85 / 88.42), published: 66, decimals: 0 },
    { formula: 'glomerularFiltration', given: patient('male', 55, 96.3 / 88.42), published: 80.2293, decimals: 4 },
    { formula: 'glomerularFiltration', given: patient('female', 52, 70 / 88.42), published: 89.7175, decimals: 4 },
    { formula: 'glomerularFiltration', given: patient('male', 67, 77 / 88.42), published: 94.5453, decimals: 4 },
    { formula: 'glomerularFiltration', given: patient('female', 76, 65 / 88.42), published: 84.4646, decimals: 4 },
  ],
  'CKD-EPI 2021, tests of InsightRX/clinPK': [
    { formula: 'glomerularFiltration', given: patient('female', 80, 0.8), published: 74, decimals: 0 },
    { formula: 'glomerularFiltration', given: patient('male', 80, 0.8), published: 89, decimals: 0 },
  ],
  'National Kidney Foundation, calculator of Cockcroft and Gault (kidney.org), by the tests of pharmaverse/admiral': [
    { formula: 'creatinineClearance', given: patient('male', 55, 1.09, 90), published: 97, decimals: 0 },
    { formula: 'creatinineClearance', given: patient('female', 65, 85 / 88.42, 60), published: 55, decimals: 0 },
  ],
  'Cockcroft and Gault with the adjusted weight, tests of InsightRX/clinPK': [
    { formula: 'creatinineClearance', given: patient('male', 50, 1, 150, 180), published: 131, decimals: 0 },
  ],
  'Bedside Schwartz, tests of alwinw/epocakir (41.3 × height in m / creatinine)': [
    { formula: 'glomerularFiltrationOfChild', given: child(120, 0.5), published: 41.3 * (1.2 / 0.5), decimals: 6 },
  ],
  'Devine 1974, tests of InsightRX/clinPK': [
    { formula: 'idealWeight', given: patient('female', 20, 1, 60, 160), published: 52.38189, decimals: 5 },
    { formula: 'idealWeight', given: patient('male', 20, 1, 60, 160), published: 56.88189, decimals: 5 },
    { formula: 'idealWeight', given: patient('male', 20, 1, 60, 150), published: 47.8, decimals: 1 },
    { formula: 'adjustedWeight', given: patient('male', 50, 1, 80, 180), published: 77, decimals: 1 },
    { formula: 'adjustedWeight', given: patient('male', 20, 1, 150, 150), published: 88.7, decimals: 1 },
  ],
  'Janmahasatian 2005, tests of InsightRX/clinPK': [
    { formula: 'leanWeight', given: patient('male', 50, 1, 80, 150), published: 51.643454, decimals: 6 },
    {
      formula: 'leanWeight',
      given: patient('female', 50, 1, 80, 100 * Math.sqrt(80 / 30)),
      published: 46,
      decimals: 0,
    },
  ],
  'Body mass index and surface (Mosteller), tests of InsightRX/clinPK': [
    { formula: 'bodyMassIndex', given: { weight: 80, height: 180 }, published: 24.7, decimals: 1 },
    { formula: 'bodySurface', given: { weight: 80, height: 180 }, published: 2, decimals: 3 },
  ],
  'K/DOQI 2003, example of droracle.ai': [
    { formula: 'correctedCalcium', given: { calcium: 8, albumin: 2.8 }, published: 8.96, decimals: 2 },
  ],
  'Figge 1998, example of mdtools.org': [
    { formula: 'anionGap', given: { sodium: 140, chloride: 108, bicarbonate: 22 }, published: 10, decimals: 6 },
    {
      formula: 'correctedAnionGap',
      given: { sodium: 140, chloride: 108, bicarbonate: 22, albumin: 2 },
      published: 15,
      decimals: 6,
    },
  ],
  'Sheiner and Tozer, example of novacalculator.com': [
    { formula: 'correctedPhenytoin', given: { phenytoin: 7.2, albumin: 2 }, published: 14.4, decimals: 6 },
  ],
  'MELD 3.0, Kim 2021, table 4': [
    { formula: 'meld3', given: cirrhosis('male', 2.5, 131, 1, 1.2, 3.8), published: 16, decimals: 6 },
    { formula: 'meld3', given: cirrhosis('female', 2.5, 131, 1, 1.2, 3.8), published: 17, decimals: 6 },
    { formula: 'meld3', given: cirrhosis('male', 6, 131, 1.5, 1.5, 3.5), published: 25, decimals: 6 },
    { formula: 'meld3', given: cirrhosis('male', 6, 131, 1.5, 1.5, 2.2), published: 26, decimals: 6 },
    { formula: 'meld3', given: cirrhosis('female', 6, 131, 1.5, 1.5, 2.2), published: 27, decimals: 6 },
    { formula: 'meld3', given: cirrhosis('male', 12, 128, 2.2, 1.8, 2), published: 34, decimals: 6 },
    { formula: 'meld3', given: cirrhosis('male', 12, 128, 2.2, 2.8, 2), published: 38, decimals: 6 },
    { formula: 'meld3', given: cirrhosis('female', 12, 128, 2.2, 2.8, 2), published: 39, decimals: 6 },
  ],
};

function patient(sex: Sex, age: number, creatinine: number, weight?: number, height?: number): Given {
  return { sex, age, creatinine, weight, height };
}
function child(height: number, creatinine: number): Given {
  return { age: 10, height, creatinine };
}
function cirrhosis(sex: Sex, ...[bilirubin, sodium, inr, creatinine, albumin]: number[]): Given {
  return { sex, age: 20, bilirubin, sodium, inr, creatinine, albumin, isOnDialysis: false };
}

test.each(Object.entries(examples).flatMap(([source, rows]) => rows.map((row) => [source, row] as const)))(
  '%s: $formula $published',
  (_, { formula, given, published, decimals }) => {
    expect(formulas[formula].compute(given)).toMatchObject({ value: expect.closeTo(published, decimals) });
  },
);
