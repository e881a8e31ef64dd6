/** Who is on a drug, and who had it lately (docs/product.md, "Who is on a drug"). Read side only. */
import type { CareDetails, PatientIdentity } from './entities.ts';

/** That a patient took a drug, and where it is written. */
export interface DrugUse {
  /** The trade label, as it was written. */
  drug: string;
  drugLabel: string;
  /** The name of the drug to which the trade label belongs today. */
  substance: string;
  /** As recorded; empty in a review, whose entries have no dose. */
  dose: string;
  route: string;
  frequency: string;
  source: 'medications' | 'review';
  /** The start date in the list of medications, or the date of the review. */
  date: string;
  /** The stop date in the list of medications; null without one. */
  stopDate: string | null;
  /** The list of medications says that it is held on the day that was asked for. */
  isHeld: boolean;
}
/** A stay with the uses that put it on a list. Names are empty while the projection of the patient is parked. */
export interface DrugUsePatient extends PatientIdentity, Pick<CareDetails, 'room' | 'bed'> {
  _id: string;
  team: string;
  teamName: string;
  admission: string;
  admissionDate: string;
  /** Null before the discharge. */
  dischargeDate: string | null;
  uses: DrugUse[];
}
/** What was asked for, with its current name. */
export interface DrugUseSubject {
  kind: 'drug' | 'substance' | 'tag';
  _id: string;
  label: string;
  /** The drug of the trade label, or the substance itself; null for a tag. */
  drugId: string | null;
}
/** By team and name. `page` counts in both lists; `pages` is that of the longer one. */
export interface DrugUsePage {
  of: DrugUseSubject;
  /** The day that was asked for. */
  on: string;
  /** The first day of the month before it. */
  since: string;
  /** The inpatients who are on it on that day. */
  patients: DrugUsePatient[];
  /** The other stays that had it since `since`, discharged ones as well. */
  had: DrugUsePatient[];
  page: number;
  pages: number;
  total: number;
  hadTotal: number;
  /** Names of the teams that the admin account may not read: they require a second factor, and it has none. */
  closedTeams?: string[];
}
