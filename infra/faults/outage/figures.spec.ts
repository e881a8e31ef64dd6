import { expect, test } from 'vitest';
import { type Answer, lineOf, outageFigures } from './figures.ts';

const answer = (sent: number, answered: number, status: number | undefined = 200, stale = false): Answer => ({
  sent,
  answered,
  status,
  stale,
});

test('calls that were answered before the kill do not count', () => {
  expect(outageFigures([answer(0, 90), answer(50, 99, 503)], 100, 1_000)).toMatchObject({ calls: 0, rightAfter: 0 });
});

test('failures are counted by status, with the time until they were answered', () => {
  const { failures, failedIn, calls } = outageFigures(
    [answer(90, 110, 503), answer(120, 160, 503), { ...answer(130, 430), status: undefined }, answer(500, 510)],
    100,
    1_000,
  );
  expect(calls).toBe(4);
  expect([...failures]).toEqual([
    ['503', 2],
    ['none', 1],
  ]);
  expect(failedIn).toEqual({ p50: 40, max: 300 });
});

test('it is right again after the last failed, stale or slow answer', () => {
  expect(outageFigures([answer(110, 120, 503), answer(130, 140)], 100, 50).rightAfter).toBe(20);
  expect(outageFigures([answer(110, 120, 503), answer(130, 150, 200, true)], 100, 50).rightAfter).toBe(50);
  expect(outageFigures([answer(110, 120, 503), answer(130, 190)], 100, 50).rightAfter).toBe(90);
});

test('a line says what happened', () => {
  const figures = outageFigures([answer(110, 120, 503), answer(1_000, 3_100, 200, true)], 100, 500);
  expect(lineOf('commands', figures)).toBe(
    '  commands  2 calls, failed: 1 × 503 in 10 ms (p50), 10 ms at most, stale: 1; slowest 2.1 s; right 3.0 s after the kill',
  );
  expect(lineOf('reads', outageFigures([answer(110, 120)], 100, 500))).toBe(
    '  reads     1 calls, failed: none; slowest 0.0 s; right 0.0 s after the kill',
  );
});
