/**
 * What the APIs answer, in the specification's field names (§3, §7). Both sides render these shapes: the command API
 * from the folded aggregate, the query API from rows; the screens import the types only.
 */
import type { DischargeStatus, Response, Severity, Specialty } from '../domain/values/codes.ts';
import type { Reason } from '../domain/reasons/catalogue.ts';
import type { RefusalCode } from '../domain/reasons/sentence.ts';

/** `version`: the revision of the last event that touched this entity. */
export interface Versioned {
  version: number;
}
/**
 * What a command's answer adds: the stream and the revision of the last event (for `X-Read-After:
 * <stream>@<revision>`).
 */
export interface Written {
  stream: string;
  revision: number;
}
export type Answer<Entity> = Entity & Written;

/** The caller's own account (`GET /api/users/me`, login and sign-up). */
export interface Me extends Versioned {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  title: string;
  /** HTML. */
  about: string;
  /** The day the account was made, YYYY-MM-DD. */
  start: string;
  reviews: number;
  patients: number;
  /** That mail to it reaches them, they have shown by a mailed link. */
  emailVerified: boolean;
  /** True for the account whose verified e-mail is ADMIN_EMAIL. */
  isAdminAccount: boolean;
}
/** The counts are the read side's: `GET /api/users/me`. */
export interface SignedIn extends Omit<Me, 'reviews' | 'patients'> {
  token: string;
}
/** What changing it answers. */
export type Account = Omit<SignedIn, 'token'>;

export interface Member {
  /** Lower-case e-mail: the specification's key of a member. */
  user: string;
  userId: string;
  firstName: string;
  lastName: string;
  isPhysic: boolean;
  canEdit: boolean;
  canRead: boolean;
  disabled: boolean;
  /** May search every change of the team's medication errors, as its admin may. */
  canAudit: boolean;
}
/** Who was a member of a team once. */
export interface FormerMember {
  userId: string;
  name: string;
}
export interface Team extends Versioned {
  _id: string;
  name: string;
  specialty: Specialty;
  /** HTML. */
  about: string;
  /** The admin's e-mail. */
  admin: string;
  adminId: string;
  cloudName: string;
  uploadPreset: string;
  /**
   * Its reviews may be sent to the external chat assistant, where the installation has one (`chatUrl` of `GET
   * /api/config/`).
   */
  chatAllowed: boolean;
  members: Member[];
}

export interface Patient extends Versioned {
  _id: string;
  team: string;
  firstName: string;
  middleName: string;
  lastName: string;
  fourthName: string;
  birthdate: string;
  medicalRecordNumber: string;
  /** Place in the team's order of registration, from 1. Of reads only: a patient's own stream does not know it. */
  order?: number;
}
/** What a deletion answers, once. */
export interface DeletedPatient extends Patient {
  /**
   * Addresses of their images at the team's image service, where there are any: they stay there until the team removes
   * them.
   */
  imagesElsewhere?: string[];
}
export interface PatientPage {
  patients: Patient[];
  inpatients: Patient[];
  page: number;
  pages: number;
  total: number;
}
/** Somebody of the team who may be the same person, and in what they agree: nearest first. */
export interface SimilarPatient extends Patient {
  agrees: ('medicalRecordNumber' | 'birthdate' | 'name' | 'similarName')[];
}
export interface SimilarPatients {
  similar: SimilarPatient[];
}
export interface Inpatients {
  inpatients: Patient[];
  team: string;
}

export interface Admission extends Versioned {
  _id: string;
  patient: string;
  team: string;
  admissionDate: string;
  /** HTML. */
  admissionDetails: string;
  dischargeDate: string | null;
  dischargeStatus: DischargeStatus | null;
  dischargeNote: string;
  reviewsCount: number;
  notesCount: number;
  gallery: GalleryGroup[];
}
/** `image` is a path of this installation, or an address of the team's image service. */
export interface GalleryGroup {
  _id: string;
  title: string;
  images: { image: string }[];
}
/** What an upload answers; `image` is what a gallery group takes. */
export interface UploadedImages {
  images: { _id: string; image: string; thumbnail: string }[];
}
/** What a command on a group answers: the group, and the admission's gallery as it stands. */
export interface GalleryChange extends GalleryGroup, Versioned {
  admission: string;
  gallery: GalleryGroup[];
}
export interface AdmissionMedication extends Versioned {
  _id: string;
  admission: string;
  /** Trade-label id. */
  drug: string;
  drugLabel: string;
  dose: string;
  route: string;
  frequency: string;
  startDate: string;
  /** Null while it is taken. */
  stopDate: string | null;
  note: string;
  /** Place in the list, from 1. It belongs to the list: sorting moves no medication's version. */
  order: number;
}
/**
 * `PUT /api/admissions/{id}/medications/sort`. `version` counts which medications there are and their order; an
 * admission's is never older.
 */
export interface SortedMedications extends Versioned {
  /** The admission's. */
  _id: string;
  medications: AdmissionMedication[];
}
/** `GET /api/admissions/{id}/details`: with the patient and the team's name, for the banner. */
export interface AdmissionDetails extends Admission {
  patientDetails: Patient;
  teamName: string;
}

export interface DrugErr extends Versioned {
  _id: string;
  /** The entry that this one was copied from, where its review was duplicated. */
  copiedFrom?: string;
  errType: string;
  errTypeLabel: string;
  errDrug: string;
  errDrugLabel: string;
  /** HTML. */
  errNote: string;
  /** Null: pending, or "No error". */
  errRes: Response | null;
  errSeverity: Severity | null;
  /**
   * The day on which somebody is to look again what came of it, YYYY-MM-DD. Null where none is planned, and of "No
   * error".
   */
  followUpDate: string | null;
  /** 0 to 5 in halves; null until rated. */
  rating: number | null;
  drugTags: { name: string }[];
}
/**
 * `version` counts the whole review, its head and its entries; `headVersion` the head alone (date, note). Each entry
 * carries its own.
 */
export interface Review extends Versioned {
  _id: string;
  /** The review that this one was duplicated from. */
  copiedFrom?: string;
  admission: string;
  patient: string;
  team: string;
  reviewDate: string;
  /** HTML. */
  clinicalNote: string;
  drugErrs: DrugErr[];
  userId: string;
  userEmail: string;
  userName: string;
  userPhone: string;
  headVersion: number;
}
/** An entry that the reader holds in this version already. */
export type UnchangedEntry = Pick<DrugErr, '_id' | 'version'>;
/** A review without what the reader holds of it (`review-parts.ts`). */
export interface ReviewPart extends Omit<Review, 'drugErrs'> {
  drugErrs: (DrugErr | UnchangedEntry)[];
}
export interface PhysicianNote extends Versioned {
  _id: string;
  admissionId: string;
  patientId: string;
  teamId: string;
  noteDate: string;
  /** HTML. */
  note: string;
  userId: string;
  userName: string;
  userPhone: string;
}

/** "No error" (id ending `99bb`) stands first, cannot be renamed, and has version 0. */
export interface ErrorType extends Versioned {
  _id: string;
  label: string;
}
export interface Tag extends Versioned {
  _id: string;
  label: string;
}
/** `POST /api/drugs/updateTradeList`: how often the list has been updated. */
export interface TradeListUpdate extends Versioned {
  tradeListVersion: number;
}
/**
 * A row of `GET /api/drugs`: what the drug combobox searches. Withdrawn trade labels are not among them. The list's
 * version is its `ETag`, as is that of `GET /api/drugs/roots`: ask with `If-None-Match` and a list that has not moved
 * is answered with 304 and no body. It moves with every change of a drug, a tag or an error type, and with Update Trade
 * List. A browser may show the list that it holds, and asks once when it opens the page, again when a live note says
 * `catalogue:drugs`, and again after the live connection was lost: so a new drug reaches people without Update Trade
 * List, which is for lists that have been held wrongly.
 */
export interface TradeLabelRow {
  _id: string;
  label: string;
  drug: string;
  drugLabel: string;
  drugTags: { name: string }[];
}
export interface Drug extends Versioned {
  _id: string;
  label: string;
  /** `_id` survives renaming; `idx` is the place in the list. */
  tradeLabels: { _id: string; idx: number; label: string }[];
  errTemps: ErrTemp[];
  /** Tag ids. */
  tags: string[];
  /** Plain text. */
  tips: string;
  /** How it goes with other drugs, by their root ids. */
  compatibility: { drug: string; category: string; note: string }[];
}
/** An error template that all share: for adults, or for children. `label` is HTML. */
export interface ErrTemp {
  idx: number;
  errType: string;
  isAdult: boolean;
  label: string;
}

/** Without a token. `video` is an address; the owner of the installation puts it into `query-api/data/courses.json`. */
export interface Course {
  _id: string;
  title: string;
  lectures: { _id: string; title: string; video: string }[];
}
export interface Sponsor {
  _id: string;
  name: string;
  link: string;
  logo: string;
}

/** Why something was refused: one reason a sentence, and what stands in that sentence. */
export interface WhyRefused {
  /** Stable: a program goes by this, and never by the text of `message`. */
  reason: Reason;
  /** By the names in the sentence's description. */
  values?: Readonly<Record<string, string | number>>;
}
/** Every error (decisions, "HTTP conventions"). */
export interface Problem extends WhyRefused {
  /** In English. */
  message: string;
  code: RefusalCode;
  /** By the names of the fields of what was sent, in English. */
  fields?: Record<string, string>;
  /** The same, by the same names, for a program. */
  fieldReasons?: Record<string, WhyRefused>;
}
/** 409 of an edit whose entity has changed: what it is now, and who did that when. */
export interface ConflictProblem extends Problem {
  code: 'conflict';
  current?: unknown;
  changedBy?: { userId: string; name: string };
  changedAt?: string;
}
