/** The facts of one inpatient on the day of the list that the score counts. */
import type { Severity } from '../values/codes.ts';

/** Counts are whole numbers. A current medicine is started, not stopped and not held. */
export interface PriorityFacts {
  /** From the newest review date; 0 for one of today or later. Null: never reviewed. */
  daysSinceReview: number | null;
  /** The highest severity among the errors without a response; null where none has one. */
  worstPending: Severity | null;
  pending: number;
  /** The pending errors with a follow-up date in the past. */
  overdue: number;
  /** 1 on the day of admission. */
  dayOfStay: number;
  /** Since the team received the patient, 0 on that day; null: admitted by the team. */
  daysSinceTransfer: number | null;
  /** The labels of current medicines with a high-alert tag of the table. */
  highAlertDrugs: string[];
  /** The number of current medicines. */
  medicines: number;
  /** KDIGO, by the creatinine of this stay; null where it cannot be told. */
  akiStage: 0 | 1 | 2 | 3 | null;
  /** The labels of current medicines that an allergy of the patient names, by substance or class. */
  allergyConflicts: string[];
  /** The labels of current antibiotics from day 3 on without an indication or without a culture. */
  unsettledAntibiotics: string[];
  /** The labels of current medicines of which a level is due. */
  levelsDue: string[];
  /** YYYY-MM-DD; null where none is planned. */
  plannedDischarge: string | null;
}
