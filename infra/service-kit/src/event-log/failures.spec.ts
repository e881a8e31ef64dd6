import {
  AccessDeniedError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { appendFailure } from './failures.ts';
import { TooLargeToAppend, UnknownOutcome } from './port.ts';

/**
 * EventStoreDB drops a repeated append whose original is not replicated yet, and answers after 2 s: by a batch append,
 * by a single one.
 */
const commitTimeouts = [
  new DeadlineExceededError(),
  Object.assign(new Error('10 ABORTED: Operation timed out: Commit phase timeout.'), { code: 10 }),
];

test.each([...commitTimeouts, new UnavailableError(), new UnknownError(), 'anything'])(
  'after %s it is not known whether the events were written',
  (error) => {
    expect(appendFailure('team-1', error)).toBeInstanceOf(UnknownOutcome);
  },
);

test('a refused append has a known outcome', () => {
  expect(appendFailure('team-1', MaxAppendSizeExceededError.fromMaxAppendSize(1))).toBeInstanceOf(TooLargeToAppend);
  expect(appendFailure('team-1', new AccessDeniedError())).toBeInstanceOf(AccessDeniedError);
});
