/**
 * History, read from the events (docs/architecture.md, "History"): every change with its before and after, a chart at
 * an earlier time, the life of one medication error, verification. Read side only.
 */
import type {
  Admission,
  AdmissionMedication,
  DrugErr,
  FormerMember,
  Patient,
  PhysicianNote,
  Review,
} from './entities.ts';
import type { entryChanges } from '../domain/admission/fields.ts';
import type { Response, Severity } from '../domain/values/codes.ts';
import type { Measurement } from './measurements.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { MedicationDashboard } from './reports.ts';

type HistoryKind =
  | 'admission'
  | 'review'
  | 'entry'
  | 'note'
  | 'gallery'
  | 'medication'
  | 'medications'
  | 'measurement'
  | 'homeMedication'
  | 'reconciled'
  | 'measurements'
  | 'findings'
  | 'patient'
  | 'allergy'
  | 'team'
  | 'member'
  | 'priorityTable'
  | 'view'
  | 'drug';
/**
 * The subject of a change. `admission:<id>` is the head (dates, details, discharge), `gallery:<id>` a group of images,
 * `medications:<admission>` the order of the list, `measurements:<admission>` a line or panel of new values,
 * `findings:<admission>` a decision on a finding, `reconciled:<stage>.<kind>.<id>` the decision about a medicine,
 * `member:<user>` a member of a team, `priorityTable:<team>` its table of priority, `view:<id>` a view of its ward board.
 */
export type HistoryThing = `${HistoryKind}:${string}`;

/** One event, with the field names of the contract. People have their current names; other names are as written. */
export interface HistoryEvent {
  /** The id of the event. */
  _id: string;
  /** Such as `ReviewMedicationUpdated`. */
  type: string;
  stream: string;
  revision: number;
  /** When it was done, ISO 8601. */
  at: string;
  /** When the log recorded it, ISO 8601: known from then on. Absent in older events; then `at` is both times. */
  recordedAt?: string;
  actorId: string;
  actorName: string;
  of: HistoryThing;
  /**
   * The name of the subject: an entry's drug, a review's or note's day, a member's name. Absent for patients, teams and
   * admissions.
   */
  name?: string;
  /** The review of an entry. For other parts, the larger thing with which it was added or removed. */
  in?: HistoryThing;
  /** The old values of changed fields; null for an addition; everything for a removal. */
  before: Record<string, unknown> | null;
  /** The new values of the same fields; everything for an addition; null for a removal. */
  after: Record<string, unknown> | null;
  /** It was done more than 24 hours after the end of its day of care. */
  late?: true;
  /** It was brought over from an older system. */
  imported?: true;
  /** The patient was deleted: the content is unreadable. */
  unreadable?: true;
}
/** Ascending, 20 a page. */
export interface Timeline {
  stream: string;
  /** The revision of the newest event of the stream. */
  revision: number;
  events: HistoryEvent[];
  /** The patient was deleted, and the content of the events is unreadable. */
  erased?: true;
  page: number;
  pages: number;
  total: number;
}

/**
 * `GET /api/history/admissions/{id}?at=<revision or instant>`: the chart at that time. People, drugs and types have
 * their current names. `at=review:<id>`: at the end of the day of that review, or when it was first written if that is
 * later.
 */
export interface ChartAsOf {
  admission: Admission;
  /** As known at that time, without `order`, with the allergies. */
  patient: Patient;
  /** By date, then in order of writing, as on the tabs. */
  reviews: Review[];
  notes: PhysicianNote[];
  medications: AdmissionMedication[];
  /** Of this stay, ascending. */
  measurements: Measurement[];
  reconciliation: Reconciliation;
  dashboard: MedicationDashboard;
  /** The requested instant, or that of the revision, ISO 8601; now for the newest revision. */
  at: string;
  /** The revision of the last event recorded by then. */
  revision: number;
  /** That event. */
  change: HistoryEvent;
}

/**
 * `GET /api/history/admissions/{id}/moments`: when the log recorded each change of an admission, for the time slider.
 */
export interface Moments {
  stream: string;
  /** When the log recorded the first event, ISO 8601. */
  from: string;
  /**
   * Milliseconds from `from` to each event, by revision. The order is that of the stream: clocks of processes differ.
   */
  after: number[];
  /** The newest event is the deletion of the admission: there is a chart up to the event before. */
  deleted?: true;
  /** The patient was deleted: there is no chart. */
  erased?: true;
  /** The caller's team has transferred the patient: these are the changes until then. */
  transferred?: true;
}

/** The fields of an error that a step changed. */
export type EntryChange = 'added' | 'copied' | 'removed' | 'movedIn' | 'movedOut' | (typeof entryChanges)[number];
export interface EntryStep extends HistoryEvent {
  what: EntryChange[];
  /** Milliseconds since the addition of the error. */
  sinceAdded: number;
  /** Milliseconds since the previous step. */
  sincePrevious: number;
}
/** `GET /api/history/entries/{id}`: the life of one medication error. */
export interface EntryLife {
  _id: string;
  admission: string;
  patient: string;
  review: string;
  /** The current entry; null where it or its review was removed. */
  entry: DrugErr | null;
  /** Milliseconds from the addition to the first severity, response and rating; null without one. */
  untilSeverity: number | null;
  untilResponse: number | null;
  untilRating: number | null;
  steps: EntryStep[];
}

/** `moved`: the event was written at another place. */
export type Tampering = 'altered' | 'dropped' | 'inserted' | 'moved';

/**
 * `GET /api/history/.../verify`: whether the events of a stream are those that were written
 * (docs/decisions/write-side/seals.md). Each event is compared with its link in the stream's hash chain, which is
 * stored beside the log some seconds after the event, and the links with the signed anchors.
 */
export interface Verification {
  stream: string;
  intact: boolean;
  /** The number of unaltered events, from the first. */
  checked: number;
  /** The number of these with a link. The newest events have none for some seconds. */
  sealed: number;
  /** The number of signed anchors of this chain. */
  anchors: number;
  /** The first altered event, and the kind of tampering where it is known. */
  broken?: { revision: number; reason: string; what?: Tampering };
  /**
   * The first event without a link minutes after it was written (`since`): sealing has stopped or is late. From this
   * event on nothing is proven yet. Absent where all due events are sealed.
   */
  unsealed?: { revision: number; since: string };
  /** The public key of anchors and exports: 32 bytes of Ed25519 in base64url. */
  publicKey: string;
}

/** The fields of a medication error that an auditor searches. */
export interface ErrorStanding {
  errType: string;
  errTypeLabel: string;
  errDrug: string;
  errDrugLabel: string;
  errSeverity: Severity | null;
  errRes: Response | null;
  rating: number | null;
  followUpDate: string | null;
}
/**
 * A result of an auditor's search: one change of one medication error, with the error after the change; for a removal,
 * before it. People have their current names; other names are as written.
 */
export interface ErrorChange extends ErrorStanding {
  /** `<entry>@<revision>` */
  _id: string;
  entry: string;
  review: string;
  admission: string;
  patient: string;
  /** The current names; '' after a deletion. */
  patientName: string;
  stream: string;
  revision: number;
  /** When it was done, ISO 8601. */
  at: string;
  /** When the log recorded it, ISO 8601. Absent in older events; then `at` is both times. */
  recordedAt?: string;
  actorId: string;
  actorName: string;
  what: EntryChange[];
  /** The old values of the changed fields; null where a field had none. */
  before: Partial<ErrorStanding>;
  /** It was done more than 24 hours after the end of its day of care. */
  late?: true;
}
/**
 * `GET /api/history/teams/{id}/errors`: newest first, 20 a page. `pageNumber` reaches as far as changes are counted;
 * `cursor`, the `next` of a page, has no limit.
 */
export interface ErrorChangePage {
  changes: ErrorChange[];
  page: number;
  pages: number;
  /** Counted up to 1,000. */
  total: number;
  /** There are more than `total`. */
  more?: true;
  /** The cursor of the next page, if there is one. */
  next?: string;
  /** On the first page: former members, who may have changes too. */
  left?: FormerMember[];
}

/**
 * `GET /api/history/teams/{id}/verifyAll`: verifies one part of a team's events: its anchors, each against the one
 * before it and its chains, then every stream. Repeat with `after` until there is no `next`.
 */
export interface TeamVerification {
  team: string;
  /** The number in this part. */
  anchors: number;
  streams: number;
  events: number;
  /** What was altered: an anchor by its number, a stream by its first altered event. */
  broken: { anchor?: number; stream?: string; revision?: number; reason: string }[];
  /** The numbers in all parts. */
  all: { anchors: number; streams: number };
  /** When the last anchor of this part was signed; null without one. */
  anchoredAt: string | null;
  /**
   * Sealing has stopped or is late. Events after `since` (null: all events) may have no link, and streams that began
   * after it are not counted. Absent where all due events are sealed.
   */
  unsealed?: { since: string | null };
  publicKey: string;
  next?: string;
}
