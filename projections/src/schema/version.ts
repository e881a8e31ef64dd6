/** The Postgres schema that the screens read: rows, checkpoints and changes. */
export const READ_SCHEMA = 'read_v1';

/** Where a rebuild makes the rows again, beside those that the screens read (`../rebuild/rebuild.ts`). */
export const NEXT_SCHEMA = 'read_next';

/** The rows of before the last rebuild, kept for a while. */
export const OLD_SCHEMA = 'read_old';

/** NOTIFY channel of committed changes; the payload is a `ChangeNotice`. */
export const CHANGE_CHANNEL = 'read_model_changed';

/**
 * NOTIFY channel of a switch to rebuilt rows; the payload is the projections' names. What a process has cached of their
 * rows may be other now.
 */
export const SWITCH_CHANNEL = 'read_model_switched';

/** The announcement of a projection's transaction: ids, without content or names. */
export interface ChangeNotice {
  stream: string;
  /** Decimal string: JSON has no bigint. */
  revision: string;
  /** The first revision that the notice covers. A client that does not have the revision before it has missed one. */
  from: string;
  touched: string[];
  actorId: string;
  at: string;
  /** The team whose rooms are notified. Absent for the catalogue and for users. */
  teamId?: string;
  /** Only where traces are made. */
  commandIds?: string[];
}
