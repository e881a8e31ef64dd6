/** The medicines that a patient took at home, and the decisions about medicines (docs/product.md, "Reconciliation"). */
import type { LineId } from '../domain/admission/reconciliation.ts';
import type { HomeMedicationSource, ReconciliationAction, ReconciliationStage } from '../domain/values/codes.ts';
import type { Versioned } from './entities.ts';

export interface HomeMedication extends Versioned {
  _id: string;
  admission: string;
  /** Trade-label id; empty where the catalogue does not have it. */
  drug: string;
  drugLabel: string;
  dose: string;
  route: string;
  frequency: string;
  /** The reason for which it is taken. */
  indication: string;
  source: HomeMedicationSource;
  note: string;
  /** The person who recorded it, and when, ISO 8601 UTC. */
  userId: string;
  userName: string;
  createdAt: string;
}
/** The newest decision about a line of a stage. */
export interface ReconciledLine extends Versioned {
  stage: ReconciliationStage;
  line: LineId;
  action: ReconciliationAction;
  reason: string;
  /** The order that the patient is to take after the discharge; empty at the other stages. */
  dose: string;
  route: string;
  frequency: string;
  /** The last day of a course; of a held medicine, the first day with it again. YYYY-MM-DD. */
  until: string | null;
  advice: string;
  /** The person who decided, and when, ISO 8601 UTC. */
  userId: string;
  userName: string;
  decidedAt: string;
}
/**
 * `GET /api/admissions/{id}/reconciliation`. `version` is that of its newest part, 0 without one: `If-Match` of decisions, each
 * of which is in conflict by itself.
 */
export interface Reconciliation extends Versioned {
  /** The id of the admission. */
  _id: string;
  /** The first day in the present team; null without a transfer. */
  transferDate: string | null;
  /** In the order of recording. */
  homeMedications: HomeMedication[];
  /** In the order of the decisions. */
  decisions: ReconciledLine[];
}
