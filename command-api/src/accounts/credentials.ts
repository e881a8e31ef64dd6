/**
 * E-mails and password hashes (docs/decisions/write-side/accounts.md). A unique index reserves an e-mail before
 * `UserRegistered` is appended. `isConfirmed` tells whether that has happened, so that an interrupted sign-up can be
 * completed.
 */
import type { Pool, PoolClient } from 'pg';
import { inShortTransaction, inTransaction } from 'service-kit/postgres/in-transaction';
import type { LanguageChoice } from 'language/contract/languages';
import { linkHash } from './one-time-links.ts';
import { recordSecurityEvent, type SecurityOrigin } from 'service-kit/security-log/record';
import { endSessionsOf } from 'service-kit/security/sessions';

export interface Credential {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** The command that made the reservation. */
  readonly commandId: string;
  /** True once `UserRegistered` is in the log. */
  readonly isConfirmed: boolean;
  /** True once a mailed link was used, or the operator has set the password. */
  readonly isEmailProven: boolean;
  /** By the admin account. It has no session, and none begins. */
  readonly isDisabled: boolean;
  /** As chosen in the profile, or before on the device of the sign-up; undefined until then. */
  readonly language: LanguageChoice | undefined;
}

export type Registration = Pick<Credential, 'userId' | 'email' | 'passwordHash' | 'commandId'> &
  Partial<Pick<Credential, 'language'>>;

export type Reservation =
  /** Reserved for this sign-up. */
  | { readonly outcome: 'reserved'; readonly credential: Credential }
  /** Reserved before: by the same person's earlier attempt, or by another person. */
  | { readonly outcome: 'taken'; readonly credential: Credential }
  /** The user id belongs to another e-mail: its command id was used before. */
  | { readonly outcome: 'idTaken' };

export interface Credentials {
  /** One statement decides a race: exactly one of many sign-ups with one e-mail is `reserved`. */
  reserve(registration: Registration): Promise<Reservation>;
  confirm(userId: string): Promise<void>;
  /**
   * Sets a new password and language for an unfinished reservation: the person signs up again with another one.
   * @returns undefined when it is confirmed, or so recent that its own sign-up may still run
   */
  renew(userId: string, passwordHash: string, language?: LanguageChoice): Promise<Credential | undefined>;
  /** Ignores case. */
  findByEmail(email: string): Promise<Credential | undefined>;
  /** The existing ones. @param emails lower case */
  findByEmails(emails: readonly string[]): Promise<Credential[]>;
  findByUser(userId: string): Promise<Credential | undefined>;
  /** Those of these accounts that are disabled. */
  disabledAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Sets a new password and ends all other sessions and all open links.
   * @param keep the session that stays
   * @returns false without a change where a mailed link has replaced the checked password in the meantime
   */
  changePassword(userId: string, change: PasswordChange, keep: string): Promise<boolean>;
  /**
   * Uses a mailed link: sets the password, confirms the e-mail, ends all sessions. A repeated command changes nothing.
   * @param origin for the security log
   * @returns the user, or undefined when the link is no longer valid
   */
  resetByLink(
    token: string,
    passwordHash: string,
    commandId: string,
    origin?: SecurityOrigin,
  ): Promise<string | undefined>;
  /**
   * Uses a mailed link: confirms the e-mail of the signed-in account.
   * @returns whether it is confirmed, by this link or before
   */
  confirmByLink(token: string, userId: string, commandId: string): Promise<boolean>;
  /** Notes what the provider of single sign-on says: the e-mail reaches the owner of this account. */
  proveEmail(userId: string): Promise<void>;
  /** Sets the operator's password, with the same effect as a mailed link. */
  setByOperator(userId: string, passwordHash: string): Promise<void>;
  chooseLanguage(userId: string, language: LanguageChoice): Promise<void>;
}

/** PHC strings of the checked password and of the new one. */
export interface PasswordChange {
  readonly was: string;
  readonly now: string;
}

/** A sign-up takes milliseconds; after this time its process has ended. */
const SIGN_UP_MINUTES = 2;

type CredentialRow = Omit<Credential, 'language'> & { readonly language: LanguageChoice | null };
const columns = `user_id as "userId", email, password_hash as "passwordHash", command_id as "commandId",
  confirmed_at is not null as "isConfirmed", email_proven_at is not null as "isEmailProven",
  disabled_at is not null as "isDisabled",
  case when language is not null and digits is not null
    then jsonb_build_object('code', language, 'digits', digits) end as language`;
const credentialOf = (row: CredentialRow): Credential => ({ ...row, language: row.language ?? undefined });

interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** True for a mailed link and for the operator. */
  readonly provesEmail: boolean;
  /** The change needs this hash to be the current one. */
  readonly insteadOf?: string;
  /** The session that stays. */
  readonly keep?: string;
}

/**
 * A new password ends sessions and links. The order of the three statements matters: the first waits for a concurrent
 * sign-in, and only a later statement sees the session of that sign-in (`Sessions.openWith`).
 * @returns false where nothing was changed
 */
async function setPassword(
  tx: PoolClient,
  { userId, passwordHash, provesEmail, insteadOf, keep }: NewPassword,
): Promise<boolean> {
  const { rows } = await tx.query<{ proves_now: boolean | null }>(
    `update accounts.credential set password_hash = $2, confirmed_at = coalesce(confirmed_at, now()),
       email_proven_at = case when $3 then coalesce(email_proven_at, now()) else email_proven_at end
     where user_id = $1 and password_hash = coalesce($4, password_hash)
     returning $3 and email_proven_at = now() as proves_now`,
    [userId, passwordHash, provesEmail, insteadOf ?? null],
  );
  if (!rows[0]) return false;
  // A person who used the address before its owner proved it is locked out, at the provider of single sign-on as well.
  if (rows[0].proves_now)
    await tx.query('delete from accounts.oidc_identity where user_id = $1 and not email_verified', [userId]);
  await tx.query('delete from accounts.one_time_link where user_id = $1 and spent_by is null', [userId]);
  await endSessionsOf(tx, userId, keep);
  return true;
}

/** One of several concurrent calls succeeds. @returns whether the link was still valid */
async function spend(
  tx: PoolClient,
  { token, userId, commandId }: { token: string; userId: string; commandId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update accounts.one_time_link set spent_by = $3
     where token_hash = $1 and user_id = $2 and expires_at > now() and spent_by is null`,
    [linkHash(token), userId, commandId],
  );
  return rowCount === 1;
}

const wasSpentBy = async (tx: PoolClient, token: string, commandId: string): Promise<boolean> =>
  (
    await tx.query('select 1 from accounts.one_time_link where token_hash = $1 and spent_by = $2', [
      linkHash(token),
      commandId,
    ])
  ).rowCount === 1;

export function createCredentials(pool: Pool): Credentials {
  const findByEmail = async (email: string): Promise<Credential | undefined> => {
    const { rows } = await pool.query<CredentialRow>(
      `select ${columns} from accounts.credential where lower(email) = lower($1)`,
      [email],
    );
    return rows[0] && credentialOf(rows[0]);
  };
  return {
    findByEmail,
    async findByEmails(emails) {
      const { rows } = await pool.query<CredentialRow>(
        `select ${columns} from accounts.credential where lower(email) = any ($1)`,
        [emails],
      );
      return rows.map(credentialOf);
    },
    async findByUser(userId) {
      const { rows } = await pool.query<CredentialRow>(
        `select ${columns} from accounts.credential where user_id = $1`,
        [userId],
      );
      return rows[0] && credentialOf(rows[0]);
    },
    async disabledAmong(userIds) {
      const { rows } = await pool.query<{ user_id: string }>(
        'select user_id from accounts.credential where user_id = any ($1) and disabled_at is not null',
        [userIds],
      );
      return new Set(rows.map((row) => row.user_id));
    },
    changePassword: (userId, { was, now }, keep) =>
      inShortTransaction(pool, async (tx) => {
        const isSet = await setPassword(tx, { userId, passwordHash: now, provesEmail: false, insteadOf: was, keep });
        if (isSet) {
          const origin = { sessionId: keep };
          await recordSecurityEvent(tx, { kind: 'PasswordChanged', by: 'person', actorId: userId, data: {}, origin });
        }
        return isSet;
      }),
    async proveEmail(userId) {
      await pool.query(
        'update accounts.credential set email_proven_at = now() where user_id = $1 and email_proven_at is null',
        [userId],
      );
    },
    async setByOperator(userId, passwordHash) {
      await inShortTransaction(pool, async (tx) => {
        await setPassword(tx, { userId, passwordHash, provesEmail: true });
        await recordSecurityEvent(tx, { kind: 'PasswordSetByOperator', by: 'operator', userId, data: {} });
      });
    },
    async chooseLanguage(userId, { code, digits }) {
      await pool.query('update accounts.credential set language = $2, digits = $3 where user_id = $1', [
        userId,
        code,
        digits,
      ]);
    },
    resetByLink: (token, passwordHash, commandId, origin) =>
      inShortTransaction(pool, async (tx) => {
        // The account's row is locked first, then its links, as in every change of a password, so that no deadlock is
        // possible.
        const { rows } = await tx.query<{ user_id: string }>(
          `select c.user_id from accounts.credential c join accounts.one_time_link l using (user_id)
           where l.token_hash = $1 and l.expires_at > now() for update of c`,
          [linkHash(token)],
        );
        const userId = rows[0]?.user_id;
        if (userId === undefined) return undefined;
        if (await spend(tx, { token, userId, commandId })) {
          await setPassword(tx, { userId, passwordHash, provesEmail: true });
          await recordSecurityEvent(tx, { kind: 'PasswordReset', by: 'person', actorId: userId, data: {}, origin });
        } else if (!(await wasSpentBy(tx, token, commandId))) return undefined;
        return userId;
      }),
    confirmByLink: (token, userId, commandId) =>
      inTransaction(pool, async (tx) => {
        const { rows } = await tx.query<{ proven: boolean }>(
          'select email_proven_at is not null as proven from accounts.credential where user_id = $1 for update',
          [userId],
        );
        if (rows[0]?.proven) return true;
        if (!(await spend(tx, { token, userId, commandId }))) return false;
        await tx.query('update accounts.credential set email_proven_at = now() where user_id = $1', [userId]);
        return true;
      }),
    async reserve({ userId, email, passwordHash, commandId, language }) {
      const { rows } = await pool.query<CredentialRow>(
        `insert into accounts.credential (user_id, email, password_hash, command_id, language, digits)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${columns}`,
        [userId, email, passwordHash, commandId, language?.code ?? null, language?.digits ?? null],
      );
      if (rows[0]) return { outcome: 'reserved', credential: credentialOf(rows[0]) };
      const taken = await findByEmail(email);
      return taken ? { outcome: 'taken', credential: taken } : { outcome: 'idTaken' };
    },
    async confirm(userId) {
      await pool.query(
        'update accounts.credential set confirmed_at = now() where user_id = $1 and confirmed_at is null',
        [userId],
      );
    },
    async renew(userId, passwordHash, language) {
      const { rows } = await pool.query<CredentialRow>(
        `update accounts.credential set password_hash = $2, reserved_at = now(), language = $3, digits = $4
         where user_id = $1 and confirmed_at is null
           and reserved_at < now() - make_interval(mins => ${SIGN_UP_MINUTES})
           and not exists (select from accounts.oidc_identity i where i.user_id = credential.user_id)
         returning ${columns}`,
        [userId, passwordHash, language?.code ?? null, language?.digits ?? null],
      );
      return rows[0] && credentialOf(rows[0]);
    },
  };
}
