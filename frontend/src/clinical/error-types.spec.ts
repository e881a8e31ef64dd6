import { readFileSync } from 'node:fs';
import { NO_ERROR } from 'language/domain/values/codes';
import { languages } from 'virtual:languages';
import { expect, onTestFinished, test } from 'vitest';
import { chosenLanguage, showLanguage } from '../platform/language/language.ts';
import { errorTypeLabel } from './code-labels.ts';

const catalogue = new URL('../../../infra/runtime/seed/data/error-types.json', import.meta.url);
const labels = (JSON.parse(readFileSync(catalogue, 'utf8')) as { label: string }[]).map(({ label }) => label);
const shown = (): string[] =>
  labels.map((label) => errorTypeLabel(label === NO_ERROR.label ? NO_ERROR._id : 'x', label));

test('an error type of the sample catalogue is in the language of the page, and in English as it is stored', async () => {
  expect(shown()).toEqual(labels);
  await showLanguage(chosenLanguage(languages.find(({ code }) => code === 'ar') ?? languages[0]));
  onTestFinished(() => showLanguage(chosenLanguage(languages[0])));
  expect(shown().filter((name) => !/^\p{Script=Arabic}/u.test(name))).toEqual([]);
  expect(new Set(shown()).size).toBe(labels.length);
  expect(errorTypeLabel('x', 'A type of this hospital')).toBe('A type of this hospital');
});
