/** The browsers that take a push for a person (docs/decisions/write-side/reminders.md). */
import type { Pool } from 'pg';
import type { LanguageChoice } from 'language/contract/languages';

export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly language: LanguageChoice;
}

/** Older subscriptions of the person go: a person has few browsers, and a browser may ask again and again. */
const KEPT_MAX = 10;
const PAUSE_SECONDS = 60;

export interface PushSubscriptions {
  /** Keeps it for this person and session. It replaces that of another person at the same browser. */
  keep(owner: { readonly userId: string; readonly sessionId: string }, subscription: PushSubscription): Promise<void>;
  /** True if this session's browser has one. */
  has(sessionId: string): Promise<boolean>;
  removeOfSession(sessionId: string): Promise<void>;
  /** The push service does not know it any more. */
  remove(endpoint: string): Promise<void>;
  /** The person's subscriptions for one push; none where there was a push within the last minute. */
  take(userId: string): Promise<PushSubscription[]>;
}

export const createPushSubscriptions = (pool: Pool): PushSubscriptions => ({
  async keep({ userId, sessionId }, { endpoint, keys, language }) {
    await pool.query(
      `insert into accounts.push_subscription as known (endpoint, user_id, session_id, p256dh, auth, language, digits)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
         p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, digits = excluded.digits,
         pushed_at = case when known.user_id = excluded.user_id then known.pushed_at end, made_at = now()`,
      [endpoint, userId, sessionId, keys.p256dh, keys.auth, language.code, language.digits],
    );
    await pool.query(
      `delete from accounts.push_subscription where endpoint in (
         select endpoint from accounts.push_subscription where user_id = $1 order by made_at desc offset ${KEPT_MAX})`,
      [userId],
    );
  },
  async has(sessionId) {
    const { rowCount } = await pool.query('select from accounts.push_subscription where session_id = $1', [sessionId]);
    return rowCount !== 0;
  },
  async removeOfSession(sessionId) {
    await pool.query('delete from accounts.push_subscription where session_id = $1', [sessionId]);
  },
  async remove(endpoint) {
    await pool.query('delete from accounts.push_subscription where endpoint = $1', [endpoint]);
  },
  async take(userId) {
    const { rows } = await pool.query<{ endpoint: string; p256dh: string; auth: string } & StoredLanguage>(
      `update accounts.push_subscription set pushed_at = now()
       where user_id = $1 and not exists (
         select from accounts.push_subscription
         where user_id = $1 and pushed_at > now() - make_interval(secs => ${PAUSE_SECONDS}))
       returning endpoint, p256dh, auth, language, digits`,
      [userId],
    );
    return rows.map(({ endpoint, p256dh, auth, language, digits }) => ({
      endpoint,
      keys: { p256dh, auth },
      language: { code: language, digits },
    }));
  },
});

interface StoredLanguage {
  readonly language: string;
  readonly digits: LanguageChoice['digits'];
}
