import { expect, test } from 'vitest';
import { isVital, vitalLines } from './vital-lines.ts';

test.each([
  'No known drug allergy',
  'Allergic to penicillin (rash)',
  'NKDA',
  'Weight 101 kg',
  'Wt: ٧٠ kg',
  '70kg, 172 cm',
  'لا توجد حساسية معروفة من الأدوية',
  'حسّاسيّة من البنسلين',
  'الوزن ٨٢ كجم',
])('a line of an allergy or the weight: %s', (line) => expect(isVital(line)).toBe(true));

test.each(['Meropenem 20 mg/kg every 8 hours', 'Community-acquired pneumonia', 'أدوية المنزل: لا توجد'])(
  'another line: %s',
  (line) => expect(isVital(line)).toBe(false),
);

test('only lines below the cut are repeated, each line of a paragraph by itself', () => {
  const box = document.createElement('div');
  box.innerHTML =
    '<p>Weight 70 kg</p><p>Septic shock<br>Allergy: <strong>penicillin</strong></p><ul><li>NKDA</li></ul>';
  const bottoms = new Map([...box.querySelectorAll('p, li')].map((block, at) => [block, [20, 60, 80][at] ?? 0]));
  for (const [block, bottom] of bottoms) block.getBoundingClientRect = () => new DOMRect(0, bottom - 20, 100, 20);
  expect(vitalLines(box, 50)).toEqual(['Allergy: penicillin', 'NKDA']);
});
