/**
 * Mails that are not yet sent. A row has the address and the kind, not the text: the link is made when the mail is
 * sent. So no token is stored in clear text, and a request for an unknown address costs as much as one for a known
 * address.
 */
import type { Pool } from 'pg';

/** A link that sets a password, one that confirms the e-mail of an account, or an invitation to a team. */
export type MailKind = 'newPassword' | 'confirmation' | 'invitation';

export interface QueuedMail {
  readonly mailId: string;
  readonly kind: MailKind;
  readonly email: string;
  /** Of an `invitation`. */
  readonly invitationId?: string | undefined;
  /** Of the request that caused it (BCP 47): for a person who has not chosen one. */
  readonly language: string;
  /** This one included. */
  readonly attempts: number;
}

/** A process that takes a mail has this time to send it; then another process may take it. */
const LEASE_SECONDS = 120;
/** Pauses grow from 5 s to 10 min. */
const backoffSeconds = (attempts: number): number => Math.min(600, 5 * 2 ** Math.min(attempts - 1, 10));
/** A mail that is a day late is of no use. */
const GIVE_UP_HOURS = 24;

export interface MailOutbox {
  /**
   * Once this resolves, the mail will be sent. The same `mailId` is sent once.
   * @param mail `email`: lower case
   */
  enqueue(mail: Omit<QueuedMail, 'attempts'>): Promise<void>;
  /** The next due mail, leased to this process. */
  take(): Promise<QueuedMail | undefined>;
  done(mailId: string): Promise<void>;
  /** Schedules another attempt. @returns false when the mail is given up */
  failed(mail: QueuedMail): Promise<boolean>;
}

export const createMailOutbox = (pool: Pool): MailOutbox => ({
  async enqueue({ mailId, kind, email, language, invitationId }) {
    await pool.query(
      `insert into accounts.mail_outbox (mail_id, kind, email, language, invitation_id) values ($1, $2, $3, $4, $5)
       on conflict (mail_id) do nothing`,
      [mailId, kind, email, language, invitationId ?? null],
    );
  },
  async take() {
    const { rows } = await pool.query<QueuedMail>(
      `update accounts.mail_outbox
       set attempts = attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
       where mail_id = (
         select mail_id from accounts.mail_outbox where next_at <= now()
         order by next_at limit 1 for update skip locked
       )
       returning mail_id as "mailId", kind, email, coalesce(language, 'en') as language, attempts,
                 invitation_id as "invitationId"`,
    );
    return rows[0];
  },
  async done(mailId) {
    await pool.query('delete from accounts.mail_outbox where mail_id = $1', [mailId]);
  },
  async failed({ mailId, attempts }) {
    const givenUp = await pool.query(
      `delete from accounts.mail_outbox
       where mail_id = $1 and asked_at < now() - make_interval(hours => ${GIVE_UP_HOURS})`,
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
