import { AccessDeniedError, StreamDeletedError, TimeoutError, UnavailableError } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { isTransient, addressOf, Failure, describeFailure } from './failures.ts';
import { connect } from './log/log-client.ts';

const url = 'esdb://user:very-secret@one.hospital:2113,two.hospital:2113?tls=true';

test.each<[string, unknown, string]>([
  [
    'a server that does not answer',
    new UnavailableError(),
    'No event log answers at one.hospital:2113,two.hospital:2113 with encryption (?tls=false asks without). Start one',
  ],
  [
    'a cluster that is not found',
    new Error('Failed to discover after 10 attempts.'),
    'No event log answers at one.hospital',
  ],
  ['a refusal', new AccessDeniedError(), 'refuses. User name and password belong into its address'],
  [
    'a tombstone',
    new StreamDeletedError(undefined, 'admission-1'),
    'The stream admission-1 was deleted for ever (tombstoned).',
  ],
  [
    'a file that is not there',
    Object.assign(new Error(), { code: 'ENOENT', path: '/nowhere' }),
    'There is no file /nowhere',
  ],
  ['a failure of the command', new Failure('So it is.'), 'So it is.'],
])('%s has a message without the password', (_, error, sentence) => {
  expect(describeFailure(error, url)).toContain(sentence);
  expect(describeFailure(error, url)).not.toContain('very-secret');
});

test('only a server that is unavailable is a transient failure', () => {
  for (const error of [new UnavailableError(), new TimeoutError(), new Error('Failed to discover after 10 attempts.')])
    expect(isTransient(error)).toBe(true);
  for (const error of [
    new AccessDeniedError(),
    new StreamDeletedError(undefined, 's'),
    new Failure('no'),
    new Error('other'),
  ])
    expect(isTransient(error)).toBe(false);
});

test.each(['esdb://:very-secret@', 'esdb://host:very-secret', 'esdb://user:very-secret@host:2113?tls=maybe'])(
  'the message about an invalid address holds no password: %s',
  (address) => {
    expect(() => connect(address)).toThrow(Failure);
    expect(() => connect(address)).toThrow(
      /^The address of the event log cannot be used: something is wrong at (?!.*very-secret)/,
    );
  },
);

test('the address in messages is host and port', () => {
  expect(addressOf('esdb://127.0.0.1:2113?tls=false')).toBe('127.0.0.1:2113');
  expect(addressOf('esdb+discover://u:p@h/')).toBe('h');
});
