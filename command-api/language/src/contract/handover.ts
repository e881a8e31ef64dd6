/**
 * Handover and ward board: errors without a response, and inpatients (docs/product.md, "Handover" and "Ward board"). Read
 * side only. Today is a day of the hospital's time zone.
 */
import type { Severity } from '../domain/values/codes.ts';
import type { PriorityFacts } from '../domain/priority/facts.ts';
import type { Priority } from '../domain/priority/score.ts';
import type { PriorityTable } from '../domain/priority/table.ts';
import type { ReviewLevel, ViewFilter } from '../domain/priority/views.ts';
import type { AllergyBrief, Asked, CareDetails, DrugErr, PatientIdentity, Versioned } from './entities.ts';

/** An error without a response, with its patient and review. `version` is the entry's. */
export interface PendingEntry extends DrugErr {
  review: string;
  reviewDate: string;
  /** Days since the review date; 0 for a review of today or later. */
  age: number;
  /** The follow-up date has passed. */
  overdue: boolean;
  admission: string;
  /** Of the admission; empty where it is not known. */
  room: string;
  bed: string;
  /** Null before the discharge. */
  dischargeDate: string | null;
  patient: string;
  /** Names are empty while the projection of the patient is parked. */
  patientDetails: PatientIdentity;
  allergyBrief: AllergyBrief;
  /** Of `responsible`, where another person has taken the entry over. */
  responsibleName?: string;
  /** The author, who records the response, as does the person who has taken the entry over. */
  userId: string;
  userName: string;
  userPhone: string;
}
/** Overdue follow-ups first, then the oldest. `overdue` counts those on all pages. */
export interface PendingPage {
  pending: PendingEntry[];
  overdue: number;
  page: number;
  pages: number;
  total: number;
}

/** The marks of a patient on the ward board. */
export interface WardMarks {
  /** Who has the patient on their list of today, in the order of taking. */
  takenBy: { userId: string; userName: string }[];
  /** Until a day after today. */
  deferred: { until: string; reason: string; userId: string; userName: string } | null;
  /** Marked today. */
  reviewLevel: { level: ReviewLevel; userId: string; userName: string } | null;
}
/** The answer of a command on the marks: the board is read again. */
export interface MarkedPatient {
  admission: string;
}

/** A current medicine with an antibiotic tag of the team's table. */
export interface WardAntimicrobial {
  medication: string;
  label: string;
  startDate: string;
  /** 1 on the day of the start. */
  day: number;
  route: string;
  indication: string;
  culture: string;
  /** Day 3 or 4, and no entry of this medicine in a review of today. */
  reviewDue: boolean;
  /** By the chart it may be given by mouth (docs/decisions/read-side/priority.md). */
  ivToOral: boolean;
}

/** An error that is asked of the caller, alone or with the other physicians of the team, with its patient and review. */
export interface AskedEntry extends Omit<DrugErr, 'asked' | 'copiedFrom' | 'firstId' | 'movedFrom'> {
  asked: Asked;
  /** False: of all physicians of the team. */
  isToMe: boolean;
  review: string;
  reviewDate: string;
  admission: string;
  team: string;
  room: string;
  bed: string;
  /** The consultant of the stay, as it was written. */
  consultant: string;
  patient: string;
  /** Names are empty while the projection of the patient is parked. */
  patientDetails: PatientIdentity;
  /** The current order of the drug: null where the list of medications has none. */
  order: { dose: string; route: string; frequency: string } | null;
  /** Who asks: the person who records the response. */
  userId: string;
  userName: string;
  userPhone: string;
}
/** Severe ones first, then those that wait longest. */
export interface AskedPage {
  entries: AskedEntry[];
  page: number;
  pages: number;
  total: number;
  /** The teams in which the caller is a physician. */
  teams: { _id: string; name: string; refusalReasons: readonly string[] }[];
}

export interface AskedCount {
  /** Null: the caller is a physician in no team. */
  asked: number | null;
}

/** An inpatient: a row of the ward board. Counts are those of the open admission. */
export interface WardPatient extends PatientIdentity, CareDetails, WardMarks {
  _id: string;
  admission: string;
  admissionDate: string;
  allergyBrief: AllergyBrief;
  /** Another inpatient of the team has the same bed of the same room. */
  isBedShared: boolean;
  /** The person has another open admission: a merge brought it. */
  isOpenTwice: boolean;
  /** The date of the newest review; null without one. */
  lastReviewDate: string | null;
  reviewedToday: boolean;
  /** Errors without a response. */
  pending: number;
  /** The highest severity among these; null where none has one. */
  worstSeverity: Severity | null;
  /** The number of these with a follow-up date in the past. */
  overdue: number;
  /** The person and time (ISO 8601 UTC) of the last change in the chart. */
  lastBy: string;
  lastByName: string;
  lastAt: string | null;
  /** The facts that the score counts, and the score by the team's table. */
  facts: PriorityFacts;
  priority: Priority;
  /** The current ones, the oldest first. */
  antimicrobials: WardAntimicrobial[];
}
/** `version`: that of the last change, -1 until the team's admin writes a table. */
export type TeamPriorityTable = PriorityTable & Versioned;
/** A filter of the board with a name. The person is the one who saved it last. */
export interface SavedView extends Versioned {
  _id: string;
  name: string;
  filter: ViewFilter;
  userId: string;
  userName: string;
}
/** Sorted by name. `today` is the day of the board. */
export interface WardBoard {
  team: string;
  today: string;
  patients: WardPatient[];
  priorityTable: TeamPriorityTable;
  /** In the order in which they were made. */
  views: SavedView[];
}
