/** The hospital's interface, for the admin account (docs/interfaces.md). */
import type { FeedOutcome, SetAsideReason } from '../domain/values/feed-codes.ts';

/** A port that a process has opened. */
export interface FeedListener {
  readonly address: string;
  readonly isSecure: boolean;
  readonly connections: number;
  /** What is wrong with the mapping; empty where it is right. */
  readonly mistake: string;
}

/** A message that waits for a person. */
export interface ParkedFeedMessage {
  readonly _id: string;
  /** Such as `ADT^A01`. */
  readonly kind: string;
  /** A reason of `domain/values/feed-codes.ts`. */
  readonly reason: string;
  /** The code that is not known, or what the product refuses. */
  readonly about: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  readonly tries: number;
}

export interface Feeds {
  readonly listeners: readonly FeedListener[];
  /** Of the last 24 hours. */
  readonly counts: Readonly<Record<FeedOutcome, number>>;
  /** ISO 8601 UTC; null where none was received in 24 hours. */
  readonly lastAt: string | null;
  readonly parked: {
    readonly total: number;
    /** The newest first, without what they say of patients. */
    readonly newest: readonly ParkedFeedMessage[];
  };
}

export interface FeedMessage extends ParkedFeedMessage {
  readonly segments: readonly string[];
}

export interface TriedFeedMessage {
  readonly outcome: FeedOutcome;
  readonly reason: string;
  readonly about: string;
}
export type { SetAsideReason };
