import { expect, test } from 'vitest';
import { deviceInWords } from './device-words.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`, 'Microsoft Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
      'Mobile/15E148 Safari/604.1',
    'Safari on iOS (phone)',
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'Chrome on Android (phone)'],
  [`Mozilla/5.0 (Linux; Android 13; SM-X200) ${chrome} Safari/537.36`, 'Chrome on Android (tablet)'],
])('a browser is named with its system: %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});

test.each([
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['ward-importer/2.1 (nightly)', 'ward-importer'],
])('a program is named by its first word: %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});

test('a client that names nothing has no words', () => {
  for (const userAgent of ['', '/', '<>/1', '\u202e\u0000']) expect(deviceInWords(userAgent)).toBeUndefined();
});

test('the words are short and hold no markup', () => {
  const words = deviceInWords(`<script>alert(1)</script>${'a'.repeat(10_000)}`);
  expect(words).toMatch(/^[\w .()+-]{1,80}$/);
});
