/**
 * E-mails and password hashes. An e-mail is reserved here by a unique index before `UserRegistered` is written (architecture,
 * rule 5); the row knows whether that has happened, so that a registration cut off in between is resumed.
 */
import type { Pool, PoolClient } from 'pg';
import { linkHash } from './one-time-links.ts';
import { SESSION_ENDED_CHANNEL } from './sessions.ts';

export interface Credential {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Of the registration that made the reservation. */
  readonly commandId: string;
  /** True once `UserRegistered` lies in the log. */
  readonly confirmed: boolean;
  /** True once a mailed link, or whoever runs the installation, has set the password. */
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
  findByUser(userId: string): Promise<Credential | undefined>;
  /** A new password, and the end of every other session and of every link that is under way. @param keep the session that stays */
  changePassword(userId: string, passwordHash: string, keep: string): Promise<void>;
  /** Spends a mailed link: sets the password, proves the e-mail, ends every session. @returns the user, or undefined when the link is no longer good */
  resetByLink(token: string, passwordHash: string): Promise<string | undefined>;
  /** Whoever runs the installation says what the password is: as by a mailed link. */
  install(userId: string, passwordHash: string): Promise<void>;
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
const columns = 'user_id, email, password_hash, command_id, confirmed_at is not null as confirmed, email_proven_at is not null as email_proven';
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
  /** The session that stays. */
  readonly keep?: string;
}

/**
 * A new password ends sessions and links. Three statements, in this order: the first waits for a sign-in that is under way, and only a
 * statement that begins after it sees the session which that has opened (`Sessions.openWith`).
 */
async function setPassword(tx: PoolClient, { userId, passwordHash, provesEmail, keep }: NewPassword): Promise<void> {
  await tx.query(
    `update accounts.credential set password_hash = $2, confirmed_at = coalesce(confirmed_at, now()),
       email_proven_at = case when $3 then coalesce(email_proven_at, now()) else email_proven_at end
     where user_id = $1`,
    [userId, passwordHash, provesEmail],
  );
  await tx.query('delete from accounts.one_time_link where user_id = $1', [userId]);
  await tx.query(
    `with ended as (delete from accounts.session where user_id = $1 and session_id is distinct from $2::uuid returning session_id)
     select pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text) from ended`,
    [userId, keep ?? null],
  );
}

async function inTransaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closed, not rolled back: of a connection that failed nothing is known, and Postgres takes back what it had begun.
    client.release(true);
    throw error;
  }
}

export function createCredentials(pool: Pool): Credentials {
  const findByEmail = async (email: string): Promise<Credential | undefined> => {
    const { rows } = await pool.query<CredentialRow>(`select ${columns} from accounts.credential where lower(email) = lower($1)`, [email]);
    return rows[0] && credentialOf(rows[0]);
  };
  return {
    findByEmail,
    async findByUser(userId) {
      const { rows } = await pool.query<CredentialRow>(`select ${columns} from accounts.credential where user_id = $1`, [userId]);
      return rows[0] && credentialOf(rows[0]);
    },
    changePassword: (userId, passwordHash, keep) => inTransaction(pool, (tx) => setPassword(tx, { userId, passwordHash, provesEmail: false, keep })),
    install: (userId, passwordHash) => inTransaction(pool, (tx) => setPassword(tx, { userId, passwordHash, provesEmail: true })),
    resetByLink: (token, passwordHash) =>
      inTransaction(pool, async (tx) => {
        // Of two at once with one link, the second waits for the first one's row and finds it gone.
        const spent = await tx.query<{ user_id: string }>('delete from accounts.one_time_link where token_hash = $1 and expires_at > now() returning user_id', [linkHash(token)]);
        const userId = spent.rows[0]?.user_id;
        if (userId !== undefined) await setPassword(tx, { userId, passwordHash, provesEmail: true });
        return userId;
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
      await pool.query('update accounts.credential set confirmed_at = now() where user_id = $1 and confirmed_at is null', [userId]);
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
