import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../platform/http/api.ts';
import { lastError } from '../sync/commands.ts';
import { useRefusedFields } from './refused-fields.ts';

const refusal = (fields: Record<string, string>) =>
  new ApiError(400, 'Please check the marked fields', { message: '', code: 'invalid', fields });
const open = (error: ApiError | null) =>
  renderHook(({ error: now, ...draft }) => useRefusedFields(now, draft), {
    initialProps: { error, name: 'ICU', code: '1' },
  });

test('a refused field is marked until it changes, and again when it gets its refused value back', () => {
  const error = refusal({ name: 'Taken', code: 'Unknown' });
  const { result, rerender } = open(null);
  expect(result.current).toEqual({ error: null, fields: {} });
  rerender({ error, name: 'ICU', code: '1' });
  expect(result.current).toEqual({ error, fields: { name: 'Taken', code: 'Unknown' } });
  rerender({ error, name: 'CCU', code: '1' });
  expect(result.current).toEqual({ error, fields: { code: 'Unknown' } });
  rerender({ error, name: 'CCU', code: '2' });
  expect(result.current).toEqual({ error: null, fields: {} });
  rerender({ error, name: 'ICU', code: '2' });
  expect(result.current).toEqual({ error, fields: { name: 'Taken' } });
});

test('a refusal that names no field is shown until the form is sent again', () => {
  const error = new ApiError(403, 'Only the admin may do this');
  const { result, rerender } = open(error);
  rerender({ error, name: 'CCU', code: '2' });
  expect(result.current.error).toBe(error);
});

test('a refused field that the draft does not have is shown until any field changes', () => {
  const { result, rerender } = open(refusal({ 'tradeLabels.0': 'Taken' }));
  expect(result.current.fields).toEqual({ 'tradeLabels.0': 'Taken' });
  rerender({ error: result.current.error, name: 'CCU', code: '1' });
  expect(result.current).toEqual({ error: null, fields: {} });
});

test('commands that share a place for errors show what came of the one sent last', () => {
  const failed = new ApiError(409, 'It has changed');
  expect(lastError({ error: failed, submittedAt: 1 }, { error: null, submittedAt: 0 })).toBe(failed);
  expect(lastError({ error: failed, submittedAt: 1 }, { error: null, submittedAt: 2 })).toBeNull();
});
