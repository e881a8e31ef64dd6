/** The live protocol on Socket.IO at `/socket.io`, handshake `auth: { token }` (architecture, "Live protocol"). */
import type { Reason } from '../domain/reasons/catalogue.ts';

export type Touched =
  `${'admission' | 'patient' | 'review' | 'entry' | 'note' | 'gallery' | 'medication' | 'team' | 'user' | 'drug' | 'catalogue'}:${string}`;

/** What changed, never the content. Revisions as in every JSON: whole numbers. */
export interface Changed {
  stream: string;
  revision: number;
  /** The first revision that this note speaks of. One who has not seen the one before it has missed something. */
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
/** The `data` of a handshake that is refused (`connect_error`), beside its `message`. */
export interface RefusedHandshake {
  reason: Reason;
}
export interface PresenceTouch {
  admission: string;
  target: `review:${string}` | `note:${string}` | 'admission';
  mode: 'viewing' | 'editing';
}
/** Everything of the chart up to this revision has been looked at. Said by whoever watches it; it never goes back. */
export interface Seen {
  admission: string;
  revision: number;
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
}
export interface ServerToClient {
  changed(note: Changed): void;
  /**
   * Heartbeat, every 20 s: the current revision of every stream that this socket watches, changed or not, and of
   * whatever else it hears of that has changed lately. What is watched and not named here is not watched any more.
   */
  revisions(current: Record<string, number>): void;
  /** This person has looked at a chart, in whichever window: their news of it are others now. */
  seen(what: { admission: string }): void;
  presence(people: Presence): void;
  signedOut(): void;
}
export const PRESENCE_TOUCH_MS = 10_000;
export const PRESENCE_LAPSE_MS = 30_000;
export const HEARTBEAT_MS = 20_000;
