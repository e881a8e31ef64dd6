/** The reasons for which an inpatient comes first (docs/decisions/read-side/priority.md). The browser loads this folder: no zod. */
export const priorityReasons = [
  'neverReviewed',
  'daysSinceReview',
  'pendingSeverity',
  'overdueFollowUp',
  'newAdmission',
  'transferredIn',
  'highAlertDrugs',
  'manyMedicines',
  'kidneyFalling',
  'allergyConflict',
  'antibioticUnsettled',
  'levelDue',
  'dischargePlanned',
] as const;
export type PriorityReason = (typeof priorityReasons)[number];
