import { afterEach, expect, test } from 'vitest';
import { formatAge, formatShortAge, weekday } from '../time/dates.ts';
import { formatTimeAgo } from '../time/instants.ts';
import { formatList, perLanguage } from './format.ts';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from './language.ts';

const show = (code: string) => showLanguage(chosenLanguage(languages.find((one) => one.code === code)!));
afterEach(() => show('en'));

test('names are listed in the way of the language', async () => {
  expect(formatList(['Mona Adel'])).toBe('Mona Adel');
  expect(formatList(['Mona Adel', 'Omar Said', 'Sara'])).toBe('Mona Adel, Omar Said, Sara');
  await show('ar');
  expect(formatList(['منى', 'Omar'])).toBe('\u2068منى\u2069 و\u2068Omar\u2069');
});

test('a format is made again when the language changes, and not before', async () => {
  let made = 0;
  const format = perLanguage((locale) => [locale, (made += 1)] as const);
  expect(format()).toBe(format());
  await show('ar');
  expect(format()[0]).toMatch(/^ar/);
  expect(made).toBe(2);
});

test('weekdays and the time since an instant are in the language of the page', async () => {
  await show('ar');
  expect(weekday('2026-11-21')).toBe('السبت');
  expect(formatTimeAgo('2026-03-10T11:55:00Z', new Date('2026-03-10T12:00:00Z'))).toMatch(/^قبل 5 دقائق$/);
});

test('a short age has its two largest units', () => {
  expect(formatShortAge('1984-02-29', '2026-03-12')).toBe('42 y 0 m');
  expect(formatShortAge('2026-01-31', '2026-02-28')).toBe('1 m 0 d');
  expect(formatShortAge('2026-02-28', '2026-02-27')).toBe('');
  expect(formatAge('1984-02-29', '2026-03-12')).toBe('42 y 0 m 12 d');
});
