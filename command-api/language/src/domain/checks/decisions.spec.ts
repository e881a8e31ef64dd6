import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '../values/calendar-date.ts';
import { noiseOf, openFindings, type Decision } from './decisions.ts';

const today = calendarDate('2026-05-12');
const finding = { key: 'statement-1 order-1', fingerprint: 'one' };
const made = { ...finding, at: '2026-05-10T08:00:00Z', by: 'person-1' };
const [taken, dismissed] = [
  { ...made, kind: 'taken' },
  { ...made, kind: 'dismissed', reason: 'intended' },
] as const satisfies Decision[];
const deferred = (days: number): Decision => ({ ...made, kind: 'deferred', until: addDays(today, days) });
const isOpen = (decisions: readonly Decision[], shown = finding) =>
  openFindings([shown], decisions, today).length === 1;

describe('a finding', () => {
  test('is open until it is decided', () => {
    expect(isOpen([])).toBe(true);
    expect([isOpen([taken]), isOpen([dismissed])]).toEqual([false, false]);
  });
  test('that is deferred is open again from its day on', () => {
    expect([1, 0, -1].map((days) => isOpen([deferred(days)]))).toEqual([false, true, true]);
  });
  test('follows the last decision', () => {
    expect(isOpen([deferred(0), dismissed])).toBe(false);
    expect(isOpen([dismissed, deferred(0)])).toBe(true);
  });
  test('is open when it has changed, and decided when it has changed back', () => {
    const changed = { ...finding, fingerprint: 'two' };
    expect(isOpen([taken], changed)).toBe(true);
    expect(isOpen([taken, { ...dismissed, ...changed }])).toBe(false);
  });
  test('is not hidden by the decision on another one with the same facts', () =>
    expect(isOpen([{ ...taken, key: 'statement-2 order-1' }])).toBe(true));
});

describe('a statement', () => {
  test.each([
    [0, 9, 'useful'],
    [4, 6, 'useful'],
    [39, 61, 'noise'],
    [1, 9, 'noise'],
    [0, 10, 'off'],
    [9, 91, 'off'],
    [0, 0, 'useful'],
  ] as const)('with %i findings taken over and %i dismissed is %s', (takenOver, dismissedOnes, expected) =>
    expect(noiseOf({ taken: takenOver, dismissed: dismissedOnes })).toBe(expected),
  );
});
