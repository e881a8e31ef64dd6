import { NO_ERROR, type Response, type Severity } from 'command-api/domain/values/codes';
import { expect, test } from 'vitest';
import { figuresOf } from './review-figures.ts';

const error = (errSeverity: Severity | null, errRes: Response | null) => ({ errType: 'dose', errSeverity, errRes });

test('an entry without an error counts nowhere', () => {
  expect(figuresOf([{ errType: NO_ERROR._id, errSeverity: null, errRes: null }])).toEqual({
    errors: 0,
    worst: null,
    pending: 0,
    worstPending: null,
  });
});

test('the worst severity is the highest letter, of all errors and of those without a response', () => {
  expect(figuresOf([error('C', null), error('F', 1), error(null, null), error('B', null)])).toEqual({
    errors: 4,
    worst: 'F',
    pending: 3,
    worstPending: 'C',
  });
});

test('errors without a grade have no worst severity', () => {
  expect(figuresOf([error(null, null)])).toEqual({ errors: 1, worst: null, pending: 1, worstPending: null });
});
