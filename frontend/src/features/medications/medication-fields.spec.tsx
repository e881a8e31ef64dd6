import { expect, test } from 'vitest';
import { translate } from '../../platform/language/language.ts';
import { frequencies, routes } from '../../clinical/routes-and-frequencies.ts';
import { blankMedication, missingIn } from './medication-fields.ts';

test('in English a suggestion is named by the value that is stored', () => {
  for (const { value, label } of [...routes, ...frequencies]) expect(translate(label)).toBe(value);
});

test('a medication needs a drug, a start date, and a stop date that is not before it', () => {
  expect(missingIn(blankMedication(''))).toEqual({ drug: 'Choose a drug', startDate: 'Enter a date' });
  expect(missingIn({ ...blankMedication('2026-03-02'), drug: 'd', stopDate: '2026-03-01' })).toEqual({
    stopDate: 'The stop date is before the start date',
  });
  expect(missingIn({ ...blankMedication('2026-03-02'), drug: 'd', stopDate: '2026-03-02' })).toEqual({});
});

test('a text that is no date is not sent as one', () => {
  expect(missingIn({ ...blankMedication('2/3/26'), drug: 'd', stopDate: '30/2/2026' })).toEqual({
    startDate: 'Write the year with four digits.',
    stopDate: '2026-02-30 is not a valid date.',
  });
});
