/**
 * The actions of people on their own account where no session is needed: sign-up, a mailed link,
 * the admin account's start.
 */
import type { PasswordOwner } from '../../accounts/password-policy.ts';
import type { Outcome } from '../../commands/intent.ts';
import type { Actor } from 'language/domain/command';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import { verifyEmail } from 'language/domain/user/decide';
import type { User } from 'language/domain/user/state';
import { HttpProblem } from 'service-kit/http/http-problem';
import { type Client, originOf } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';

/** The person as the actor on their own stream. */
export const selfActor = (userId: string): Actor => ({
  id: userId,
  isMember: false,
  isTeamAdmin: false,
  canEdit: false,
  isPhysic: false,
  isAdminAccount: false,
});

/**
 * Records in the person's stream what `accounts` knows already: mail to this address reaches them. Call it after the
 * password that proves it is set.
 */
export const recordEmailVerified = (
  dependencies: Pick<Dependencies, 'handle' | 'folds'>,
  userId: string,
  commandId: string,
): Promise<Outcome<User>> =>
  dependencies.handle({
    name: 'VerifyEmail',
    commandId,
    needsRoom: false,
    fold: dependencies.folds.user,
    id: userId,
    payload: { userId },
    actor: () => selfActor(userId),
    decide: verifyEmail,
  });

/**
 * The new password of an existing account.
 * @throws HttpProblem 400 if the password policy refuses it
 */
export async function requireAcceptablePassword(
  { passwordPolicy, credentials, folds }: Pick<Dependencies, 'passwordPolicy' | 'credentials' | 'folds'>,
  password: string,
  userId: string,
): Promise<void> {
  const owner = passwordPolicy.comparesWithOwner ? await ownerOf({ credentials, folds }, userId) : undefined;
  passwordPolicy.requireAcceptable(password, owner);
}

/** True if this e-mail's account may have a password: without local accounts, only the admin's. */
export const isLocal = (
  { allowsLocalAccounts, adminEmail }: Pick<Dependencies, 'allowsLocalAccounts' | 'adminEmail'>,
  email: string,
): boolean => allowsLocalAccounts || email === adminEmail;

/** @throws HttpProblem 403 if the account may not have a password */
export async function requireLocal(
  dependencies: Pick<Dependencies, 'allowsLocalAccounts' | 'adminEmail' | 'credentials'>,
  userId: string,
): Promise<void> {
  if (dependencies.allowsLocalAccounts) return;
  const credential = await dependencies.credentials.findByUser(userId);
  if (!credential || !isLocal(dependencies, credential.email)) throw new HttpProblem(refusal('local-accounts-off'));
}

async function ownerOf(
  { credentials, folds }: Pick<Dependencies, 'credentials' | 'folds'>,
  userId: string,
): Promise<PasswordOwner | undefined> {
  const [credential, user] = await Promise.all([credentials.findByUser(userId), folds.user.loadRecent(userId)]);
  return credential && { email: credential.email, ...(user.status === 'none' ? {} : user) };
}

/**
 * Counts the try of a mailed link that was not found. Call it after the link was looked up: no number of tries finds a
 * token of 128 random bits, so a link that counts passes also where others have used up the tries of the address.
 * @param userId the person who tried it, if they are signed in
 * @returns never: throws `refused`, or HttpProblem 429
 */
export async function refuseLink(
  { limits, refusedAttempts }: Pick<Dependencies, 'limits' | 'refusedAttempts'>,
  action: 'reset' | 'invitation',
  client: Pick<Client, 'address' | 'userAgent'>,
  refused: HttpProblem,
  userId?: string,
): Promise<never> {
  noteRefusedLink({ refusedAttempts }, client, refused, userId);
  await limits.count(action, { address: client.address });
  throw refused;
}

/** A wrong link is a line of the security log. @param userId the person who tried it, if they are signed in */
export const noteRefusedLink = (
  { refusedAttempts }: Pick<Dependencies, 'refusedAttempts'>,
  client: Pick<Client, 'address' | 'userAgent'>,
  { refusal: { reason } }: HttpProblem,
  userId?: string,
): void => refusedAttempts.note({ kind: 'LinkRefused', reason, origin: originOf(client), userId });

/** The refusal of a mailed link that is used or expired. */
export const unusableLink = (refused: Refusal<'invalid'> = refusal('link-spent')): HttpProblem =>
  new HttpProblem(refused, { field: 'token' });
