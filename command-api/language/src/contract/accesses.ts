/** Answers of a team's access log: who read or exported what (docs/product.md, "Access log"). Read side only. */
import type { FhirResourceType, ReportType } from '../domain/values/codes.ts';
import type { FormerMember } from './entities.ts';

/**
 * A chart is opened when any part of an admission is read. Reads of the same thing by the same person within a quarter
 * of an hour are one access, and so are the searches of one minute.
 */
export type AccessKind =
  | 'ChartOpened'
  | 'PatientOpened'
  | 'PatientsSearched'
  | 'PatientsListed'
  | 'ReportRead'
  | 'ReviewsExported'
  | 'ReportExported'
  | 'ReviewPrinted'
  | 'DischargeListPrinted'
  | 'ReportPrinted'
  | 'RoundListPrinted'
  | 'DrugUseListed'
  | 'DrugUsePrinted'
  | 'ChatAsked'
  | 'ErrorsSearched'
  | 'ErrorsExported'
  | 'HistoryRead'
  | 'HistoryVerified'
  | 'HistoryExported'
  | 'FhirRead';

/** Names are the current ones; '' after a deletion, and of a system, whose `userId` is `fhir:<client>`. */
export interface Access {
  _id: string;
  /** The instant, ISO 8601. */
  at: string;
  kind: AccessKind;
  userId: string;
  userName: string;
  /** For a chart, a patient, a printed review, a question to the chat assistant, what a system read of one patient. */
  patientId?: string;
  patientName?: string;
  admissionId?: string;
  /** YYYY-MM-DD */
  admissionDate?: string;
  reviewId?: string;
  reviewDate?: string;
  /** The report that was read or printed, and its days. An export and an auditor's search may have days as well. */
  report?: ReportType;
  startDate?: string;
  endDate?: string;
  /** The list of patients that was read. */
  list?: 'inpatients' | 'ward' | 'handover' | 'transferred' | 'asked';
  /** The number of searches in that minute. */
  searches?: number;
  /** The results of the last search, all rows of the list, or the patients of the printed list. */
  found?: number;
  /**
   * The subject of the history that was read, verified or exported: the team itself, everything of the team, or the
   * named patient, chart or drug; or the resources that a system read by FHIR.
   */
  of?: FhirResourceType | 'admission' | 'patient' | 'team' | 'drug' | 'everything';
  drugId?: string;
  drugLabel?: string;
  /** The format of an auditor's export. */
  format?: 'csv' | 'xlsx' | 'ndjson';
  /** The number of reviews in a question to the chat assistant. */
  reviews?: number;
}
/** `left`: former members, who may have accesses too. */
export interface AccessPage {
  accesses: Access[];
  page: number;
  pages: number;
  total: number;
  left?: FormerMember[];
}
