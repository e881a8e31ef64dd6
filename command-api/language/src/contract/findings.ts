/** Decisions on the findings of a chart (docs/product.md, "Proposals"). */
import type { Written } from './entities.ts';

/** The finding as it was when a person decided on it (`domain/checks/finding.ts`). */
export interface DecidedFinding {
  key: string;
  fingerprint: string;
  statementId: string;
  statementVersion: number;
}
/** The last decision on a finding. */
export interface FindingDecision extends DecidedFinding {
  kind: 'taken' | 'deferred' | 'dismissed';
  /** The day from which a deferred finding is shown again, YYYY-MM-DD. */
  until: string | null;
  /** Empty unless it was dismissed. */
  reason: string;
  /** The entry of a taken one; else empty. */
  entryId: string;
  userId: string;
  userName: string;
  /** Instant, ISO 8601. */
  at: string;
}
/** `GET /api/admissions/{id}/findings`, in the order of the decisions. */
export interface FindingDecisions {
  admission: string;
  decisions: FindingDecision[];
}
export interface MadeDecision extends FindingDecision, Written {
  admission: string;
}
