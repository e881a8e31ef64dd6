import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

test('a scale is enough: the rest has a default', () => {
  expect(parseCommandLine(['--scale', '0.01'])).toEqual({
    kind: 'generate',
    request: { scale: 0.01, seed: 1, until: '2025-12-31' },
    dataDir: '.data/bench',
  });
});

test.each([
  [[], '--scale is a number'],
  [['--scale', '2'], '--scale is a number'],
  [['--scale', 'ten'], '--scale is a number'],
  [['--scale', '1', '--seed', '1.5'], '--seed is a whole number'],
  [['--scale', '1', '--until', '2025-02-30'], '--until is a date'],
  [['--scale', '1', '--sead', '3'], "Unknown option '--sead'"],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseCommandLine(args)).toThrow(sentence);
});

test('--help says how it is called', () => {
  expect(parseCommandLine(['--help'])).toMatchObject({ kind: 'help', text: expect.stringContaining('--data-dir') });
});
