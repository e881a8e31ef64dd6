/**
 * E-mails and password hashes. An e-mail is reserved here by a unique index before `UserRegistered` is written (architecture,
 * rule 5); the row knows whether that has happened, so that a registration cut off in between is resumed.
 */
import type { Pool } from 'pg';

export interface Credential {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Of the registration that made the reservation. */
  readonly commandId: string;
  /** True once `UserRegistered` lies in the log. */
  readonly confirmed: boolean;
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
  reserve(registration: Omit<Credential, 'confirmed'>): Promise<Reservation>;
  confirm(userId: string): Promise<void>;
  /**
   * Gives a reservation that nobody finished a new password: the person has come back and chosen another.
   * @returns undefined when it has been confirmed, or is so young that its own registration may still be under way.
   */
  renew(userId: string, passwordHash: string): Promise<Credential | undefined>;
  /** Without regard to case. */
  findByEmail(email: string): Promise<Credential | undefined>;
}

/** A registration takes milliseconds; after this its process is surely gone. */
const UNDER_WAY_MINUTES = 2;

interface CredentialRow {
  user_id: string;
  email: string;
  password_hash: string;
  command_id: string;
  confirmed: boolean;
}
const columns = 'user_id, email, password_hash, command_id, confirmed_at is not null as confirmed';
const credentialOf = (row: CredentialRow): Credential => ({
  userId: row.user_id,
  email: row.email,
  passwordHash: row.password_hash,
  commandId: row.command_id,
  confirmed: row.confirmed,
});

export function createCredentials(pool: Pool): Credentials {
  const findByEmail = async (email: string): Promise<Credential | undefined> => {
    const { rows } = await pool.query<CredentialRow>(`select ${columns} from accounts.credential where lower(email) = lower($1)`, [email]);
    return rows[0] && credentialOf(rows[0]);
  };
  return {
    findByEmail,
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
