import { expect, test } from 'vitest';
import { dayLabel } from './dashboard-marks.ts';

test('days of two years have their year', () => {
  expect(dayLabel('2026-11-05', ['2026-11-04', '2026-11-05'])).toBe('11-05');
  expect(dayLabel('2026-11-05', ['2025-11-05', '2026-11-05'])).toBe('2026-11-05');
});
