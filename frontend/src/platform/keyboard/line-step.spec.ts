import { afterEach, expect, test } from 'vitest';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from '../language/language.ts';
import { lineStep } from './line-step.ts';

const show = (code: string) => showLanguage(chosenLanguage(languages.find((one) => one.code === code)!));
afterEach(() => show('en'));

test('the arrow keys go along the line of the page’s direction', async () => {
  expect(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Right', 'a'].map(lineStep)).toEqual([
    1,
    -1,
    undefined,
    undefined,
    undefined,
  ]);
  await show('ar');
  expect(['ArrowRight', 'ArrowLeft', 'ArrowUp'].map(lineStep)).toEqual([-1, 1, undefined]);
});
