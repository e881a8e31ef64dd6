import { expect, test } from 'vitest';
import { withoutPatientValues } from './patient-values.ts';

test.each([
  [
    '<p>CrCl 25 mL/min: <strong>500 mg</strong> every 12 h</p>',
    '<p>CrCl ___ mL/min: <strong>500 mg</strong> every 12 h</p>',
  ],
  ['CrCl 25: reduce meropenem to 500 mg', 'CrCl ___: reduce meropenem to 500 mg'],
  ['Vancomycin trough 26 mg/L: hold', 'Vancomycin trough ___ mg/L: hold'],
  ['QTc 510 ms with potassium 2.9 mmol/L', 'QTc ___ ms with potassium ___ mmol/L'],
  ['Weight 12 kg: 45 mg/kg a day', 'Weight ___ kg: 45 mg/kg a day'],
  ['Hb 12.4 g/dL, INR 3.2, BP 120/80, K 5.9', 'Hb ___ g/dL, INR ___, BP ___, K ___'],
  ['INR of 4,5 on 2026-03-01', 'INR of ___ on ___'],
  ['A 70-year-old with 2.9 mg/dL', 'A ___-year-old with ___ mg/dL'],
  ['نسبة الكرياتينين ٢٫٩: جرعة ٥٠٠ مجم', 'نسبة الكرياتينين ___: جرعة ٥٠٠ مجم'],
  ['البوتاسيوم 5.9 والوزن 82 كجم', 'البوتاسيوم ___ والوزن ___ كجم'],
])('the value of a patient is left out: %s', (before, after) => expect(withoutPatientValues(before)).toBe(after));

test.each([
  'CrCl 30 mL/min or less: 500 mg once daily',
  'CrCl &lt; 30 mL/min, CrCl 10–29: half of the dose',
  'Keep potassium above 4 mmol/L',
  'Give potassium 20 mmol over 2 hours, calcium 10 mL, vitamin K 10 mg, potassium 10 mEq/h',
  'Infuse at no more than 10 mg/min, dilute to 5 mg/mL',
  'Raise meropenem from 20 to 40 mg/kg every 8 hours (maximum 2 g a dose)',
  'جرعة ٥٠٠ مجم كل ٨ ساعات',
  '<p class="ql-indent-1">Day 4: 750 mg every 48 h</p>',
])('doses, limits and tags stay: %s', (text) => expect(withoutPatientValues(text)).toBe(text));
