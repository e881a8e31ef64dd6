/** The mail to whoever has signed up: its link shows that mail to this address reaches them. */
import { LINK_MINUTES } from '../../accounts/one-time-links.ts';
import { type LinkedMail, senderOf } from './linked-mail.ts';
import type { Mail } from './post.ts';

/**
 * The screen that sends the token on to `POST /api/users/confirmEmail`, for whoever is signed in to that very account.
 */
const CONFIRM_PATH = '/confirm-email';

/**
 * No name in it, as in the other: whoever signed up with somebody else's address could otherwise write to them.
 * Following the link is not enough: it confirms for whoever has the account's password as well, so that no click of the
 * address's owner serves a stranger.
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
    `${mail.origin}${CONFIRM_PATH}?token=${mail.token}`,
    '',
    `It works once, within ${LINK_MINUTES} minutes. Signed in, you can have it sent again.`,
    '',
    'If this was not you, do not open it. Whoever it was cannot confirm the',
    'address. To have the account for yourself, ask for a new password: that',
    'locks them out.',
    '',
  ].join('\n'),
});
