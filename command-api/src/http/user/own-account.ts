/**
 * What people do to their own account where no session is needed: sign-up, a mailed link, the admin account's start.
 */
import type { Outcome } from '../../commands/intent.ts';
import type { Actor } from '../../domain/command.ts';
import { type Refusal, refusal } from '../../domain/reasons/refusal.ts';
import { verifyEmail } from '../../domain/user/decide.ts';
import type { User } from '../../domain/user/state.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
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
    fold: dependencies.folds.user,
    id: userId,
    payload: { userId },
    actor: () => selfActor(userId),
    decide: verifyEmail,
  });

/** @throws HttpProblem 400 if the new password is shorter than `MIN_PASSWORD_LENGTH` */
export function requirePasswordLength(
  { minPasswordLength }: Pick<Dependencies, 'minPasswordLength'>,
  password: string,
): void {
  if (password.length >= minPasswordLength) return;
  throw new HttpProblem(refusal('password-too-short', { limit: minPasswordLength }), { field: 'password' });
}

/** The refusal of a mailed link that is used or expired. */
export const unusableLink = (refused: Refusal<'invalid'> = refusal('link-spent')): HttpProblem =>
  new HttpProblem(refused, { field: 'token' });
