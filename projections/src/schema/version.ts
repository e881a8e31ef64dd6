/**
 * The Postgres schema that the screens read. It holds the rows, checkpoints and changes of one version, so that a
 * rebuild can fill a new schema beside it and switch by this name.
 */
export const READ_SCHEMA = 'read_v1';

/** NOTIFY channel of committed changes; the payload is a `ChangeNotice`. */
export const CHANGE_CHANNEL = 'read_model_changed';

/** What a projection's transaction announces: ids, without content or names. */
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
}
