/** The table of points that a team's admin edits. */
import type { Severity } from '../values/codes.ts';
import type { PriorityReason } from './reasons.ts';

export interface PriorityTable {
  /** 0 to 100. Of `daysSinceReview` and `highAlertDrugs`: of each day and each drug, up to `most`. */
  readonly points: Readonly<Record<PriorityReason, number>>;
  /** The most points of a reason that counts days or drugs. */
  readonly most: number;
  /** The share of `pendingSeverity` by the worst pending severity, in percent. */
  readonly severe: Readonly<Record<Severity, number>>;
  readonly manyMedicinesFrom: number;
  /** The first so many days of a stay, the day of admission among them. */
  readonly newWithinDays: number;
  /** The first so many days in the team, the day of the transfer among them. */
  readonly transferredWithinDays: number;
  /** A level is due of a medicine that is given for so many days, without a level in these days. */
  readonly levelAfterDays: number;
  /** A discharge that is planned for today or one of the next so many days, or was planned for an earlier day. */
  readonly dischargeWithinDays: number;
  /** Names of tags of drugs. */
  readonly highAlertTags: readonly string[];
  readonly antibioticTags: readonly string[];
}

/** The most of each number of a table, and of its tags. */
export const priorityTableLimits = {
  points: 100,
  most: 300,
  percent: 100,
  medicines: 100,
  days: 30,
  tags: 20,
} as const;

/** Until a team writes one. Its tags are those of the sample catalogue; a tag that no drug has counts nothing. */
export const defaultPriorityTable: PriorityTable = {
  points: {
    neverReviewed: 30,
    daysSinceReview: 5,
    pendingSeverity: 40,
    overdueFollowUp: 20,
    newAdmission: 15,
    transferredIn: 15,
    highAlertDrugs: 5,
    manyMedicines: 10,
    kidneyFalling: 25,
    allergyConflict: 30,
    antibioticUnsettled: 15,
    levelDue: 15,
    dischargePlanned: 10,
  },
  most: 25,
  severe: { A: 10, B: 15, C: 25, D: 40, E: 60, F: 75, G: 85, H: 95, I: 100 },
  manyMedicinesFrom: 10,
  newWithinDays: 2,
  transferredWithinDays: 2,
  levelAfterDays: 3,
  dischargeWithinDays: 1,
  highAlertTags: ['high alert'],
  antibioticTags: ['antibiotic'],
};

/** A field for each number and each list of tags: `points.newAdmission`, `severe.C`, `most`. */
export const rowsOfTable = ({
  points,
  severe,
  ...others
}: PriorityTable): Record<string, number | readonly string[]> => ({
  ...rowsOf('points', points),
  ...rowsOf('severe', severe),
  ...others,
});
const rowsOf = (name: string, numbers: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(numbers).map(([row, number]) => [`${name}.${row}`, number]));
