import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSettledReads } from './use-settled-reads.ts';

const pending = { isPending: true, fetchStatus: 'fetching' };
const answered = { isPending: false, fetchStatus: 'idle' };
const heldUp = { isPending: true, fetchStatus: 'paused' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const known = (...reads: { isPending: boolean; fetchStatus: string }[]) =>
  renderHook((now: typeof reads) => useSettledReads(...now), { initialProps: reads });

test('a page waits until each read is answered or paused, and stays settled', () => {
  const { result, rerender } = known(pending, answered);
  expect(result.current).toBe(false);
  rerender([answered, heldUp]);
  expect(result.current).toBe(true);
  act(() => void vi.advanceTimersByTime(0));
  rerender([pending, answered]);
  expect(result.current).toBe(true);
});

test('a page waits at most one second', () => {
  const { result } = known(pending);
  act(() => void vi.advanceTimersByTime(999));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
});
