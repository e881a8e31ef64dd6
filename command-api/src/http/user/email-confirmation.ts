/**
 * Confirms that mail to the address of an account reaches its owner. The link alone does not show that: its reader may
 * be a mail scanner, or the owner of an address that a stranger signed up with. It counts in a session of that account
 * only (docs/decisions/write-side/accounts.md).
 */
import * as accountCalls from 'language/contract/calls/account';
import type { Account, Answer, SentConfirmation } from 'language/contract/entities';
import { EmptyBody } from 'language/contract/bodies/shared';
import { ConfirmEmail } from 'language/contract/bodies/users';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { derivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { noteRefusedLink, recordEmailVerified, unusableLink } from './own-account.ts';
import { renderUser } from 'language/contract/render/users';

/** `POST /api/users/confirmEmail`: uses the mailed link. For a confirmed address, each link gets the same answer. */
async function confirm({
  dependencies,
  caller: { userId },
  commandId,
  body,
  client,
}: CommandRequest<z.output<typeof ConfirmEmail>>): Promise<Answer<Account>> {
  await dependencies.limits.count('confirm', { caller: userId });
  if (!(await dependencies.credentials.confirmByLink(body.token, userId, commandId))) {
    const refused = unusableLink(refusal('link-of-another-account'));
    noteRefusedLink(dependencies, client, refused, userId);
    throw refused;
  }
  const { state, ...where } = await recordEmailVerified(dependencies, userId, commandId);
  if (state.status === 'none') throw new HttpProblem(refusal('user-not-found'));
  return { ...renderUser(userId, state, dependencies.adminEmail), ...written(where) };
}

/** `POST /api/users/confirmationMail`: sends another link to the caller's own address. */
async function sendAgain({
  dependencies,
  caller: { userId },
  commandId,
  client: { language },
}: CommandRequest<unknown>): Promise<SentConfirmation> {
  const credential = await dependencies.credentials.findByUser(userId);
  if (!credential) throw new HttpProblem(refusal('user-not-found'));
  if (credential.isEmailProven) return { emailVerified: true, message: 'Your e-mail address is confirmed already' };
  await dependencies.limits.count('confirmationMail', { caller: userId });
  const { email } = credential;
  await dependencies.mailLink({ mailId: derivedId(commandId, 'mail'), kind: 'confirmation', email, language });
  return { emailVerified: false, message: 'A link to confirm your e-mail address is on its way' };
}

export const emailConfirmationRoutes = [
  command(accountCalls.confirmEmail, { keepsOrigin: true, body: ConfirmEmail, answer: confirm }),
  command(accountCalls.sendConfirmation, { body: EmptyBody, answer: sendAgain }),
];
