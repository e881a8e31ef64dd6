/**
 * The mails with a one-time link. They hold no name: a person who signs up with a stranger's address could otherwise
 * write to that stranger.
 */
import { LINK_MINUTES } from '../../accounts/one-time-links.ts';
import type { Mail } from './mail-transport.ts';

/** The screen that sends the token to `POST /api/users/confirmEmail`, for the account that is signed in. */
const CONFIRM_PATH = '/confirm-email';
/** The screen that sends the token to `POST /api/users/resetPassword`. */
const RESET_PATH = '/reset-password';

export interface LinkedMail {
  /** The sender's address; undefined: made from the link's host. */
  readonly from: string | undefined;
  readonly to: string;
  /** Of the product, such as `https://pharmacy.hospital.example`. */
  readonly origin: string;
  /** In the link's fragment, which browsers do not send: no server and no proxy logs it. */
  readonly token: string;
}

/**
 * Mail to a person who signed up: following its link shows that mail to this address reaches them. The link counts only
 * in a session of that account, so that a click of the address's owner does not help a stranger who signed up with it.
 */
export const confirmationMail = (mail: LinkedMail): Mail => ({
  from: senderOf(mail),
  to: mail.to,
  subject: 'Please confirm your e-mail address',
  text: [
    'Hello,',
    '',
    'somebody signed up to Clinical Pharmacy with this e-mail address. If this',
    'was you, open this link in the browser that you are signed in with:',
    '',
    `${mail.origin}${CONFIRM_PATH}#token=${mail.token}`,
    '',
    `It works once, within ${LINK_MINUTES} minutes. Signed in, you can have it sent again.`,
    '',
    'If this was not you, do not open it. Whoever it was cannot confirm the',
    'address. To have the account for yourself, ask for a new password: that',
    'locks them out.',
    '',
  ].join('\n'),
});

/** The link sets a password. */
export const resetMail = (mail: LinkedMail): Mail => ({
  from: senderOf(mail),
  to: mail.to,
  subject: 'Your link to set a new password',
  text: [
    'Hello,',
    '',
    'somebody asked for a new password for the Clinical Pharmacy account of',
    'this e-mail address. To set one, open this link:',
    '',
    `${mail.origin}${RESET_PATH}#token=${mail.token}`,
    '',
    `It works once, within ${LINK_MINUTES} minutes. Setting a password signs the account out`,
    'everywhere else.',
    '',
    'If this was not you, there is nothing to do: your password stays as it is.',
    '',
  ].join('\n'),
});

const senderOf = ({ from, origin }: LinkedMail): string =>
  from ?? `Clinical Pharmacy <no-reply@${new URL(origin).hostname.replace(/^\[.*\]$/, 'localhost')}>`;
