import { expect, test } from 'vitest';
import { UsageError, parseCommandLine } from './command-line.ts';

const typed = (line: string, env: NodeJS.ProcessEnv = {}) => parseCommandLine(line === '' ? [] : line.split(' '), env);
const command = (line: string) => {
  const result = typed(line);
  return result.kind === 'command' ? result.command : undefined;
};
const everything = { stream: undefined, prefixes: [], types: [], count: undefined };

test.each([
  ['read', { ...everything, name: 'read', from: 'start', backwards: false }],
  ['read $all --backwards', { ...everything, name: 'read', from: 'end', backwards: true }],
  [
    'read admission-1 --from 7 --count 2 --type A --type B',
    { ...everything, name: 'read', stream: 'admission-1', from: 7n, backwards: false, count: 2n, types: ['A', 'B'] },
  ],
  [
    'read --from 12/11 --prefix team- --prefix user-',
    {
      ...everything,
      name: 'read',
      from: { commit: 12n, prepare: 11n },
      backwards: false,
      prefixes: ['team-', 'user-'],
    },
  ],
  ['read --from 12', { ...everything, name: 'read', from: { commit: 12n, prepare: 12n }, backwards: false }],
  ['follow', { ...everything, name: 'follow', from: 'end' }],
  ['follow team-1 --from start', { ...everything, name: 'follow', stream: 'team-1', from: 'start' }],
  ['export log.ndjson', { name: 'export', file: 'log.ndjson', resume: false }],
  ['export --resume log.ndjson', { name: 'export', file: 'log.ndjson', resume: true }],
  ['import -', { name: 'import', file: '-' }],
  ['verify log.ndjson', { name: 'verify', file: 'log.ndjson' }],
])('%s', (line, expected) => {
  expect(command(line)).toEqual(expected);
});

test('the address is --url, else EVENTSTORE_URL', () => {
  expect(typed('read', { EVENTSTORE_URL: 'esdb://env:1' })).toMatchObject({ url: 'esdb://env:1' });
  expect(typed('read --url esdb+discover://given:1?tls=true', { EVENTSTORE_URL: 'esdb://env:1' })).toMatchObject({
    url: 'esdb+discover://given:1?tls=true',
  });
  expect(typed('read', { EVENTSTORE_URL: '' })).toMatchObject({ url: undefined });
});

test.each(['--help', '-h', 'help', 'read --help', 'follow -h', 'export --help', 'import --help', 'verify --help'])(
  '%s prints the usage',
  (line) => {
    const result = typed(line);
    expect(result.kind === 'help' && result.text).toMatch(/^Usage: npm run -s events -- /);
  },
);

test.each([
  ['', 'A command is needed'],
  ['reed', 'There is no command reed'],
  ['read one two', 'read takes one stream'],
  ['read --frm 3', "Unknown option '--frm'"],
  ['read --count many', '--count is a number of events, and not many.'],
  ['read --count 0', '--count is a number of events'],
  ['read --from yesterday', '--from is start, end, or a position'],
  ['read s --from 3/2', '--from is start, end, or a revision'],
  ['read s --prefix t', '--prefix chooses among streams, and one is named.'],
  ['export', 'export takes one file'],
  ['import a b', 'import takes one file'],
  ['export --resume -', '--resume goes on with a file'],
  ['verify --resume x', "Unknown option '--resume'"],
  ['read --url http://somewhere', 'An event log has an address such as'],
])('"%s" is refused with a message', (line, sentence) => {
  expect(() => typed(line)).toThrow(UsageError);
  expect(() => typed(line)).toThrow(sentence);
});

test('the message does not repeat a wrong address: it may hold a password', () => {
  expect(() => typed('read --url user:secret@host')).toThrow(/^(?!.*secret)/);
});
