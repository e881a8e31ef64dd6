import { expect, test } from 'vitest';
import { hospitalTime } from './hospital-time.ts';

test.each([
  ['2026-03-02T09:40:07.000Z', 'Africa/Cairo', '2026-03-02 11:40:07 +02:00'],
  ['2026-10-29T20:30:00.000Z', 'Africa/Cairo', '2026-10-29 23:30:00 +03:00'],
  ['2026-10-29T21:30:00.000Z', 'Africa/Cairo', '2026-10-29 23:30:00 +02:00'],
  ['2026-03-02T09:40:00.000Z', 'UTC', '2026-03-02 09:40:00 +00:00'],
  ['2026-03-02T09:40:00.000Z', 'America/New_York', '2026-03-02 04:40:00 -05:00'],
])('%s in %s is %s', (instant, zone, text) => expect(hospitalTime(instant, zone)).toBe(text));
