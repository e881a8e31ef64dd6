/** The priority of an inpatient: a sum of points, with the reasons that give them. */
import { asCalendarDate, daysBetween } from '../values/calendar-date.ts';
import type { PriorityFacts } from './facts.ts';
import { type PriorityReason, priorityReasons } from './reasons.ts';
import type { PriorityTable } from './table.ts';

/**
 * `count`: the number of the reason's sentence, such as days, medicines or entries. `names`: the labels of the medicines, the
 * letter of the worst pending severity, or the planned day.
 */
export interface GivenReason {
  reason: PriorityReason;
  points: number;
  count: number;
  names: readonly string[];
}
export interface Priority {
  points: number;
  /** Those with points, the heaviest first, equal ones in the order of `priorityReasons`. */
  reasons: readonly GivenReason[];
}

interface Weighed {
  readonly points: number;
  readonly count: number;
  readonly names?: readonly string[];
}

/** @param today YYYY-MM-DD, the day of the facts */
export function priorityOf(facts: PriorityFacts, table: PriorityTable, today: string): Priority {
  const reasons = priorityReasons
    .map((reason) => ({ reason, names: [], ...weighed[reason](facts, table, today) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points);
  return { points: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}

const none: Weighed = { points: 0, count: 0 };
const all = (points: number, names: readonly string[]): Weighed =>
  names.length === 0 ? none : { points, count: names.length, names };
const each = (points: number, count: number, most: number): number => Math.min(points * count, most);

const weighed: Readonly<
  Record<PriorityReason, (facts: PriorityFacts, table: PriorityTable, today: string) => Weighed>
> = {
  neverReviewed: ({ daysSinceReview, dayOfStay }, { points }) =>
    daysSinceReview === null ? { points: points.neverReviewed, count: dayOfStay } : none,
  daysSinceReview: ({ daysSinceReview }, { points, most }) =>
    daysSinceReview === null
      ? none
      : { points: each(points.daysSinceReview, daysSinceReview, most), count: daysSinceReview },
  pendingSeverity: ({ worstPending, pending }, { points, severe }) =>
    worstPending === null
      ? none
      : {
          points: Math.round((points.pendingSeverity * severe[worstPending]) / 100),
          count: pending,
          names: [worstPending],
        },
  overdueFollowUp: ({ overdue }, { points }) =>
    overdue > 0 ? { points: points.overdueFollowUp, count: overdue } : none,
  newAdmission: ({ dayOfStay }, { points, newWithinDays }) =>
    dayOfStay <= newWithinDays ? { points: points.newAdmission, count: dayOfStay } : none,
  transferredIn: ({ daysSinceTransfer }, { points, transferredWithinDays }) =>
    daysSinceTransfer !== null && daysSinceTransfer < transferredWithinDays
      ? { points: points.transferredIn, count: daysSinceTransfer }
      : none,
  highAlertDrugs: ({ highAlertDrugs }, { points, most }) =>
    all(each(points.highAlertDrugs, highAlertDrugs.length, most), highAlertDrugs),
  manyMedicines: ({ medicines }, { points, manyMedicinesFrom }) =>
    medicines >= manyMedicinesFrom ? { points: points.manyMedicines, count: medicines } : none,
  kidneyFalling: ({ akiStage }, { points }) =>
    akiStage === null || akiStage === 0 ? none : { points: points.kidneyFalling, count: akiStage },
  allergyConflict: ({ allergyConflicts }, { points }) => all(points.allergyConflict, allergyConflicts),
  antibioticUnsettled: ({ unsettledAntibiotics }, { points }) => all(points.antibioticUnsettled, unsettledAntibiotics),
  levelDue: ({ levelsDue }, { points }) => all(points.levelDue, levelsDue),
  dischargePlanned({ plannedDischarge }, { points, dischargeWithinDays }, today) {
    const [day, from] = [asCalendarDate(plannedDischarge ?? ''), asCalendarDate(today)];
    if (day === undefined || from === undefined) return none;
    const days = Math.max(daysBetween(from, day), 0);
    return days <= dischargeWithinDays ? { points: points.dischargePlanned, count: days, names: [day] } : none;
  },
};
