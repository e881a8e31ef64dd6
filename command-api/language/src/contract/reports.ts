/**
 * Answers of the reports (docs/product.md, "Reports"). Read side only. Error types, drugs and tags are counted by id, and
 * have their current names, or those of the instant (docs/decisions/read-side/names-by-id.md).
 */
import type { DischargeStatus, Response, Severity } from '../domain/values/codes.ts';
import type { DrugErr, Review } from './entities.ts';

/**
 * The time in milliseconds after which the server ends a long answer (the collected report, its CSV) that the client
 * does not read. A gateway in front needs a longer timeout, or it ends answers that are still being read.
 */
export const STALLED_READER_MS = 30_000;

/** `drugTagIds` are those of `drugTags`, in the same order; null for a tag that is not in the catalogue. */
export interface CollectedEntry extends DrugErr {
  drugTagIds: (string | null)[];
}
/** A review of the collected report, with the patient of its heading. */
export interface CollectedReview extends Omit<Review, 'drugErrs'> {
  drugErrs: CollectedEntry[];
  patientName: string;
  medicalRecordNumber: string;
  admissionDate: string;
}
/** One line of the CSV: heading → cell, safe to open in a spreadsheet. */
export type CsvLine = Record<string, string>;
/** `csv` for the team's admin only. */
export interface CollectedReport {
  result: CollectedReview[];
  csv?: CsvLine[];
}
export interface SearchProgress {
  total: number;
}

/** `type` is the error type's id. */
export interface TypeCount {
  type: string;
  label: string;
  count: number;
}
/** Errors of a PCNE code, `chosen` of them by a person, the others by their type. `code` null: neither has one. */
export interface PcneCount {
  code: string | null;
  count: number;
  chosen: number;
  /** The error types of the others. */
  types: string[];
}
/** Errors of a severity, `accepted` of them; null: without one. */
export interface SeverityCount {
  severity: Severity | null;
  count: number;
  accepted: number;
}
/**
 * The use of a substance in a period, and its errors. `atc` is '' for substances without a code. `ddd` and
 * `daysOfTherapy` are of the understood orders; `unknownAmount` orders have no DDDs, `unknownDays` no days of therapy either.
 */
export interface MedicineOfPeriod {
  atc: string;
  labels: string[];
  errors: number;
  orders: number;
  unknownAmount: number;
  unknownDays: number;
  ddd: number;
  daysOfTherapy: number;
}
export interface MedicineUse {
  bedDays: number;
  daysPresent: number;
  medicines: MedicineOfPeriod[];
}
/** The figures of one month: bed-days, errors, those with a response, and those accepted. */
export interface MonthOfCare {
  /** `YYYY-MM` */
  month: string;
  bedDays: number;
  errors: number;
  answered: number;
  accepted: number;
}
/** `harms` are the days with errors that harmed a patient (severity E to I), and how many, in order. */
export interface FiguresOverTime {
  months: MonthOfCare[];
  harms: { day: string; errors: number }[];
}
/** `user` is the author's id; `errFreeReviews` are those with no entry other than "No error". */
export interface ReviewsOfDay {
  day: string;
  totalReviews: number;
  user: { user: string; userName: string; relatedReviews: number; errFreeReviews: number }[];
}
/** `type` null: the response is pending. */
export interface ResponseCount {
  type: Response | null;
  label: string;
  count: number;
}
/** A tag that is not in the catalogue has no `_id`. */
export interface TagCount {
  _id?: string;
  tag: string;
  count: number;
  response: ResponseCount[];
}

/** A patient who was admitted twice or more: `names` is the four names in one, `_id` the patient's. */
export interface RecurrentPatient {
  _id: string;
  names: string;
  firstName: string;
  middleName: string;
  lastName: string;
  fourthName: string;
  admissionCount: number;
  admDetails: {
    _id: string;
    admissionDate: string;
    dischargeDate: string | null;
    dischargeStatus: DischargeStatus | null;
  }[];
}

/** An entry in a report, as known at an instant. */
export interface ReportedEntry {
  reviewDate: string;
  errDrugLabel: string;
  errType: string;
  errTypeLabel: string;
  errSeverity: Severity | null;
  severityAnswers: string[];
  errRes: Response | null;
  followUpDate: string | null;
  rating: number | null;
  drugTags: { name: string }[];
  pcne: string[];
  /** HTML. */
  errNote: string;
}
/** `errors` are its entries other than "No error". */
export interface ReportedReview {
  reviewDate: string;
  clinicalNote: string;
  entries: number;
  errors: number;
}
export interface ReportedStay {
  admissionDate: string;
  dischargeDate: string | null;
  dischargeStatus: DischargeStatus | null;
}

interface Changed<Thing> {
  _id: string;
  admission: string;
  patient: string;
  /** The current name. */
  patientName: string;
  /** Null: it did not exist, or was not in this period. */
  before: Thing | null;
  after: Thing | null;
}
export interface ChangedEntry extends Changed<ReportedEntry> {
  of: 'entry';
  review: string;
  userName: string;
}
export interface ChangedReview extends Changed<ReportedReview> {
  of: 'review';
  userName: string;
}
export interface ChangedStay extends Changed<ReportedStay> {
  of: 'stay';
}
/** The differences between a report as known at one instant and at a later one, by the day of care. */
export interface ReportChanges {
  changes: (ChangedEntry | ChangedReview | ChangedStay)[];
  page: number;
  pages: number;
  total: number;
}

/** The persons of whom a team has lost something by an erasure or a deletion since an instant: it is missing, also as known then. */
export interface ErasedSince {
  patients: number;
}

/** A day of a medicine. `zType` is the error type's id, `zResp` the response's code; `entries` are its entries. */
export interface MedicationDay {
  isChecked: boolean;
  dayDate: string;
  zType: string | null;
  zTypeLabel: string;
  zResp: Response | null;
  zRespLabel: string;
  entries: number;
}
/** `medication` is the trade label, `drug` its id; `days` are in the order of `dayList`. */
export interface MedicationDashboard {
  admission: string;
  dayList: string[];
  zMedications: { medication: string; drug: string; days: MedicationDay[] }[];
}

export interface Metrics {
  patients: number;
  reviews: number;
  revMetricsPerType: TypeCount[];
}
