import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepTimeZone, timeZone } from '../../platform/time/time-zone.ts';
import { instantOf, isInstant, isOver, localOf } from './known-on.ts';

const here = timeZone();
beforeEach(() => keepTimeZone('Africa/Cairo'));
afterEach(() => keepTimeZone(here));

test.each([
  ['in winter', '2026-01-12T09:40', '2026-01-12T07:40:00.000Z'],
  ['in summer', '2026-07-12T09:40', '2026-07-12T06:40:00.000Z'],
  ['on the other side of midnight', '2026-03-01T01:10', '2026-02-28T23:10:00.000Z'],
  ['just after the clock was put forward', '2026-04-24T01:30', '2026-04-23T22:30:00.000Z'],
  ['just before it was put back', '2026-10-29T22:30', '2026-10-29T19:30:00.000Z'],
])('a minute of the hospital is an instant, and the other way round: %s', (_when, local, instant) => {
  expect(instantOf(local)).toBe(instant);
  expect(localOf(instant)).toBe(local);
});

test('what is still being typed is none', () => {
  expect(['', '2026-03', '0202-03-01T10:00'].map(instantOf)).toEqual(['', '', '']);
  expect(['yesterday', '', '2026-03-12T09:40:00Z'].map(isInstant)).toEqual([false, false, true]);
});

test('what has not come is not known yet', () => {
  const now = Date.parse('2026-03-12T09:40:00Z');
  expect(isOver('2026-03-12T09:40:00Z', now)).toBe(true);
  expect(isOver('2026-03-12T09:41:00Z', now)).toBe(false);
});
