import { languages } from 'virtual:languages';
import { expect, onTestFinished, test } from 'vitest';
import { chosenLanguage, showLanguage } from '../platform/language/language.ts';
import { frequencies, givenText, routes } from './routes-and-frequencies.ts';

test('what is stored in English has its meaning behind it on a page of another language', async () => {
  for (const { value } of [...routes, ...frequencies]) expect(givenText(value)).toBe(value);
  await showLanguage(chosenLanguage(languages.find(({ code }) => code === 'ar') ?? languages[0]));
  onTestFinished(() => showLanguage(chosenLanguage(languages[0])));
  expect(givenText('Once weekly')).toBe('Once weekly – مرة كل أسبوع (ليس يوميًا)');
  expect(givenText('Once only')).toBe('Once only – جرعة واحدة فقط، لا تُكرر');
  expect(givenText('every Monday')).toBe('every Monday');
});
