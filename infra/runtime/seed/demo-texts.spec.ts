import { expect, test } from 'vitest';
import { arabicDose } from './demo-texts.ts';

test.each([
  ['500 mg every 12 hours', '500 mg كل 12 ساعة'],
  ['40 mg every 8 hours', '40 mg كل 8 ساعات'],
  ['2 puffs every 2 hours', '2 puffs كل ساعتين'],
  ['5 mL every 1 hour', '5 mL كل ساعة'],
  ['20 mg once daily', '20 mg مرة يوميًا'],
])('%s is %s', (english, arabic) => expect(arabicDose(english)).toBe(arabic));
