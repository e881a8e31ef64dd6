import { expect, test } from 'vitest';
import { parseCommandLine, partNames } from './command-line.ts';

test('by default all parts are measured, with 500 people for ten minutes', () => {
  expect(parseCommandLine(['--data-dir', 'folder'])).toEqual({
    kind: 'measure',
    request: { dataDir: 'folder', parts: partNames, seconds: 600, people: 500 },
  });
});

test('parts, seconds and people can be chosen', () => {
  expect(
    parseCommandLine(['--data-dir', 'f', '--only', 'lists, csv', '--seconds', '20', '--people', '50']),
  ).toMatchObject({ request: { parts: ['lists', 'csv'], seconds: 20, people: 50 } });
});

test('the help names every part', () => {
  const typed = parseCommandLine(['--help']);
  expect(typed).toMatchObject({ kind: 'help', text: expect.stringContaining(partNames.join(',')) });
});

test.each([
  [[], '--data-dir names the data folder.'],
  [['--data-dir', 'f', '--only', 'list'], 'and not list.'],
  [['--data-dir', 'f', '--seconds', '0'], '--seconds is a whole number above 0, and not 0.'],
  [['--data-dir', 'f', '--people', 'many'], '--people is a whole number above 0, and not many.'],
  [['--data-dir', 'f', '--fast'], '--fast'],
])('%j is refused', (args, message) => {
  expect(() => parseCommandLine(args)).toThrow(message);
});
