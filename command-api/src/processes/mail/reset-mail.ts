/** The mail with the one-time link that sets a password. */
import { LINK_MINUTES } from '../../accounts/one-time-links.ts';
import { type LinkedMail, senderOf } from './linked-mail.ts';
import type { Mail } from './post.ts';

/** The screen that sends the token on to `POST /api/users/resetPassword`. */
const RESET_PATH = '/reset-password';

/** No name in it: whoever signed up with somebody else's address could otherwise write to them. */
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
    `${mail.origin}${RESET_PATH}?token=${mail.token}`,
    '',
    `It works once, within ${LINK_MINUTES} minutes. Setting a password signs the account out`,
    'everywhere else.',
    '',
    'If this was not you, there is nothing to do: your password stays as it is.',
    '',
  ].join('\n'),
});
