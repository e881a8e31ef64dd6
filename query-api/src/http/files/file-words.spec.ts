import { responses, severities, severityLabel } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { fileWords } from './file-words.ts';
import { nameOfResponse } from '../reports/report.ts';

const codes = severities.map(({ code }) => code);
const answers = [...responses.map(({ code }) => code), null];

test('the English words of codes are those of the product', () => {
  const english = fileWords('en');
  expect(codes.map(english.severity)).toEqual(codes.map(severityLabel));
  expect(answers.map(english.response)).toEqual(answers.map(nameOfResponse));
  expect(english.severity(null)).toBe('');
});

test('each code has a word of its own in Arabic; a language without words is English', () => {
  const arabic = fileWords('ar');
  const words = [...codes.map(arabic.severity), ...answers.map(arabic.response)];
  expect(words.filter((word) => /^\p{Script=Arabic}/u.test(word))).toHaveLength(codes.length + answers.length);
  expect(new Set(words).size).toBe(words.length);
  expect(fileWords('eo').response(1)).toBe('Accept');
});
