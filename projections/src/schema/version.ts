/**
 * The Postgres schema that the screens read. Rows, checkpoints and changes of one version lie together, so that a
 * rebuild fills a new schema beside it and the switch is this one name.
 */
export const READ_SCHEMA = 'read_v1';

/** NOTIFY channel of committed changes; the payload is a `ChangeNotice`. */
export const CHANGE_CHANNEL = 'read_model_changed';

/** What a projection's transaction announces: ids only, no content and no names. */
export interface ChangeNotice {
  stream: string;
  /** Decimal string: JSON has no bigint. */
  revision: string;
  /** The first revision that it speaks of: whoever has not heard of the one before it has missed something. */
  from: string;
  touched: string[];
  actorId: string;
  at: string;
  /** Whose rooms are told. Absent for the catalogue and for users. */
  teamId?: string;
}
