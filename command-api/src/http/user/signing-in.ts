/** The user of a credential that a person has proved to own. */
import type { Credential } from '../../accounts/credentials.ts';
import type { Outcome } from '../../commands/intent.ts';
import { refusal } from 'language/domain/reasons/refusal';
import type { User } from 'language/domain/user/state';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { OpenCommandRequest } from '../command-route.ts';
import { recordEmailVerified } from './own-account.ts';

/** Finishes what an interrupted sign-up or reset has left. @throws HttpProblem 401 where there is no account yet */
export async function userOf(
  { dependencies, commandId }: Pick<OpenCommandRequest<unknown>, 'dependencies' | 'commandId'>,
  { userId, isConfirmed, isEmailProven }: Credential,
): Promise<Outcome<User>> {
  const { state, revision } = await dependencies.folds.user.load(userId);
  // A reservation whose registration was interrupted before its event: another sign-up finishes it.
  if (state.status === 'none' || revision === undefined) throw new HttpProblem(refusal('wrong-login'));
  if (!isConfirmed) await dependencies.credentials.confirm(userId);
  // A reset was interrupted before its event.
  if (isEmailProven && !state.emailVerified) return recordEmailVerified(dependencies, userId, commandId);
  return { state, stream: dependencies.folds.user.stream(userId), revision };
}
