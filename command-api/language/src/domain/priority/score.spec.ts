import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { severities } from '../values/codes.ts';
import type { PriorityFacts } from './facts.ts';
import { priorityReasons } from './reasons.ts';
import { priorityOf } from './score.ts';
import { defaultPriorityTable, priorityTableLimits } from './table.ts';

const today = '2026-03-10';
const quiet: PriorityFacts = {
  daysSinceReview: 0,
  worstPending: null,
  pending: 0,
  overdue: 0,
  dayOfStay: 9,
  daysSinceTransfer: null,
  highAlertDrugs: [],
  medicines: 3,
  akiStage: null,
  allergyConflicts: [],
  unsettledAntibiotics: [],
  levelsDue: [],
  plannedDischarge: null,
};
const reasonsOf = (facts: Partial<PriorityFacts>) =>
  priorityOf({ ...quiet, ...facts }, defaultPriorityTable, today).reasons;

test('a patient without a reason has no points', () =>
  expect(priorityOf(quiet, defaultPriorityTable, today)).toEqual({ points: 0, reasons: [] }));

describe('a reason', () => {
  test.each<[Partial<PriorityFacts>, object]>([
    [{ daysSinceReview: null }, { reason: 'neverReviewed', points: 30, count: 9 }],
    [{ daysSinceReview: 3 }, { reason: 'daysSinceReview', points: 15, count: 3 }],
    [{ daysSinceReview: 30 }, { reason: 'daysSinceReview', points: 25, count: 30 }],
    [
      { worstPending: 'F', pending: 2 },
      { reason: 'pendingSeverity', points: 30, count: 2, names: ['F'] },
    ],
    [
      { overdue: 2, pending: 2 },
      { reason: 'overdueFollowUp', points: 20, count: 2 },
    ],
    [{ dayOfStay: 2 }, { reason: 'newAdmission', points: 15, count: 2 }],
    [{ daysSinceTransfer: 1 }, { reason: 'transferredIn', points: 15, count: 1 }],
    [{ highAlertDrugs: ['a', 'b'] }, { reason: 'highAlertDrugs', points: 10, count: 2, names: ['a', 'b'] }],
    [{ medicines: 10 }, { reason: 'manyMedicines', points: 10, count: 10 }],
    [{ akiStage: 1 }, { reason: 'kidneyFalling', points: 25, count: 1 }],
    [{ allergyConflicts: ['a'] }, { reason: 'allergyConflict', points: 30, names: ['a'] }],
    [{ unsettledAntibiotics: ['a'] }, { reason: 'antibioticUnsettled', points: 15, names: ['a'] }],
    [{ levelsDue: ['a'] }, { reason: 'levelDue', points: 15, names: ['a'] }],
    [{ plannedDischarge: '2026-03-11' }, { reason: 'dischargePlanned', points: 10, count: 1 }],
    [{ plannedDischarge: '2026-03-01' }, { reason: 'dischargePlanned', points: 10, count: 0 }],
  ])('%j gives %j', (facts, reason) => expect(reasonsOf(facts)).toMatchObject([reason]));

  test.each<Partial<PriorityFacts>>([
    { dayOfStay: 3 },
    { daysSinceTransfer: 2 },
    { medicines: 9 },
    { akiStage: 0 },
    { pending: 3 },
    { plannedDischarge: '2026-03-12' },
  ])('%j gives none', (facts) => expect(reasonsOf(facts)).toEqual([]));
});

const labels = fc.array(fc.string(), { maxLength: 30 });
const facts = fc.record<PriorityFacts>({
  daysSinceReview: fc.option(fc.nat(400)),
  worstPending: fc.option(fc.constantFrom(...severities.map(({ code }) => code))),
  pending: fc.nat(50),
  overdue: fc.nat(50),
  dayOfStay: fc.integer({ min: 1, max: 400 }),
  daysSinceTransfer: fc.option(fc.nat(400)),
  highAlertDrugs: labels,
  medicines: fc.nat(60),
  akiStage: fc.constantFrom(null, 0, 1, 2, 3),
  allergyConflicts: labels,
  unsettledAntibiotics: labels,
  levelsDue: labels,
  plannedDischarge: fc.constantFrom(null, '2026-03-01', '2026-03-10', '2026-03-11', '2026-04-01'),
});
const points = fc.nat(priorityTableLimits.points);
const table = fc.record({
  points: fc.record(
    Object.fromEntries(priorityReasons.map((reason) => [reason, points])) as Record<
      (typeof priorityReasons)[number],
      typeof points
    >,
  ),
  most: fc.nat(priorityTableLimits.most),
  severe: fc.record(
    Object.fromEntries(severities.map(({ code }) => [code, points])) as Record<
      (typeof severities)[number]['code'],
      typeof points
    >,
  ),
});

test('the reasons sum to the points, each once with points, the heaviest first and equal ones in their order', () =>
  fc.assert(
    fc.property(facts, table, (given, changed) => {
      const priority = priorityOf(given, { ...defaultPriorityTable, ...changed }, today);
      const { reasons } = priority;
      expect(reasons.reduce((sum, one) => sum + one.points, 0)).toBe(priority.points);
      expect(new Set(reasons.map(({ reason }) => reason)).size).toBe(reasons.length);
      for (const [nth, one] of reasons.entries()) {
        expect(one.points).toBeGreaterThan(0);
        const next = reasons[nth + 1];
        if (!next) continue;
        expect(one.points).toBeGreaterThanOrEqual(next.points);
        if (one.points === next.points)
          expect(priorityReasons.indexOf(one.reason)).toBeLessThan(priorityReasons.indexOf(next.reason));
      }
    }),
  ));
