/** Each way in ends here: sign-in, sign-up. The session is opened, and the answer has its token. */
import type { Credential } from '../../accounts/credentials.ts';
import type { Outcome } from '../../commands/intent.ts';
import type { SignedIn, Written } from '../../contract/entities.ts';
import { renderUser } from '../../contract/render/users.ts';
import { refusal } from '../../domain/reasons/refusal.ts';
import type { User } from '../../domain/user/state.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import { type OpenCommandRequest, written } from '../command-route.ts';

/**
 * @param credential as it was when the person proved who they are
 * @throws HttpProblem 401 when its password has changed since
 */
export async function beginSession(
  { dependencies, client }: Pick<OpenCommandRequest<unknown>, 'dependencies' | 'client'>,
  credential: Credential,
  { state, ...where }: Outcome<User>,
): Promise<SignedIn & Written> {
  if (state.status === 'none') throw new Error('The user of a registered account does not exist');
  const token = await dependencies.sessions.openWith(credential);
  if (token === undefined) throw new HttpProblem(refusal('wrong-login'));
  await dependencies.limits.remember({ address: client.address, email: credential.email });
  return { ...renderUser(credential.userId, state, dependencies.adminEmail), token, ...written(where) };
}
