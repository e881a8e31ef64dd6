import { expect, test } from 'vitest';
import { loadAllWords, type Words, wordsIn } from '../../../platform/language/language.ts';
import { intakeOf } from './day-times.ts';

await loadAllWords();
const [english, arabic] = [await wordsIn('en'), await wordsIn('ar')];
const intake = (dose: string, frequency: string, words: Words = english) => {
  const { amount, times, when, meal } = intakeOf({ dose, route: '', frequency }, words);
  return [amount, times.join(' '), when, meal];
};

test.each([
  ['1 tablet', 'twice daily after meals', '1 tablet', 'morning evening', '', 'after food'],
  ['2 puffs', 'every 12 h', '2 puffs', 'morning evening', '', ''],
  ['500 mg', 'tds', '500 mg', 'morning noon evening', '', ''],
  ['1 capsule', '4 times daily', '1 capsule', 'morning noon evening bedtime', '', ''],
  ['0.5 tablet', 'once daily in the morning', 'half a tablet', 'morning', '', ''],
  ['20 mg', 'at bedtime', '20 mg', 'bedtime', '', ''],
])('%s %s has its times of the day', (dose, frequency, ...expected) =>
  expect(intake(dose, frequency)).toEqual(expected),
);

// A time that is made up here would be taken.
test.each([
  ['once daily', 'once a day'],
  ['every 8 h', 'every 8 hours'],
  ['once weekly', 'once a week, not every day'],
  ['every other day', 'every 2 days'],
  ['every 6 h as needed', 'when you need it, wait at least 6 hours in between'],
  ['twice daily at bedtime', 'twice daily at bedtime'],
  ['as the INR says', 'as the INR says'],
])('%s has no time, and is in words or as it is written', (frequency, when) =>
  expect(intake('5 mg', frequency)).toEqual(['5 mg', '', when, '']),
);

test('a dose that is not understood stays as it is written', () => {
  for (const dose of ['1 g/kg', '500/125 mg', '5 mg 2 tablets', 'one spoon', ''])
    expect(intake(dose, 'twice daily')[0]).toBe(dose);
});

test('the words are those of the language of the list, not of the page', () => {
  expect(intake('2 tablets', 'every 8 h', arabic)).toEqual(['قرصان', '', 'كل 8 ساعات', '']);
  expect(intake('1 قرص', 'مرتين يوميا بعد الاكل', arabic)).toEqual(['قرص واحد', 'morning evening', '', 'بعد الأكل']);
  expect(intakeOf({ dose: '', route: 'SC', frequency: '' }, arabic).route).toBe('حقن تحت الجلد');
  expect(intakeOf({ dose: '', route: 'Oral', frequency: '' }, arabic).route).toBe('');
});
