import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { catalogue, type Reason } from 'language/domain/reasons/catalogue';
import { refusal } from 'language/domain/reasons/refusal';
import { type Row, placeholdersIn } from 'language/domain/reasons/sentence';
import { languages } from 'virtual:languages';
import { expect, onTestFinished, test } from 'vitest';
import english from '../../../locales/en.json' with { type: 'json' };
import { chosenLanguage, showLanguage } from './language.ts';
import { fieldRefusalText, refusalText } from './refusal-text.ts';

const rows = Object.entries<Row>(catalogue) as [Reason, Row][];
/** Values for the placeholders of a sentence: a number that is not singular, and a short text. */
const valuesFor = (sentence: string): Record<string, string | number> =>
  Object.fromEntries(placeholdersIn(sentence).map(({ name, kind }) => [name, kind === 'number' ? 7 : 'x']));

/** The source of the translations: a page in English shows the server's own sentence. */
test('each refusal of the server has its English words in the catalogue', () => {
  const i18n = setupI18n().setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale: 'en', messages: english });
  for (const [reason, { sentence, singular }] of rows)
    for (const values of [valuesFor(sentence), ...(singular === undefined ? [] : [singularValues(sentence)])]) {
      const { message, beside } = refusal(reason, values as never);
      expect([reason, i18n._(`error.${reason}`, values)]).toEqual([reason, message]);
      const short = `error.${reason}.beside`;
      expect([reason, short in english ? i18n._(short, values) : message]).toEqual([reason, beside]);
    }
});

test('a refusal is worded in the language of the page', async () => {
  await showLanguage(chosenLanguage(languages.find(({ code }) => code === 'ar') ?? languages[0]));
  onTestFinished(() => showLanguage(chosenLanguage(languages[0])));
  const refused = { reason: 'text-too-long', values: { limit: 20 } };
  expect(refusalText(refused, 'At most 20 characters')).toMatch(/20/);
  expect(refusalText(refused, 'At most 20 characters')).not.toMatch(/characters/);
  expect(fieldRefusalText({ reason: 'unknown-field', values: { name: 'x' } }, 'Unknown field')).not.toMatch(/field/i);
});
const singularValues = (sentence: string) =>
  Object.fromEntries(Object.entries(valuesFor(sentence)).map(([name, value]) => [name, value === 7 ? 1 : value]));

test('a reason of a newer server has the server’s sentence', () => {
  expect(refusalText({ reason: 'of-tomorrow', values: { limit: 3 } }, 'At most 3 tomorrows')).toBe(
    'At most 3 tomorrows',
  );
  expect(refusalText({}, 'A proxy answered')).toBe('A proxy answered');
});
