import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../../platform/language/language.ts';
import { system } from '../theme/system.ts';
import { ClinicalNames, readPreview } from './clinical-text.tsx';

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

test.each([
  ['en', 'Write 0.5 instead of .5'],
  ['ar', /يُكتب \u2068?0\.5\u2069? بدلًا من \u2068?\.5/],
])('a field with a number without its zero asks for it, also where it reads right: %s', async (language, hint) => {
  await chooseLanguage(language);
  const { container } = render(<ChakraProvider value={system}>{readPreview('Give .5 mg')}</ChakraProvider>);
  expect(container).toHaveTextContent(hint);
  expect(container.querySelector('[data-read-back]')).toBeNull();
});
