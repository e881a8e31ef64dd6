import { expect, test } from 'vitest';
import { hospitalDay } from './config.ts';

test('the day of the hospital ends at its midnight, also on days of 23 and 25 hours', () => {
  expect(hospitalDay('Africa/Cairo', new Date('2026-01-05T22:30:00Z'))).toEqual({
    today: '2026-01-06',
    dayEndsAt: '2026-01-06T22:00:00.000Z',
  });
  // Summer time begins on 2026-04-24 at 00:00 and ends on 2026-10-29 at 24:00.
  expect(hospitalDay('Africa/Cairo', new Date('2026-04-23T10:00:00Z')).dayEndsAt).toBe('2026-04-23T22:00:00.000Z');
  expect(hospitalDay('Africa/Cairo', new Date('2026-04-24T10:00:00Z')).dayEndsAt).toBe('2026-04-24T21:00:00.000Z');
});
