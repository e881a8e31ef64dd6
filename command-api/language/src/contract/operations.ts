/** The operator's page, for the admin account (docs/product.md, "Operator's page"). Numbers and ids: no name of a person. */

/** What is wrong. The words are the page's, the rules `query-api/src/http/operations/warnings.ts`. */
export type OperationsWarningKind =
  | 'eventLogAway'
  | 'serviceAway'
  | 'nothingFollowed'
  | 'streamsParked'
  | 'diskNearlyFull'
  | 'rowsBehind'
  | 'rebuildFailed'
  | 'rowsOfNewerVersion'
  | 'queueAway'
  | 'queueGrows'
  | 'backupMissing'
  | 'backupOld'
  | 'partUnknown';

export interface OperationsWarning {
  readonly kind: OperationsWarningKind;
  /** People are hindered, or will be soon. */
  readonly isUrgent: boolean;
  /** The values of its sentence. They change rarely, so that a screen reader does not repeat it. */
  readonly values: Readonly<Record<string, string | number>>;
  /** The heading of docs/operations.md that says what to do. */
  readonly section: string;
}

/** How many steps of a migration have run on the database, and how many this program knows. */
export interface MigrationSteps {
  readonly done: number;
  readonly known: number;
}
export interface RunningVersion {
  readonly product: string;
  readonly node: string;
  /** Null where the database cannot be read. */
  readonly privateTables: MigrationSteps | null;
  readonly readModels: MigrationSteps | null;
}

/** A process of a service. One that was killed is listed for 100 seconds more. */
export interface ServiceProcess {
  /** Such as `query-api`. */
  readonly service: string;
  /** Such as `process 42 on host-1`. */
  readonly process: string;
  readonly seenAt: string;
}

export interface RowsOfProjection {
  readonly projection: string;
  /** Streams with events that have no rows yet. */
  readonly behind: number;
  /** How long the stream that waits longest has waited, in seconds. */
  readonly oldestSeconds: number;
  readonly parked: number;
  /** Null where the rows are those of this version. `said` is in English: progress, or why it failed. */
  readonly rebuild: { readonly state: 'waits' | 'runs' | 'failed' | 'newerVersion'; readonly said: string } | null;
}
export interface RowsOfScreens {
  /** A process of projections follows the event log. */
  readonly isFollowed: boolean;
  readonly projections: readonly RowsOfProjection[];
}

/** A stream whose projection an event has stopped. */
export interface StoppedStream {
  readonly projection: string;
  readonly stream: string;
  /** Such as `admission`. */
  readonly kind: string;
  readonly id: string;
  /** Of the event that stopped it. */
  readonly revision: string;
  readonly eventType: string;
  /** Codes and names of the program, in English: nothing of a patient. */
  readonly reason: string;
  readonly since: string;
  /** It goes on by itself with a newer version of the program. */
  readonly waitsForNewerProgram: boolean;
}
export interface StoppedStreams {
  readonly total: number;
  /** The newest ones: 100 at most. */
  readonly newest: readonly StoppedStream[];
}

export interface QueueNumbers {
  readonly engine: 'postgres' | 'redis';
  /** Jobs that wait for a worker. */
  readonly waiting: number;
  /** Jobs that are tried again later. */
  readonly delayed: number;
  readonly active: number;
}

export interface EventLogState {
  /** Of the newest event; null in an empty log. */
  readonly position: string | null;
  /** Up to here projections has seen the log; null before its first event. */
  readonly followedTo: string | null;
}

/** Numbers only: the page does not say who works when. */
export interface SessionNumbers {
  readonly people: number;
  readonly sessions: number;
  /** Sessions by their age. */
  readonly begun: {
    readonly withinHour: number;
    /** One to four hours ago. */
    readonly withinFourHours: number;
    readonly earlier: number;
  };
}

export interface DiskSpace {
  readonly bytes: number;
  readonly freeBytes: number;
}

export interface GoodBackup {
  readonly madeAt: string;
  /** Of the runs into the same folder. */
  readonly number: number;
  /** Of the last event that is in it. */
  readonly position: string;
  readonly events: number;
  readonly bytes: number;
  /** Machine and folder. */
  readonly place: string;
}

/** `GET /api/operations`. A part is null where it could not be read within two seconds. */
export interface Operations {
  /** When it was read. */
  readonly at: string;
  /** The urgent ones first. */
  readonly warnings: readonly OperationsWarning[];
  readonly version: RunningVersion;
  readonly services: readonly ServiceProcess[] | null;
  readonly rows: RowsOfScreens | null;
  readonly parked: StoppedStreams | null;
  readonly queue: QueueNumbers | null;
  readonly eventLog: EventLogState | null;
  readonly database: { readonly bytes: number } | null;
  /** Of the data folder, where the services have one. */
  readonly disk: { readonly isHere: boolean; readonly space: DiskSpace | null };
  readonly sessions: SessionNumbers | null;
  /** `last` is null where none was made since the installation began or was restored. */
  readonly backup: { readonly last: GoodBackup | null } | null;
}

/**
 * The answer of "Try again". `goesOn`: its rows follow the log again. `parkedAgain`: an event stopped it again.
 * `triedLater`: the event log or the database was away, and it is tried again by itself. `notParked`: there was nothing to
 * do. `unanswered`: no process of projections has answered; it is done as soon as one runs.
 */
export interface TriedStream {
  readonly outcome: 'goesOn' | 'parkedAgain' | 'triedLater' | 'notParked' | 'unanswered';
  /** Why it is parked again. */
  readonly reason: string | null;
}
