/** The lines of a reconciliation as the screens show them, each with its decision (docs/product.md, "Reconciliation"). */
import type { Admission, AdmissionMedication } from 'language/contract/entities';
import type { HomeMedication, ReconciledLine, Reconciliation } from 'language/contract/reconciliation';
import { decisionFor, type Line, lineId, linesOf, type LineId } from 'language/domain/admission/reconciliation';
import { type ReconciliationStage, reconciliationStages } from 'language/domain/values/codes';

export interface ShownLine extends Line<HomeMedication, AdmissionMedication> {
  readonly id: LineId;
  readonly label: string;
  /** Undefined: unexplained. */
  readonly decision: ReconciledLine | undefined;
}

/** A stay without a transfer has no such stage. */
export const stagesOf = ({ transferDate }: Pick<Reconciliation, 'transferDate'>): readonly ReconciliationStage[] =>
  reconciliationStages.filter((stage) => stage !== 'transfer' || transferDate !== null);

/** @param day today, or that of a past chart */
export const shownLines = (
  stage: ReconciliationStage,
  { homeMedications, decisions, transferDate }: Reconciliation,
  medications: readonly AdmissionMedication[],
  { admissionDate, dischargeDate }: Pick<Admission, 'admissionDate' | 'dischargeDate'>,
  day: string,
): ShownLine[] =>
  linesOf(stage, homeMedications, medications, { admissionDate, transferDate, dischargeDate }, day).map((line) => ({
    ...line,
    id: lineId(line),
    label: (line.home ?? line.stay)?.drugLabel ?? '',
    decision: decisionFor(stage, line, decisions),
  }));

export const unexplainedIn = (lines: readonly ShownLine[]): ShownLine[] => lines.filter(({ decision }) => !decision);
