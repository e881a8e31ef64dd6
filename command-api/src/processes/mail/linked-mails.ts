/**
 * The mails with a link. Their words are in `command-api/locales`. They hold no name: a person who signs up with
 * a stranger's address could otherwise write to that stranger.
 *
 * - `confirmation`, to a person who signed up: following its link shows that mail to this address reaches them. The link
 *   counts only in a session of that account, so that a click of the address's owner does not help a stranger who signed
 *   up with it.
 * - `newPassword`: the link sets a password.
 * - `invitation`, to an address that a team's admin typed: the link shows the team, and lets the person join it.
 * - `answersWait`, to a person who was reminded of recommendations: the link leads to their list, and needs a sign-in.
 */
import type { Say } from 'service-kit/language/words';
import type { MailKind } from '../../accounts/mail-outbox.ts';
import { INVITATION_DAYS } from '../../accounts/invitations.ts';
import { LINK_MINUTES } from '../../accounts/one-time-links.ts';
import type { Mail } from './mail-transport.ts';
import { senderOf } from './mail-words.ts';

/** The screens that send the token to the server. */
const paths: Readonly<Record<MailKind, string>> = {
  confirmation: '/confirm-email',
  newPassword: '/reset-password',
  invitation: '/invitation',
  answersWait: '/asked',
};

export interface LinkedMail {
  readonly kind: MailKind;
  /** The sender's address; undefined: made from the link's host. */
  readonly from: string | undefined;
  readonly to: string;
  /** The origin of the product, such as `https://pharmacy.hospital.example`. */
  readonly origin: string;
  /** In the link's fragment, which browsers do not send: no server and no proxy logs it. */
  readonly token: string | undefined;
  /** How many recommendations wait, for `answersWait`. */
  readonly count?: number | undefined;
}

/** @param say in the reader's language */
export const linkedMail = ({ kind, from, to, origin, token, count = 1 }: LinkedMail, say: Say): Mail => ({
  from: senderOf(from, origin, say),
  to,
  subject: say(`mail.${kind}.subject`, { count }),
  text: say(`mail.${kind}.text`, {
    link: `${origin}${paths[kind]}${token === undefined ? '' : `#token=${token}`}`,
    count,
    minutes: LINK_MINUTES,
    days: INVITATION_DAYS,
  }),
});
