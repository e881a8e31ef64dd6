import { NO_ERROR, type Response, type Severity } from 'language/domain/values/codes';
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

test('an error that was copied with its review counts once, and is pending until one of both has a response', () => {
  const [first, copy] = [
    { _id: 'e1', ...error('D', null) },
    { _id: 'e2', copiedFrom: 'e1', ...error('F', null) },
  ];
  expect(figuresOf([first, copy])).toMatchObject({ errors: 1, worst: 'D', pending: 1 });
  expect(figuresOf([first, { ...copy, errRes: 1 }])).toMatchObject({ errors: 1, pending: 0 });
  // Another error by now, and a copy whose origin is not there any more.
  expect(figuresOf([first, { ...copy, errType: 'route' }])).toMatchObject({ errors: 2, pending: 2 });
  expect(figuresOf([copy])).toMatchObject({ errors: 1, pending: 1 });
});

test('errors without a grade have no worst severity', () => {
  expect(figuresOf([error(null, null)])).toEqual({ errors: 1, worst: null, pending: 1, worstPending: null });
});

test('without the original, one of the copies counts', () => {
  const copy = (_id: string, copiedFrom: string) => ({ _id, copiedFrom, firstId: 'e1', ...error('D', null) });
  expect(figuresOf([copy('e2', 'e1'), copy('e3', 'e2')])).toMatchObject({ errors: 1, pending: 1 });
  expect(figuresOf([{ _id: 'e1', ...error('D', null) }, copy('e3', 'e2')])).toMatchObject({ errors: 1, pending: 1 });
  expect(
    figuresOf([
      { _id: 'e9', firstId: 'e1', ...error('D', null) },
      { ...copy('e2', 'e1'), errRes: 1 },
    ]),
  ).toMatchObject({
    errors: 1,
    pending: 0,
  });
});
