/**
 * A person acting on their own account, where nobody is signed in: sign-up, a mailed link, the start of an
 * installation.
 */
import type { Actor } from '../../domain/command.ts';
import { verifyEmail } from '../../domain/user/decide.ts';
import type { User } from '../../domain/user/state.ts';
import type { Outcome } from '../../commands/intent.ts';
import type { Dependencies } from '../dependencies.ts';

export const oneself = (userId: string): Actor => ({
  id: userId,
  isMember: false,
  isTeamAdmin: false,
  canEdit: false,
  isPhysic: false,
  isAdminAccount: false,
});

/**
 * Says in the person's stream what `accounts` knows already: mail to this address reaches them. Call it after the
 * password that proves it is set.
 */
export const noteEmailProven = (
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
    actor: () => oneself(userId),
    decide: verifyEmail,
  });
