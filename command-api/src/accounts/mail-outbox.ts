/**
 * What has been promised by mail and is not yet sent. A row says to whom and why, never what: the link inside is made
 * when the mail is sent, so that no token lies here in clear, and a request for an address that nobody has costs
 * exactly what one for a real one does.
 */
import type { Pool } from 'pg';

/** What it is for: a link that sets a password, or one that confirms the e-mail of an account. */
export type MailKind = 'newPassword' | 'confirmation';

export interface PromisedMail {
  readonly mailId: string;
  readonly kind: MailKind;
  readonly email: string;
  /** This one included. */
  readonly attempts: number;
}

/** Whoever takes a mail has this long to send it; after that it is somebody else's. */
const LEASE_SECONDS = 120;
/** Pauses grow from 5 s to 10 min. */
const backoffSeconds = (attempts: number): number => Math.min(600, 5 * 2 ** Math.min(attempts - 1, 10));
/** After a day nobody waits for a link any more. */
const GIVE_UP_HOURS = 24;

export interface MailOutbox {
  /**
   * The promise: once this resolves, the mail will be sent; once, where the same is promised twice before that.
   * @param mail `email`: lower case
   */
  promise(mail: Omit<PromisedMail, 'attempts'>): Promise<void>;
  /** The next mail that is due, for this process alone. */
  take(): Promise<PromisedMail | undefined>;
  done(mailId: string): Promise<void>;
  /** To be tried again later. @returns false when it has been given up */
  failed(mail: PromisedMail): Promise<boolean>;
}

export const createMailOutbox = (pool: Pool): MailOutbox => ({
  async promise({ mailId, kind, email }) {
    await pool.query(
      'insert into accounts.mail_outbox (mail_id, kind, email) values ($1, $2, $3) on conflict (mail_id) do nothing',
      [mailId, kind, email],
    );
  },
  async take() {
    const { rows } = await pool.query<PromisedMail>(
      `update accounts.mail_outbox set attempts = attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
       where mail_id = (select mail_id from accounts.mail_outbox where next_at <= now() order by next_at limit 1 for update skip locked)
       returning mail_id as "mailId", kind, email, attempts`,
    );
    return rows[0];
  },
  async done(mailId) {
    await pool.query('delete from accounts.mail_outbox where mail_id = $1', [mailId]);
  },
  async failed({ mailId, attempts }) {
    const givenUp = await pool.query(
      `delete from accounts.mail_outbox where mail_id = $1 and asked_at < now() - make_interval(hours => ${GIVE_UP_HOURS})`,
      [mailId],
    );
    if (givenUp.rowCount === 1) return false;
    await pool.query('update accounts.mail_outbox set next_at = now() + make_interval(secs => $2) where mail_id = $1', [
      mailId,
      backoffSeconds(attempts),
    ]);
    return true;
  },
});
