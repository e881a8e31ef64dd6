/**
 * People of the provider and their accounts, sign-ins that wait for their page, sessions that began at the provider,
 * and the end of these sessions by a logout token (docs/decisions/write-side/single-sign-on.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inShortTransaction } from 'service-kit/postgres/in-transaction';
import { derivedKey } from 'service-kit/security/derived-key';
import { unwrap, wrap } from 'service-kit/security/wrapping';
import { SESSION_ENDED_CHANNEL } from 'service-kit/security/sessions';
import { FETCH_SECONDS, FLOW_SECONDS } from './flows.ts';
import type { SignedInThere } from './claims.ts';
import { LOGOUT_TOKEN_SECONDS, type LogoutToken } from './logout-token.ts';

/** A person at a provider. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}
export interface Identity {
  readonly userId: string;
  /** The teams whose memberships the person's groups have decided so far. */
  readonly teams: readonly string[];
}

/** A sign-in that a page has fetched. */
export interface Taken {
  readonly userId: string;
  /** As in `SignedInThere`. */
  readonly authenticatedAt: Date | undefined;
}

export interface Identities {
  find(who: Subject): Promise<Identity | undefined>;
  /** True if another person of this provider has the account. */
  hasOther(userId: string, who: Subject): Promise<boolean>;
  /** @returns false where this person has another account, or the account another person: nothing was changed */
  link(who: Subject, userId: string, isEmailVerified: boolean): Promise<boolean>;
  /** The provider has said since that the e-mail is proven. */
  markVerified(who: Subject): Promise<void>;
  rememberTeams(who: Subject, teams: readonly string[]): Promise<void>;
  /**
   * @param flow when it began, and the hash of the browser
   * @returns a code that this browser exchanges once, within a minute; undefined where a logout token has ended this
   * sign-in before: it named the provider's session, or the person after the flow had begun
   */
  await(signedIn: SignedInThere, flow: { begunAt: Date; browserHash: Buffer }): Promise<string | undefined>;
  /** @returns the user id of the account that `take` would return; the code is not used up */
  waiting(code: string, browserHash: Buffer): Promise<string | undefined>;
  /** Uses the code up. One of several concurrent calls succeeds. */
  take(code: string, browserHash: Buffer): Promise<Taken | undefined>;
  /**
   * Binds the session to the provider's, after `take`.
   * @returns false where a logout token has come in between: the session is to be closed
   */
  bind(code: string, sessionId: string): Promise<boolean>;
  /** The ID token of a session that began at the provider. */
  idTokenOf(sessionId: string): Promise<string | undefined>;
  /** Ends the sessions that the token names, on both APIs and the sockets. @returns false for a used token */
  logOut(token: LogoutToken): Promise<boolean>;
  removeExpired(): Promise<void>;
}

/**
 * A used token is remembered for longer than it is accepted, with the tolerance of clocks, and for longer than a sign-in
 * that was under way can take.
 */
const REMEMBERED_SECONDS = Math.max(2 * LOGOUT_TOKEN_SECONDS, FLOW_SECONDS + FETCH_SECONDS);
/** Held shared while a sign-in looks for logout tokens and is stored: each of the two sees what the other has written. */
const LOGOUT_LOCK = `hashtext('single sign-on logout'), 0`;
const ID_TOKEN = 'ID token';
/** A condition on `accounts.oidc_sign_in s`. $1 code · $2 browser, both hashed */
const unspent = /* sql */ `s.code_hash = $1 and s.browser_hash = $2 and s.expires_at > now() and s.spent_at is null`;

const hash = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

export function createIdentities(pool: Pool, rootKey: Buffer): Identities {
  const key = derivedKey(rootKey, 'ID tokens of single sign-on');
  return {
    async find({ issuer, subject }) {
      const { rows } = await pool.query<{ user_id: string; teams: string[] }>(
        'select user_id, teams from accounts.oidc_identity where issuer = $1 and subject = $2',
        [issuer, subject],
      );
      return rows[0] && { userId: rows[0].user_id, teams: rows[0].teams };
    },
    async hasOther(userId, { issuer, subject }) {
      const { rowCount } = await pool.query(
        'select 1 from accounts.oidc_identity where user_id = $1 and issuer = $2 and subject <> $3',
        [userId, issuer, subject],
      );
      return rowCount !== 0;
    },
    async link({ issuer, subject }, userId, isEmailVerified) {
      await pool.query(
        `insert into accounts.oidc_identity (issuer, subject, user_id, email_verified) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [issuer, subject, userId, isEmailVerified],
      );
      const { rowCount } = await pool.query(
        'select 1 from accounts.oidc_identity where issuer = $1 and subject = $2 and user_id = $3',
        [issuer, subject, userId],
      );
      return rowCount === 1;
    },
    async markVerified({ issuer, subject }) {
      await pool.query(
        `update accounts.oidc_identity set email_verified = true
         where issuer = $1 and subject = $2 and not email_verified`,
        [issuer, subject],
      );
    },
    async rememberTeams({ issuer, subject }, teams) {
      await pool.query(
        `update accounts.oidc_identity
         set teams = array(select distinct team from unnest(teams || $3::text[]) as team order by team)
         where issuer = $1 and subject = $2 and not teams @> $3::text[]`,
        [issuer, subject, teams],
      );
    },
    await({ issuer, claims: { subject }, sid, idToken, amr, acr, authenticatedAt }, { begunAt, browserHash }) {
      const code = randomBytes(32).toString('base64url');
      return inShortTransaction(pool, async (tx) => {
        await tx.query(`select pg_advisory_xact_lock_shared(${LOGOUT_LOCK})`);
        const { rowCount } = await tx.query(
          `insert into accounts.oidc_sign_in
             (code_hash, browser_hash, issuer, subject, sid, id_token, amr, acr, authenticated_at, expires_at)
           select $1::bytea, $2::bytea, $3::text, $4::text, $5::text, $6::bytea, $7::text[], $8::text,
             $10::timestamptz, now() + make_interval(secs => ${FETCH_SECONDS})
           where not exists (
             select from accounts.oidc_logout_token t
             where t.issuer = $3 and (t.subject = $4 or t.subject is null)
               and (t.sid = $5 or (t.sid is null and t.received_at > $9))
           )`,
          [
            hash(code),
            browserHash,
            issuer,
            subject,
            sid ?? null,
            wrap(key, Buffer.from(idToken), ID_TOKEN),
            amr,
            acr ?? null,
            begunAt,
            authenticatedAt ?? null,
          ],
        );
        return rowCount === 1 ? code : undefined;
      });
    },
    async waiting(code, browserHash) {
      const { rows } = await pool.query<{ user_id: string }>(
        `select i.user_id from accounts.oidc_sign_in s join accounts.oidc_identity i using (issuer, subject)
         where ${unspent}`,
        [hash(code), browserHash],
      );
      return rows[0]?.user_id;
    },
    async take(code, browserHash) {
      const { rows } = await pool.query<{ user_id: string; authenticated_at: Date | null }>(
        `update accounts.oidc_sign_in s set spent_at = now() from accounts.oidc_identity i
         where ${unspent}
           and (i.issuer, i.subject) = (s.issuer, s.subject)
         returning i.user_id, s.authenticated_at`,
        [hash(code), browserHash],
      );
      return rows[0] && { userId: rows[0].user_id, authenticatedAt: rows[0].authenticated_at ?? undefined };
    },
    async bind(code, sessionId) {
      // `logOut` deletes the waiting sign-in first: one of the two sees what the other has written.
      const { rowCount } = await pool.query(
        `with waited as (
           delete from accounts.oidc_sign_in where code_hash = $1
           returning issuer, subject, sid, id_token, amr, acr
         )
         insert into accounts.oidc_session (session_id, issuer, subject, sid, id_token, amr, acr)
         select $2::uuid, issuer, subject, sid, id_token, amr, acr from waited`,
        [hash(code), sessionId],
      );
      return rowCount === 1;
    },
    async idTokenOf(sessionId) {
      const { rows } = await pool.query<{ id_token: Buffer }>(
        'select id_token from accounts.oidc_session where session_id = $1',
        [sessionId],
      );
      return rows[0] && unwrap(key, rows[0].id_token, ID_TOKEN).toString('utf8');
    },
    async logOut({ issuer, tokenId, subject, sid }) {
      const receivedAt = new Date();
      return inShortTransaction(pool, async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(${LOGOUT_LOCK})`);
        const values = [issuer, sid ?? null, subject ?? null];
        const { rowCount } = await tx.query(
          `insert into accounts.oidc_logout_token (issuer, sid, subject, token_hash, received_at, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => ${REMEMBERED_SECONDS})) on conflict do nothing`,
          [...values, hash(issuer, tokenId), receivedAt],
        );
        if (rowCount === 0) return false;
        const named = `issuer = $1 and (sid = $2 or $2::text is null) and (subject = $3 or $3::text is null)`;
        await tx.query(`delete from accounts.oidc_sign_in where ${named}`, values);
        await tx.query(
          `with ended as (
             delete from accounts.session where session_id in (select session_id from accounts.oidc_session where ${named})
             returning session_id, user_id
           ),
           lines as (
             select accounts.record_security('SessionsEnded', 'product', null, user_id, null, null, null, null, null,
               null, jsonb_build_object('by', 'provider', 'sessions', count(*)), null, null)
             from ended group by user_id
           )
           select pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text), (select count(*) from lines) from ended`,
          values,
        );
        return true;
      });
    },
    async removeExpired() {
      await pool.query('delete from accounts.oidc_sign_in where expires_at <= now()');
      await pool.query('delete from accounts.oidc_logout_token where expires_at <= now()');
    },
  };
}
