/**
 * The live protocol on Socket.IO at `/socket.io`, handshake `auth: { token }` (docs/architecture.md, "Live protocol").
 */
import type { Reason } from '../domain/reasons/catalogue.ts';
import type { Touched } from '../domain/values/touched.ts';

/** Names what changed, without content. Revisions are whole numbers, as in all JSON. */
export interface Changed {
  stream: string;
  revision: number;
  /** The first revision of this note. A client without the revision before it has missed a change. */
  from: number;
  touched: Touched[];
  actorId: string;
  actorName: string;
  /** Instant, ISO 8601. */
  at: string;
}
export type Watch = { admission: string; revision?: number } | { team: string };
export type WatchAnswer =
  | { ok: true; stream: string; revision: number }
  | { ok: false; message: string; reason: Reason };
/** The `data` of a refused handshake (`connect_error`), beside its `message`. */
export interface RefusedHandshake {
  reason: Reason;
}
export interface PresenceTouch {
  admission: string;
  target: `review:${string}` | `note:${string}` | `medication:${string}` | 'admission';
  mode: 'viewing' | 'editing';
}
/** The person has seen the chart up to this revision. Sent by a socket that watches the chart. It never goes back. */
export interface Seen {
  admission: string;
  revision: number;
  /** The findings on the screen, at most 200: the use of statements is counted from them. */
  findings?: ShownFinding[];
}
export interface ShownFinding {
  statementId: string;
  statementVersion: number;
  key: string;
}
export interface Presence {
  admission: string;
  people: { userId: string; name: string; target: string; mode: 'viewing' | 'editing' }[];
}

export interface ClientToServer {
  watch(what: Watch, answer: (result: WatchAnswer) => void): void;
  unwatch(what: Watch, answer: (result: { ok: true }) => void): void;
  seen(what: Seen, answer: (result: { ok: boolean }) => void): void;
  'presence:touch'(touch: PresenceTouch, answer: (result: { ok: boolean }) => void): void;
  /** Whether the connection still carries anything. A page that is shown again asks. */
  probe(answer: (result: { ok: true }) => void): void;
}
/** On every answer of a read: the id of the event log that the rows are made from. Absent while they are compared. */
export const EVENT_LOG_HEADER = 'x-event-log';

export interface ServerToClient {
  /**
   * The id of the event log, after the handshake and with each heartbeat. With another id than before, what the client has
   * read may not be in the log: it forgets all versions and revisions, and reads all again.
   */
  log(id: string): void;
  changed(note: Changed): void;
  /**
   * Heartbeat, every 20 s: the current revision of every watched stream, changed or not, and of other streams of the
   * socket's rooms that have changed recently. A stream that is missing here is no longer watched.
   */
  revisions(current: Record<string, number>): void;
  /** This person has seen a chart, in any window: its news have changed. */
  seen(what: { admission: string }): void;
  presence(people: Presence): void;
  signedOut(): void;
  /** The session is locked: the server closes the connection. */
  locked(): void;
}
export const PRESENCE_TOUCH_MS = 10_000;
export const PRESENCE_LAPSE_MS = 30_000;
export const HEARTBEAT_MS = 20_000;
