import { expect, test } from 'vitest';
import { isPast } from './server-clock.ts';

test('an instant is past from that minute on', () => {
  const now = Date.parse('2026-03-12T09:40:00Z');
  expect(isPast('2026-03-12T09:40:00Z', now)).toBe(true);
  expect(isPast('2026-03-12T09:41:00Z', now)).toBe(false);
});
