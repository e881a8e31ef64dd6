import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../../platform/language/language.ts';
import { ClinicalNames } from './clinical-text.tsx';

afterEach(() => chooseLanguage('en'));

test.each([
  ['en', 'Meronem, Potassium chloride 15% ampoule'],
  ['ar', 'Meronem، Potassium chloride 15% ampoule'],
])('names are isolated one by one, with the commas of the language between them: %s', async (language, text) => {
  await chooseLanguage(language);
  const { container } = render(<ClinicalNames>{['Meronem', 'Potassium chloride 15% ampoule']}</ClinicalNames>);
  expect(container).toHaveTextContent(text);
  expect([...container.querySelectorAll(':scope > bdi')].map((name) => name.textContent)).toEqual([
    'Meronem',
    'Potassium chloride 15% ampoule',
  ]);
});
