import { catalogue, type Reason } from 'command-api/domain/reasons/catalogue';
import { refusal } from 'command-api/domain/reasons/refusal';
import { type Row, placeholdersIn } from 'command-api/domain/reasons/sentence';
import { expect, test } from 'vitest';
import { fieldRefusalText, refusalText } from './refusal-text.ts';

const rows = Object.entries<Row>(catalogue) as [Reason, Row][];
/** Values for the placeholders of a sentence: a number that is not singular, and a short text. */
const valuesFor = (sentence: string): Record<string, string | number> =>
  Object.fromEntries(placeholdersIn(sentence).map(({ name, kind }) => [name, kind === 'number' ? 7 : 'x']));

test('each refusal of the server has the same English words in the catalogue', () => {
  for (const [reason, { sentence, singular }] of rows)
    for (const values of [valuesFor(sentence), ...(singular === undefined ? [] : [singularValues(sentence)])]) {
      const { message, beside } = refusal(reason, values as never);
      expect([reason, refusalText({ reason, values }, 'no words')]).toEqual([reason, message]);
      expect([reason, fieldRefusalText({ reason, values }, 'no words')]).toEqual([reason, beside]);
    }
});
const singularValues = (sentence: string) =>
  Object.fromEntries(Object.entries(valuesFor(sentence)).map(([name, value]) => [name, value === 7 ? 1 : value]));

test('a reason of a newer server has the server’s sentence', () => {
  expect(refusalText({ reason: 'of-tomorrow', values: { limit: 3 } }, 'At most 3 tomorrows')).toBe(
    'At most 3 tomorrows',
  );
  expect(refusalText({}, 'A proxy answered')).toBe('A proxy answered');
});
