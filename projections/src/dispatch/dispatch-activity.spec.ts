import { expect, test } from 'vitest';
import { DispatchActivity } from './dispatch-activity.ts';

const PATIENCE_MS = 2_000;

test('it is quiet while this process leads and has stored no head since', () => {
  const activity = new DispatchActivity();
  activity.begin();
  const later = performance.now() + PATIENCE_MS + 1;
  expect(activity.isQuietSince(later, PATIENCE_MS)).toBe(true);
  activity.stored();
  // A round at this time could not find a stream that is behind the new head: it is too young.
  expect(activity.isQuietSince(performance.now(), PATIENCE_MS)).toBe(false);
});

test('it is never quiet while another process may lead', () => {
  const activity = new DispatchActivity();
  const later = performance.now() + 1_000_000;
  expect(activity.isQuietSince(later, PATIENCE_MS)).toBe(false);
  activity.begin();
  activity.end();
  expect(activity.isQuietSince(later, PATIENCE_MS)).toBe(false);
});

test('a new leadership is not quiet: the last one may have stored heads', () => {
  const activity = new DispatchActivity();
  const before = performance.now();
  activity.begin();
  expect(activity.isQuietSince(before, PATIENCE_MS)).toBe(false);
});
