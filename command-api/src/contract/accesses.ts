/** What the access log of a team answers: who looked at what, or took it out of the house. Of the read side only. */
import type { ReportType } from '../domain/values/codes.ts';
import type { FormerMember } from './entities.ts';

/**
 * What was done. A chart is opened when anything of an admission is read; the same person's reads of the same within a
 * quarter of an hour are one access, and so are their searches of one minute.
 */
export type AccessKind =
  | 'ChartOpened'
  | 'PatientOpened'
  | 'PatientsSearched'
  | 'PatientsListed'
  | 'ReportRead'
  | 'ReviewsExported'
  | 'ReviewPrinted'
  | 'ReportPrinted'
  | 'ChatAsked'
  | 'ErrorsSearched'
  | 'ErrorsExported'
  | 'HistoryRead'
  | 'HistoryVerified'
  | 'HistoryExported';

/** Names are those of today: '' where somebody or something has been deleted since. */
export interface Access {
  _id: string;
  /** The instant, ISO 8601. */
  at: string;
  kind: AccessKind;
  userId: string;
  userName: string;
  /** Of a chart, a patient, a printed review, a question to the chat assistant. */
  patientId?: string;
  patientName?: string;
  admissionId?: string;
  /** YYYY-MM-DD */
  admissionDate?: string;
  reviewId?: string;
  reviewDate?: string;
  /** Which report was read or printed, and of which days. An export and an auditor's search may have days as well. */
  report?: ReportType;
  startDate?: string;
  endDate?: string;
  /** Which list of patients was read. */
  list?: 'inpatients' | 'ward' | 'handover';
  /** Of searches: how many there were in that minute. */
  searches?: number;
  /** What the last of them found, or the list has in all. */
  found?: number;
  /**
   * Whose history was read, verified or exported: the team's own, everything of the team, or that of the patient, chart
   * or drug that is named.
   */
  of?: 'admission' | 'patient' | 'team' | 'drug' | 'everything';
  drugId?: string;
  drugLabel?: string;
  /** Of an auditor's export. */
  format?: 'csv' | 'ndjson';
  /** How many reviews a question to the chat assistant held. */
  reviews?: number;
}
/** `left`: who is no member any more, and may have looked at something. */
export interface AccessPage {
  accesses: Access[];
  page: number;
  pages: number;
  total: number;
  left?: FormerMember[];
}
