/**
 * The answers of the APIs (docs/product.md, "Field names"). The command API renders these shapes from the folded
 * aggregate, the query API from rows. Screens import the types only.
 */
import type { AllergyState } from '../domain/patient/allergy-agent.ts';
import type {
  AllergyCertainty,
  AllergySeverity,
  AllergySource,
  DischargeStatus,
  PhysicianAnswer,
  Response,
  Severity,
  Sex,
  Specialty,
} from '../domain/values/codes.ts';
import type { DefinedDose } from '../domain/drug/defined-doses.ts';
import type { AnswerRules } from '../domain/team/answer-rules.ts';
import type { PcneCode } from '../domain/values/pcne.ts';
import type { TeamClassification } from '../domain/team/classification.ts';
import type { AvoidedHarm } from '../domain/team/avoided-harm.ts';
import type { DoseIntervals } from '../domain/team/dose-intervals.ts';
import type { LanguageChoice } from './languages.ts';
import type { Reason } from '../domain/reasons/catalogue.ts';
import type { RefusalCode } from '../domain/reasons/sentence.ts';

/** `version`: the revision of the last event that touched this entity. */
export interface Versioned {
  version: number;
}
/** A stream and the revision of its last event, for `X-Read-After: <stream>@<revision>`. */
export interface WrittenStream {
  stream: string;
  revision: number;
}
/** Part of a command's answer. A command that has also written to other streams which reads show names them. */
export interface Written extends WrittenStream {
  alsoWritten?: WrittenStream[];
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
  /** The day of sign-up, YYYY-MM-DD. */
  start: string;
  reviews: number;
  patients: number;
  /** The person has used a link mailed to this address. */
  emailVerified: boolean;
  /** True for the account whose verified e-mail is ADMIN_EMAIL. */
  isAdminAccount: boolean;
}
/** Only the read side knows the counts: `GET /api/users/me`. */
export interface SignedIn extends Omit<Me, 'reviews' | 'patients'> {
  token: string;
  /** Where the person has chosen one in the profile: for a device on which none was chosen. */
  language?: LanguageChoice;
}
/** The answer of a changed account. */
export type Account = Omit<SignedIn, 'token' | 'language'>;
/** `POST /api/users/confirmationMail` */
export interface SentConfirmation {
  /** The address was confirmed already: no mail is sent. */
  emailVerified: boolean;
  /** The same in English. */
  message: string;
}
/**
 * The answer of a page that asked for a cookie (`X-Session: new`), with `BROWSER_SESSION=cookie`. The id is no secret:
 * it counts only beside the cookie.
 */
export interface SignedInByCookie extends Omit<SignedIn, 'token'> {
  sessionId: string;
}

export interface Member {
  /** Lower-case e-mail: the key of a member. */
  user: string;
  userId: string;
  firstName: string;
  lastName: string;
  isPhysic: boolean;
  canEdit: boolean;
  canRead: boolean;
  disabled: boolean;
  /** May search all changes of the team's medication errors, as the admin may. */
  canAudit: boolean;
  /** The admin account has disabled the whole account. Absent otherwise, and in the history. */
  accountDisabled?: boolean;
}
/** A former member of a team. */
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
  /** The member whom the admin has offered their place. Absent without an offer. */
  offeredTo?: string;
  cloudName: string;
  uploadPreset: string;
  /**
   * Whether reviews may be sent to the external chat assistant, where the installation has one (`chatUrl` of `GET
   * /api/config/`).
   */
  chatAllowed: boolean;
  /** Whether members without a second factor are refused (403 `second-factor-required`). */
  secondFactorRequired: boolean;
  /** BCP 47: of the headings and coded words in exported CSV files; English where they do not exist in it. */
  exportLanguage: string;
  /** Whether other teams may offer their patients to this one, and see its name. */
  receivesTransfers: boolean;
  /** The further kinds of values in the header of its charts, of `domain/measurements/kinds.ts`. */
  headerKinds: string[];
  /** After so many hours a laboratory value in the header is shown as old. */
  oldAfterHours: number;
  /** The table of doses by creatinine clearance that the team has written. */
  doseIntervals: DoseIntervals;
  /** The table by which the team estimates what it has avoided; without rows it does not. */
  avoidedHarm: AvoidedHarm;
  /** The rules for the answers of its physicians. */
  answerRules: AnswerRules;
  /** The names of the tags of antibiotics, of its table of priority. */
  antibioticTags: string[];
  classification: TeamClassification;
  members: Member[];
}

export interface PatientIdentity {
  firstName: string;
  middleName: string;
  lastName: string;
  fourthName: string;
  birthdate: string;
  medicalRecordNumber: string;
  /** At birth; empty where it is not known. */
  sex: Sex | '';
}
export interface Patient extends Versioned, PatientIdentity {
  _id: string;
  team: string;
  /** How many patients were merged into the patient, if any: of a read of one patient only. */
  merged?: number;
  /** Of a read of one patient only. */
  allergies?: AllergyList;
  /** Place in the team's order of registration, from 1. Of reads only: the patient's stream does not have it. */
  order?: number;
}
/** What a patient is allergic to: a drug, a class of drugs, or a text (docs/product.md, "Allergies"). */
export interface Allergy extends Versioned {
  _id: string;
  /** The root id of a drug, or empty. */
  drug: string;
  drugLabel: string;
  /** The id of a tag, or empty. */
  tag: string;
  tagLabel: string;
  agentText: string;
  reaction: string;
  severity: AllergySeverity;
  certainty: AllergyCertainty;
  source: AllergySource;
  /** A year or a day, as far as it is known. */
  onset: string;
  /** The merged patient on whose list it is. It cannot be changed while the merge holds. */
  from?: string;
  /** Another list of the person has the agent with another severity. */
  differs?: true;
}
/** The answer to the question about allergies. `version` is that of the list. */
export interface AllergyList extends Versioned {
  state: AllergyState;
  /** With those of merged patients. */
  list: Allergy[];
  /** That a person asked since the last change. `isOfStay`: and since the newest admission. */
  confirmed?: { at: string; byName: string; isOfStay: boolean };
  /** After a merge one list says that none are known, and another has some. */
  isContradicted?: true;
}
/** The answer of a command on allergies: the list of the patient alone, without those of merged patients. */
export interface PatientAllergies extends AllergyList {
  /** The id of the patient. */
  _id: string;
}
/** In lists of patients. */
export interface AllergyBrief {
  state: AllergyState;
  list: { name: string; reaction: string; severity: AllergySeverity }[];
}
/** The answer of a deletion. A repetition answers empty fields. */
export interface DeletedPatient extends Patient {
  /** Addresses of images at the team's image service, if any. They stay there until the team removes them. */
  imagesElsewhere?: string[];
}
/** Who is in hospital now, with the care details of the open admission. */
export interface Inpatient extends Patient, CareDetails {
  /** The open admission. */
  admission: string;
  allergyBrief: AllergyBrief;
}
/** `foundAs`: the merged patient that matches the search, where the patient it was merged into does not. */
export interface FoundPatient extends Patient {
  /** The open admission of an inpatient. */
  admission?: string;
  foundAs?: PatientIdentity;
}
/** A patient who was merged into a patient. */
export interface MergedPatient extends PatientIdentity {
  _id: string;
  /** The patient it was merged into: with several merges in a row not the one who stays. */
  into: string;
  mergedAt: string;
  mergedByName: string;
  /** Until then the merge can be undone. */
  undoUntil: string;
}
export interface MergedPatients {
  merged: MergedPatient[];
}
export interface PatientPage {
  patients: FoundPatient[];
  inpatients: Patient[];
  page: number;
  pages: number;
  total: number;
}
/** A patient of the team who may be the same person, and the equal fields. Nearest first. */
export interface SimilarPatient extends Patient {
  agrees: ('medicalRecordNumber' | 'birthdate' | 'name' | 'similarName')[];
}
export interface SimilarPatients {
  similar: SimilarPatient[];
}
export interface Inpatients {
  inpatients: Inpatient[];
  team: string;
}

/** One line each, the pregnancy a code, the planned discharge a day; empty where it is not known (docs/product.md, "Care details"). */
export interface CareDetails {
  room: string;
  bed: string;
  consultant: string;
  workingDiagnosis: string;
  /** A `Pregnancy`. */
  pregnancy: string;
  /** YYYY-MM-DD. */
  plannedDischarge: string;
}
export interface Admission extends Versioned, CareDetails {
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
  /** What was moved from here to another chart, in the order of the moves; absent if nothing was. */
  moves?: MovedOut[];
  /** The open offer to transfer the patient, if there is one. */
  transfer?: OpenTransfer;
  /** The answer to the newest offer, where it was declined. */
  transferDeclined?: DeclinedTransfer;
}
export interface DeclinedTransfer {
  toTeamName: string;
  reason: string;
  /** An instant, ISO 8601 UTC. */
  declinedAt: string;
}
export interface OpenTransfer {
  offer: string;
  toTeam: string;
  toTeamName: string;
  note: string;
  offeredBy: string;
  /** An instant, ISO 8601 UTC. */
  offeredAt: string;
}
/** `image` is a path of this installation or an address of the team's image service. */
export interface GalleryGroup {
  _id: string;
  title: string;
  images: { image: string }[];
  /** The person who added it. */
  userId?: string;
  /** When it was added, ISO 8601 UTC. */
  createdAt?: string;
  movedFrom?: MovedFrom;
}
type MovedKind = 'entry' | 'review' | 'note' | 'images';
/** That something was moved to another chart: a mark in the chart that it was in. */
export interface MovedOut {
  /** The id of the move. */
  _id: string;
  kind: MovedKind;
  /** The id that it had here; of images that of their group. */
  thing: string;
  /** The review of an entry. */
  review?: string;
  reason: string;
  /** Of the mover. */
  userId: string;
  /** ISO 8601. */
  at: string;
  /** Its place in the other chart. */
  to: { admission: string; thing: string; review?: string };
  /** The other chart does not have it yet. */
  underWay?: true;
}
/** Where something was before it was moved to this chart. */
export interface MovedFrom {
  /** The id of the move. */
  move: string;
  admission: string;
  thing: string;
  /** The review of an entry. */
  review?: string;
  reason: string;
  /** Of the mover. */
  userId: string;
  /** ISO 8601. */
  at: string;
}
/** `POST /api/admissions/{id}/moves` */
export interface Move extends MovedOut {
  /** The admission that it was moved from. */
  admission: string;
}
/** The answer of an upload. A gallery group takes `image`. */
export interface UploadedImages {
  images: { _id: string; image: string; thumbnail: string }[];
}
/** The answer of a command on a group: the group, and the admission's gallery. */
export interface GalleryChange extends GalleryGroup, Versioned {
  admission: string;
  gallery: GalleryGroup[];
}
/** A medication is not given for some days, and is not stopped. */
export interface MedicationHold {
  /** The first day without it. */
  from: string;
  /** The first day with it again; null until it is resumed. */
  until: string | null;
  reason: string;
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
  /** Null while the patient takes it. */
  stopDate: string | null;
  note: string;
  /** The reason for which it is given. */
  indication: string;
  /** The samples that were sent for it, and what was found. */
  culture: string;
  /** The newest hold, also after its end; null: never held. */
  hold: MedicationHold | null;
  /** The days on which dose, route or frequency changed, ascending. */
  doseChangedOn: string[];
  /** Place in the list, from 1. Sorting changes no medication's version. */
  order: number;
}
/**
 * `PUT /api/admissions/{id}/medications/sort`. `version` is that of the list: of additions, removals and order. The
 * admission's version is never lower.
 */
export interface SortedMedications extends Versioned {
  /** The id of the admission. */
  _id: string;
  medications: AdmissionMedication[];
}
/** `GET /api/admissions/{id}/details`: with the patient and the team's name, for the banner. */
export interface AdmissionDetails extends Admission {
  patientDetails: Patient;
  teamName: string;
  /** Other inpatients of the team in the same bed of the same room: a question, not an error. */
  alsoInBed: BedNeighbour[];
  /** Other open admissions of the person in the team, which a merge can bring: a question, until one is ended. */
  alsoOpen: OpenAdmission[];
}
export interface OpenAdmission {
  admission: string;
  admissionDate: string;
  room: string;
  bed: string;
}
export interface BedNeighbour extends Pick<Patient, 'firstName' | 'middleName' | 'lastName' | 'fourthName'> {
  admission: string;
}

export interface DrugErr extends Versioned {
  _id: string;
  /** The original of this entry in a duplicated review. */
  copiedFrom?: string;
  /** The id that the error was first written under, of a copied or moved one: the same for an error and all its copies. */
  firstId?: string;
  errType: string;
  errTypeLabel: string;
  errDrug: string;
  errDrugLabel: string;
  /** HTML. */
  errNote: string;
  /** Null: pending, or "No error". */
  errRes: Response | null;
  errSeverity: Severity | null;
  /** The answers that led to the severity, by their codes; empty where the letter was chosen by hand. */
  severityAnswers: string[];
  /**
   * The day on which a person looks again at the result, YYYY-MM-DD. Null where none is planned, and for "No error".
   */
  followUpDate: string | null;
  /** 0 to 5 in halves; null until rated. */
  rating: number | null;
  drugTags: { name: string }[];
  /** Codes of the PCNE Classification V 9.1 that a person chose. */
  pcne: string[];
  /** The person who has taken the entry over, by id. Without one the review's author is responsible for the response. */
  responsible?: string;
  /** Absent while it waits in an outbox. */
  asked?: Asked;
  movedFrom?: MovedFrom;
}
/** Whom an entry is asked of, and the last answer of a physician. The instants are ISO 8601 UTC. */
export interface Asked {
  /** From then on it waits for an answer. */
  at: string;
  /** Null: of the consultant of the stay, or of the team's physicians. */
  address: { kind: 'physician'; userId: string } | { kind: 'physicians' } | null;
  answer: EntryAnswer | null;
  /** The person who recorded the response, by id, where no physician's answer gave it. */
  reportedBy: string | null;
  /** The last reminder. `nextAt`: when the next one was due then. */
  reminded?: { step: 1 | 2 | 3; at: string; nextAt: string | null; to: string[] };
}
export interface EntryAnswer {
  answer: PhysicianAnswer;
  /** The change, or why it is refused. */
  text: string;
  /** One of the team's reasons for a refusal, or empty. */
  reason: string;
  userId: string;
  at: string;
  /** The author has changed drug, type or note since. */
  isOfEarlierText?: true;
}
/** `version` is that of the whole review with its entries, `headVersion` that of the head (date, note). */
export interface Review extends Versioned {
  _id: string;
  /** The original of a duplicated review. */
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
  /** When it was written, ISO 8601 UTC. Absent while it waits in an outbox. */
  createdAt?: string;
  headVersion: number;
  movedFrom?: MovedFrom;
}
/** An entry that the client has in this version. */
export type UnchangedEntry = Pick<DrugErr, '_id' | 'version'>;
/** A review without the entries that the client has (`review-parts.ts`). */
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
  /** When it was written, ISO 8601 UTC. */
  createdAt?: string;
  movedFrom?: MovedFrom;
}

/** "No error" (id ending `99bb`) is the first, cannot be renamed, and has version 0. */
export interface ErrorType extends Versioned {
  _id: string;
  label: string;
  /** The PCNE codes of its errors for which no one chose codes. */
  pcne?: string[];
}
export interface Tag extends Versioned {
  _id: string;
  label: string;
}
/** `POST /api/drugs/updateTradeList`: the number of updates of the list. */
export interface TradeListUpdate extends Versioned {
  tradeListVersion: number;
}
/**
 * A row of `GET /api/drugs`, for the search of drugs, without withdrawn trade labels. The list's version is its `ETag`,
 * as with `GET /api/drugs/roots`: an unchanged list is answered to `If-None-Match` with 304 and no body. The version
 * changes with every drug, tag and error type, and with Update Trade List. A browser may show its cached list. It asks
 * when it opens the page, on a live note `catalogue:drugs`, and after a lost live connection
 * (docs/decisions/read-side/trade-label-cache.md).
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
  /** Compatibility with other drugs, by their root ids. */
  compatibility: { drug: string; category: string; note: string }[];
  /** From the hospital's file; '' without one. */
  atc?: string;
  /** Defined daily doses of the same file. */
  ddds?: DefinedDose[];
}
/** A line of the file that does not fit; line 1 has the columns. */
export interface AtcProblem {
  line: number;
  reason: 'columns' | 'unknown-drug' | 'several-drugs' | 'atc' | 'other-atc' | 'ddd' | 'unit' | 'route' | 'route-twice';
  text: string;
}
/** `classified`: the drugs that the file has changed. `problems`: the first 500. */
export interface AtcFileRead {
  rows: number;
  classified: number;
  unchanged: number;
  problemCount: number;
  problems: AtcProblem[];
}
/** A shared error template, for adults or for children. `label` is HTML. */
export interface ErrTemp {
  idx: number;
  errType: string;
  isAdult: boolean;
  label: string;
  /** PCNE codes that it brings into an entry; absent without any. */
  pcne?: PcneCode[];
}

/** Needs no token. `video` is an address, set in `query-api/data/courses.json`. */
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

/** The reason of a refusal, one a sentence, and the values in the sentence. */
export interface WhyRefused {
  /** Stable. Programs use it and never the text of `message`. */
  reason: Reason;
  /** By the names in the description of the reason. */
  values?: Readonly<Record<string, string | number>>;
}
/** The body of every error (docs/product.md, "HTTP conventions"). */
export interface Problem extends WhyRefused {
  /** In English. */
  message: string;
  code: RefusalCode;
  /** Sentences in English, by the names of the request's fields. */
  fields?: Record<string, string>;
  /** The same for programs. */
  fieldReasons?: Record<string, WhyRefused>;
}
/** 409 of an edit whose entity has changed: its current state, and the person and time of the change. */
export interface ConflictProblem extends Problem {
  code: 'conflict';
  current?: unknown;
  changedBy?: { userId: string; name: string };
  changedAt?: string;
}
/** 403 `chart-transferred` of a chart or patient as they are now: the caller's team, which has their past. */
export interface TransferredProblem extends Problem {
  code: 'forbidden';
  team?: string;
}
