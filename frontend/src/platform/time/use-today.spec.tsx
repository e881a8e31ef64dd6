import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { today } from './dates.ts';
import { useToday } from './use-today.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('an open screen changes to the next day, and a closed one has no timer', () => {
  vi.useFakeTimers({ now: new Date('2026-03-05T12:00:00Z') });
  const before = today();
  const Day = () => <p>{useToday()}</p>;
  const { unmount } = render(
    <>
      <Day />
      <Day />
    </>,
  );
  expect(screen.getAllByText(before)).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(1);
  vi.setSystemTime(new Date('2026-03-06T12:00:00Z'));
  act(() => void vi.advanceTimersByTime(30_000));
  expect(today()).not.toBe(before);
  expect(screen.getAllByText(today())).toHaveLength(2);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
