/**
 * What a team hands over: errors that wait for a response, and who lies in. Of the read side only. "Today" is the
 * hospital's.
 */
import type { Severity } from '../domain/values/codes.ts';
import type { DrugErr, Patient } from './entities.ts';

/** An error without a response, with what one has to know to see to it. Its `version` is the entry's. */
export interface PendingEntry extends DrugErr {
  review: string;
  reviewDate: string;
  /** Days since the review date: 0 for a review of today, and for one that is ahead. */
  age: number;
  /** The follow-up date has passed. */
  overdue: boolean;
  admission: string;
  /** Null while the patient lies in. */
  dischargeDate: string | null;
  patient: string;
  /** Names are empty while the patient's own rows stand still. */
  patientDetails: Pick<
    Patient,
    'firstName' | 'middleName' | 'lastName' | 'fourthName' | 'birthdate' | 'medicalRecordNumber'
  >;
  /** Who wrote it, and records what came of it. */
  userId: string;
  userName: string;
  userPhone: string;
}
/** Overdue follow-ups first, then the oldest. `overdue` counts those of all pages. */
export interface PendingPage {
  pending: PendingEntry[];
  overdue: number;
  page: number;
  pages: number;
  total: number;
}

/** Somebody who lies in: a row of the ward board. Counts are of the admission that is open. */
export interface WardPatient extends Pick<
  Patient,
  '_id' | 'firstName' | 'middleName' | 'lastName' | 'fourthName' | 'birthdate' | 'medicalRecordNumber'
> {
  admission: string;
  admissionDate: string;
  /** Of the newest review, null before the first. */
  lastReviewDate: string | null;
  reviewedToday: boolean;
  /** Errors without a response. */
  pending: number;
  /** The gravest severity among these; null where none is graded. */
  worstSeverity: Severity | null;
  /** Of these, the follow-ups whose date has passed. */
  overdue: number;
  /** Who was the last to change anything in the chart, and when (ISO 8601 UTC). */
  lastBy: string;
  lastByName: string;
  lastAt: string | null;
}
/** By name, as a ward list is read. `today` is the day that the board was made for. */
export interface WardBoard {
  team: string;
  today: string;
  patients: WardPatient[];
}
