/**
 * The log as people read it: every change with what was before and after, a chart as it was, the life of one medication
 * error, and whether anything of it has been altered. Told from the events themselves, in the same shapes as everything
 * else. Of the read side only.
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
import type { Response, Severity } from '../domain/values/codes.ts';
import type { MedicationDashboard } from './reports.ts';

/**
 * What a change is about. `admission:<id>` is its head (dates, details, discharge), `gallery:<id>` a group of images,
 * `medications:<admission>` the order of the list, `member:<user>` a team's.
 */
export type HistoryThing =
  `${'admission' | 'review' | 'entry' | 'note' | 'gallery' | 'medication' | 'medications' | 'patient' | 'team' | 'member' | 'drug'}:${string}`;

/**
 * One event. Fields carry the names of the contract; people are called as they are today, everything else as it was
 * written.
 */
export interface HistoryEvent {
  /** The event's. */
  _id: string;
  /** Such as `ReviewMedicationUpdated`. */
  type: string;
  stream: string;
  revision: number;
  /** When it was done, ISO 8601. */
  at: string;
  /**
   * When the log took it, ISO 8601: known from then on. Absent where it was written before the two were told apart:
   * `at` stands for both.
   */
  recordedAt?: string;
  actorId: string;
  actorName: string;
  of: HistoryThing;
  /**
   * By what people call it: an entry by its drug, a review or note by its day, a member by their name. Absent of
   * patients, teams and admissions.
   */
  name?: string;
  /** The review of an entry; of what is told alone, the larger thing that it came or went with. */
  in?: HistoryThing;
  /** Of a change, the fields that changed, as they were; of what came, null; of what went, the whole of it. */
  before: Record<string, unknown> | null;
  /** The same fields as they are afterwards; of what came, the whole of it; of what went, null. */
  after: Record<string, unknown> | null;
  /** It came more than 24 hours after the day that it speaks of. */
  late?: true;
  /** The patient was deleted: that something happened is all that is known. */
  unreadable?: true;
}
/** Ascending, 20 a page. */
export interface Timeline {
  stream: string;
  /** Of the newest event of the stream. */
  revision: number;
  events: HistoryEvent[];
  /** The patient was deleted, and what was written of them cannot be read by anybody any more. */
  erased?: true;
  page: number;
  pages: number;
  total: number;
}

/**
 * `GET /api/history/admissions/{id}?at=<revision or instant>`: the chart as it stood then. People, drugs and types are
 * called as they are today.
 */
export interface ChartAsOf {
  admission: Admission;
  /** As they were known then: without a place in the team's order. */
  patient: Patient;
  /** By date, then in order of writing, as the tabs show them. */
  reviews: Review[];
  notes: PhysicianNote[];
  medications: AdmissionMedication[];
  dashboard: MedicationDashboard;
  /**
   * The instant it stood so, ISO 8601: the one that was asked for, or that of the revision; now, where it is the
   * newest.
   */
  at: string;
  /** Of the last event that the log had taken by then. */
  revision: number;
  /** That event. */
  change: HistoryEvent;
}

/**
 * `GET /api/history/admissions/{id}/moments`: when the log took each change of an admission, for whoever goes through
 * its life.
 */
export interface Moments {
  stream: string;
  /** When the log took the first event, ISO 8601. */
  from: string;
  /**
   * Milliseconds from there to each event, by revision. The order of the stream counts: clocks of several processes
   * differ.
   */
  after: number[];
  /** By the newest event the admission was deleted: there is a chart up to the one before. */
  deleted?: true;
  /** The patient was deleted: there is no chart any more. */
  erased?: true;
}

/** What a step changed of an error. */
export type EntryChange =
  | 'added'
  | 'copied'
  | 'removed'
  | 'severity'
  | 'response'
  | 'rating'
  | 'followUp'
  | 'drug'
  | 'type'
  | 'note'
  | 'tags';
export interface EntryStep extends HistoryEvent {
  what: EntryChange[];
  /** Milliseconds since it was added. */
  sinceAdded: number;
  /** Milliseconds since the step before. */
  sincePrevious: number;
}
/** `GET /api/history/entries/{id}`: the life of one medication error. */
export interface EntryLife {
  _id: string;
  admission: string;
  patient: string;
  review: string;
  /** As it stands; null where it was removed, by itself or with its review. */
  entry: DrugErr | null;
  /**
   * Milliseconds from its adding until it had a severity, a response, a rating for the first time; null where it has
   * had none.
   */
  untilSeverity: number | null;
  untilResponse: number | null;
  untilRating: number | null;
  steps: EntryStep[];
}

/** `moved`: it was written, but at another place. */
export type Tampering = 'altered' | 'dropped' | 'inserted' | 'moved';

/**
 * `GET /api/history/.../verify`: whether the events of a stream are those that were written. Each is held against its
 * link in the stream's hash chain, which is kept beside the log from some seconds after it was written, and the links
 * against the signed anchors that name them.
 */
export interface Verification {
  stream: string;
  intact: boolean;
  /** Events that were found as they should be, from the first. */
  checked: number;
  /** Of these, those whose link is kept: the newest have none for some seconds. */
  sealed: number;
  /** Signed anchors that name this chain. */
  anchors: number;
  /** The first event that is not as it was, and what has become of it, where that can be told. */
  broken?: { revision: number; reason: string; what?: Tampering };
  /**
   * Not sealed: the first event that has no link although it was written (`since`) minutes ago. The sealing stands
   * still, or is far behind: from this event on nothing proves yet that the events are as they were written. Absent
   * where all that should be sealed is sealed.
   */
  unsealed?: { revision: number; since: string };
  /** Of the key that anchors and exports are signed with: 32 bytes of Ed25519 in base64url. */
  publicKey: string;
}

/** A medication error as far as an auditor searches for it. */
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
 * What an auditor's search finds: one change of one medication error, with how that stands afterwards; of what was
 * removed, how it stood. People are called as they are today, everything else as it was written.
 */
export interface ErrorChange extends ErrorStanding {
  /** `<entry>@<revision>` */
  _id: string;
  entry: string;
  review: string;
  admission: string;
  patient: string;
  /** As they are called today; '' where they are not there any more. */
  patientName: string;
  stream: string;
  revision: number;
  /** When it was done, ISO 8601. */
  at: string;
  /**
   * When the log took it, ISO 8601. Absent where it was written before the two were told apart: `at` stands for both.
   */
  recordedAt?: string;
  actorId: string;
  actorName: string;
  what: EntryChange[];
  /** As it stood before, of what has changed: null where it had none. */
  before: Partial<ErrorStanding>;
  /** It came more than 24 hours after the day that it speaks of. */
  late?: true;
}
/**
 * `GET /api/history/teams/{id}/errors`: newest first, 20 a page. `pageNumber` counts pages as far as changes are
 * counted; `cursor`, the `next` of a page, goes on to any length.
 */
export interface ErrorChangePage {
  changes: ErrorChange[];
  page: number;
  pages: number;
  /** Counted up to 1,000. */
  total: number;
  /** There are more than `total`. */
  more?: true;
  /** Where the next page begins, if there is one. */
  next?: string;
  /** With the first page: who is no member any more, and may have changed something. */
  left?: FormerMember[];
}

/**
 * `GET /api/history/teams/{id}/verifyAll`: a part of checking everything of a team, which may be long: its anchors,
 * each held against the one before it and against the chains it names, then every stream. Asked again with `after`
 * until no `next` comes.
 */
export interface TeamVerification {
  team: string;
  /** Of this part. */
  anchors: number;
  streams: number;
  events: number;
  /** What is not as it was: of an anchor by its number, of a stream by its first such event. */
  broken: { anchor?: number; stream?: string; revision?: number; reason: string }[];
  /** Of all parts. */
  all: { anchors: number; streams: number };
  /**
   * When the last anchor of this part was signed, null without one: of the last part of the anchors, how far all of
   * them reach.
   */
  anchoredAt: string | null;
  /**
   * Not sealed: the sealing stands still, or is far behind. What was written after `since` (null: everything) may have
   * no link, and a stream that was begun after it is not among these. Absent where all that should be sealed is sealed.
   */
  unsealed?: { since: string | null };
  publicKey: string;
  next?: string;
}
