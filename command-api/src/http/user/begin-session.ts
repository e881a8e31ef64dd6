/** Each way in ends here: sign-in, sign-up. The session is opened, and the answer has its token. */
import type { Credential } from '../../accounts/credentials.ts';
import { deviceInWords } from '../../accounts/device-words.ts';
import type { Outcome } from '../../commands/intent.ts';
import type { SignedIn, Written } from '../../contract/entities.ts';
import { renderUser } from '../../contract/render/users.ts';
import { refusal } from '../../domain/reasons/refusal.ts';
import type { User } from '../../domain/user/state.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { SessionMethod } from 'service-kit/security/sessions';
import { type OpenCommandRequest, written } from '../command-route.ts';

/**
 * @param credential as it was when the person proved who they are
 * @param method how they did
 * @throws HttpProblem 401 when its password has changed since
 */
export async function beginSession(
  { dependencies, client }: Pick<OpenCommandRequest<unknown>, 'dependencies' | 'client'>,
  credential: Credential,
  method: SessionMethod,
  { state, ...where }: Outcome<User>,
): Promise<SignedIn & Written> {
  if (state.status === 'none') throw new Error('The user of a registered account does not exist');
  const opened = await dependencies.sessions.openWith(credential, {
    method,
    kind: 'token',
    device: deviceInWords(client.userAgent),
    address: client.address,
  });
  if (!opened) throw new HttpProblem(refusal('wrong-login'));
  await dependencies.limits.remember({ address: client.address, email: credential.email });
  return { ...renderUser(credential.userId, state, dependencies.adminEmail), token: opened.token, ...written(where) };
}
