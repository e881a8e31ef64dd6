/**
 * Mails that are not yet sent. A row has the address and the kind, not the text: the link is made when the mail is
 * sent. So no token is stored in clear text, and a request for an unknown address costs as much as one for a known
 * address.
 */
import type { Pool, PoolClient } from 'pg';
import type { SecurityOrigin } from 'service-kit/security-log/record';

/**
 * A link that sets a password, one that confirms the e-mail of an account, an invitation to a team, or a reminder of
 * recommendations that wait for an answer.
 */
export type MailKind = 'newPassword' | 'confirmation' | 'invitation' | 'answersWait';

export interface QueuedMail {
  readonly mailId: string;
  readonly kind: MailKind;
  readonly email: string;
  /** Set for an `invitation`. */
  readonly invitationId?: string | undefined;
  /** How many recommendations wait, for `answersWait`. */
  readonly count?: number | null;
  /** The language of the request that caused it (BCP 47): for a person who has not chosen one. */
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

const insert = /* sql */ `
insert into accounts.mail_outbox (mail_id, kind, email, language, invitation_id) values ($1, $2, $3, $4, $5)
on conflict (mail_id) do nothing`;

/** The account is looked up in the same way for each e-mail, so the time of the answer does not show whether it exists. */
const insertAsked = /* sql */ `
with mail as (${insert} returning email)
select accounts.record_security('PasswordLinkAsked', 'unknown', null, c.user_id, null, null,
  case when c.user_id is null then $6 end, $7, $8, null, '{}', null, null)
from mail left join accounts.credential c on lower(c.email) = lower(mail.email)`;

export interface MailOutbox {
  /**
   * Once this resolves, the mail will be sent. The same `mailId` is sent once.
   * @param mail `email`: lower case
   * @param asked of a link to a new password, which is in the security log: where it was asked for
   */
  enqueue(mail: Omit<QueuedMail, 'attempts'>, asked?: SecurityOrigin): Promise<void>;
  /** In the transaction of the follower: the mail is promised once, with its place. An unknown account gets none. */
  enqueueReminder(
    tx: Pick<PoolClient, 'query'>,
    mail: { readonly mailId: string; readonly userId: string; readonly count: number },
  ): Promise<void>;
  /** The next due mail, leased to this process. */
  take(): Promise<QueuedMail | undefined>;
  done(mailId: string): Promise<void>;
  /** Schedules another attempt. @returns false when the mail is given up */
  failed(mail: QueuedMail): Promise<boolean>;
}

/** @param markOf the mark of an e-mail in the security log */
export const createMailOutbox = (pool: Pool, markOf: (email: string) => string): MailOutbox => ({
  async enqueue({ mailId, kind, email, language, invitationId }, asked) {
    const row = [mailId, kind, email, language, invitationId ?? null];
    if (asked) await pool.query(insertAsked, [...row, markOf(email), asked.address ?? null, asked.device ?? null]);
    else await pool.query(insert, row);
  },
  async enqueueReminder(tx, { mailId, userId, count }) {
    await tx.query(
      `insert into accounts.mail_outbox (mail_id, kind, email, language, waiting)
       select $1, 'answersWait', email, language, $3 from accounts.credential where user_id = $2
       on conflict (mail_id) do nothing`,
      [mailId, userId, count],
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
                 invitation_id as "invitationId", waiting as count`,
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
