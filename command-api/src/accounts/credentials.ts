/**
 * E-mails and password hashes. An e-mail is reserved here by a unique index before `UserRegistered` is written
 * (architecture, rule 5); the row knows whether that has happened, so that a registration cut off in between is
 * resumed.
 */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { linkHash } from './one-time-links.ts';
import { SESSION_ENDED_CHANNEL } from 'service-kit/security/sessions';

export interface Credential {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Of the registration that made the reservation. */
  readonly commandId: string;
  /** True once `UserRegistered` lies in the log. */
  readonly confirmed: boolean;
  /** True once a mailed link was followed, or whoever runs the installation has set the password. */
  readonly emailProven: boolean;
}

export type Reservation =
  /** Now this registration's. */
  | { readonly outcome: 'reserved'; readonly credential: Credential }
  /** Somebody's already: the same person's second attempt, or another person. */
  | { readonly outcome: 'taken'; readonly credential: Credential }
  /** The user id belongs to another e-mail: its command id has been used before. */
  | { readonly outcome: 'idTaken' };

export interface Credentials {
  /** One statement decides a race: of many with one e-mail exactly one is `reserved`. */
  reserve(registration: Omit<Credential, 'confirmed' | 'emailProven'>): Promise<Reservation>;
  confirm(userId: string): Promise<void>;
  /**
   * Gives a reservation that nobody finished a new password: the person has come back and chosen another.
   * @returns undefined when it has been confirmed, or is so young that its own registration may still be under way.
   */
  renew(userId: string, passwordHash: string): Promise<Credential | undefined>;
  /** Without regard to case. */
  findByEmail(email: string): Promise<Credential | undefined>;
  /** Those that there are. @param emails lower case */
  findByEmails(emails: readonly string[]): Promise<Credential[]>;
  findByUser(userId: string): Promise<Credential | undefined>;
  /**
   * A new password, and the end of every other session and of every link that is under way.
   * @param keep the session that stays
   * @returns false, and nothing is changed, where the password that was found right is the current one no longer: a
   * mailed link has set another
   */
  changePassword(userId: string, change: PasswordChange, keep: string): Promise<boolean>;
  /**
   * Spends a mailed link: sets the password, proves the e-mail, ends every session. A command that has done so sets
   * nothing again.
   * @returns the user, or undefined when the link is no longer good
   */
  resetByLink(token: string, passwordHash: string, commandId: string): Promise<string | undefined>;
  /**
   * Spends a mailed link: proves the e-mail of the account that its owner is signed in to.
   * @returns whether it is proven, by this link or before
   */
  confirmByLink(token: string, userId: string, commandId: string): Promise<boolean>;
  /** Whoever runs the installation says what the password is: as by a mailed link. */
  install(userId: string, passwordHash: string): Promise<void>;
}

/** PHC texts of the password that was found right, and of the one that is to be. */
export interface PasswordChange {
  readonly was: string;
  readonly now: string;
}

/** A registration takes milliseconds; after this its process is surely gone. */
const UNDER_WAY_MINUTES = 2;

interface CredentialRow {
  user_id: string;
  email: string;
  password_hash: string;
  command_id: string;
  confirmed: boolean;
  email_proven: boolean;
}
const columns =
  'user_id, email, password_hash, command_id, confirmed_at is not null as confirmed, email_proven_at is not null as email_proven';
const credentialOf = (row: CredentialRow): Credential => ({
  userId: row.user_id,
  email: row.email,
  passwordHash: row.password_hash,
  commandId: row.command_id,
  confirmed: row.confirmed,
  emailProven: row.email_proven,
});

interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** Shown by a mailed link, or said by whoever runs the installation. */
  readonly provesEmail: boolean;
  /** Only while this one is the current one still. */
  readonly insteadOf?: string;
  /** The session that stays. */
  readonly keep?: string;
}

/**
 * A new password ends sessions and links. Three statements, in this order: the first waits for a sign-in that is under
 * way, and only a statement that begins after it sees the session which that has opened (`Sessions.openWith`).
 * @returns false where nothing was changed
 */
async function setPassword(
  tx: PoolClient,
  { userId, passwordHash, provesEmail, insteadOf, keep }: NewPassword,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update accounts.credential set password_hash = $2, confirmed_at = coalesce(confirmed_at, now()),
       email_proven_at = case when $3 then coalesce(email_proven_at, now()) else email_proven_at end
     where user_id = $1 and password_hash = coalesce($4, password_hash)`,
    [userId, passwordHash, provesEmail, insteadOf ?? null],
  );
  if (rowCount === 0) return false;
  await tx.query('delete from accounts.one_time_link where user_id = $1 and spent_by is null', [userId]);
  await tx.query(
    `with ended as (delete from accounts.session where user_id = $1 and session_id is distinct from $2::uuid returning session_id)
     select pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text) from ended`,
    [userId, keep ?? null],
  );
  return true;
}

/** Of the many that may try at the same moment, one. @returns whether the link was still good */
async function spend(
  tx: PoolClient,
  { token, userId, commandId }: { token: string; userId: string; commandId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update accounts.one_time_link set spent_by = $3 where token_hash = $1 and user_id = $2 and expires_at > now() and spent_by is null',
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
    changePassword: (userId, { was, now }, keep) =>
      inTransaction(pool, (tx) =>
        setPassword(tx, { userId, passwordHash: now, provesEmail: false, insteadOf: was, keep }),
      ),
    async install(userId, passwordHash) {
      await inTransaction(pool, (tx) => setPassword(tx, { userId, passwordHash, provesEmail: true }));
    },
    resetByLink: (token, passwordHash, commandId) =>
      inTransaction(pool, async (tx) => {
        // The account's row first, then its links, as everybody takes them who sets a password: they wait for each
        // other and never in a circle.
        const { rows } = await tx.query<{ user_id: string }>(
          'select c.user_id from accounts.credential c join accounts.one_time_link l using (user_id) where l.token_hash = $1 and l.expires_at > now() for update of c',
          [linkHash(token)],
        );
        const userId = rows[0]?.user_id;
        if (userId === undefined) return undefined;
        if (await spend(tx, { token, userId, commandId }))
          await setPassword(tx, { userId, passwordHash, provesEmail: true });
        else if (!(await wasSpentBy(tx, token, commandId))) return undefined;
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
    async reserve({ userId, email, passwordHash, commandId }) {
      const { rows } = await pool.query<CredentialRow>(
        `insert into accounts.credential (user_id, email, password_hash, command_id) values ($1, $2, $3, $4) on conflict do nothing returning ${columns}`,
        [userId, email, passwordHash, commandId],
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
    async renew(userId, passwordHash) {
      const { rows } = await pool.query<CredentialRow>(
        `update accounts.credential set password_hash = $2, reserved_at = now()
         where user_id = $1 and confirmed_at is null and reserved_at < now() - make_interval(mins => ${UNDER_WAY_MINUTES}) returning ${columns}`,
        [userId, passwordHash],
      );
      return rows[0] && credentialOf(rows[0]);
    },
  };
}
