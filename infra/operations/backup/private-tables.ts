/**
 * The part of each private table that a backup has (`service-kit/private-schema`). A new table
 * belongs into one of the lists: `private-tables.nightly.int.spec.ts` fails until it is there.
 */

/** Read before the log, in one snapshot: no seal is of an event that the copy of the log does not have. */
export const SEAL_TABLES = [
  'accounts.event_seal',
  'accounts.sealed_stream',
  'accounts.seal_position',
  'accounts.anchor',
  'accounts.anchored_head',
  'accounts.anchor_statement',
  'accounts.anchor_statement_delivery',
  'accounts.follower_position',
] as const;

/** Read after the log, in one snapshot: each event finds its key. They may lie on another medium. */
export const KEY_TABLES = [
  'accounts.master_key',
  'accounts.master_key_check',
  'accounts.patient_key',
  'accounts.device_key',
] as const;

/** Read with the keys. In an order in which foreign keys find their rows. */
export const ACCOUNT_TABLES = [
  'accounts.credential',
  'accounts.totp',
  'accounts.passkey',
  'accounts.recovery_code',
  'accounts.device_pin',
  'accounts.oidc_identity',
  'accounts.last_use',
  'accounts.invitation',
  // Its lines keep their numbers and hashes: they are loaded without the trigger that gives them.
  'accounts.security_line',
  'accounts.security_anchor',
  'accounts.command_origin',
  'accounts.command_key',
  'accounts.known_setting',
  'accounts.import_source',
  'accounts.access_note',
  'accounts.event_version',
  'accounts.demo_installation',
] as const;

/** Read with the keys, without their contents, which are files of their own. */
export const IMAGE_TABLE = 'images.image';
export const IMAGE_CONTENTS: readonly string[] = ['content', 'thumbnail'];

/**
 * In no backup. Sessions, links, challenges and counters end with the installation: what was revoked must not come back
 * with an older copy. The others are written again by the running product.
 */
export const LEFT_OUT = [
  'accounts.session',
  'accounts.session_proof',
  'accounts.oidc_session',
  'accounts.oidc_sign_in',
  'accounts.oidc_logout_token',
  'accounts.one_time_link',
  'accounts.invitation_link',
  'accounts.mail_outbox',
  'accounts.captcha_used',
  'accounts.rate_limit',
  'accounts.spent_challenge',
  'accounts.master_key_holder',
  'accounts.leader_fence',
  'accounts.follower_health',
  'accounts.team_write',
  // A restored log is another log: pages that are open read all again.
  'accounts.event_log_identity',
  // A restored installation has no backup of its own yet.
  'accounts.backup_run',
  'accounts.stream_retry',
  // The manifest says how many steps have run.
  'accounts.migration',
] as const;

/** In an order in which they can be loaded: credentials before what belongs to them, anchors before their heads. */
export const LOADED_TABLES: readonly string[] = [...ACCOUNT_TABLES, ...KEY_TABLES, ...SEAL_TABLES];
