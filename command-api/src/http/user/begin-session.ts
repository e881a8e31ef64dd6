/**
 * Each way in ends here: sign-in, sign-up, single sign-on. The session is opened. A page that asks for a cookie is given
 * one, closed to scripts, and no token (docs/decisions/write-side/browser-sessions.md). The provider's redirect begins no
 * session and sets no such cookie: it gives the page a code, and the page sends the code (`POST /api/users/oidc/session`).
 */
import type { Credential } from '../../accounts/credentials.ts';
import { DEVICE_COOKIE, DEVICE_DAYS } from '../../accounts/device-cookies.ts';
import { deviceInWords } from '../../accounts/device-words.ts';
import type { Outcome } from '../../commands/intent.ts';
import type { SignedIn, SignedInByCookie, Written } from 'language/contract/entities';
import { renderUser } from 'language/contract/render/users';
import { refusal } from 'language/domain/reasons/refusal';
import type { User } from 'language/domain/user/state';
import { SESSION_COOKIE } from 'service-kit/http/find-caller';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { SessionMethod } from 'service-kit/security/sessions';
import { type OpenCommandRequest, written } from '../command-route.ts';

type Request = Pick<OpenCommandRequest<unknown>, 'dependencies' | 'client'>;

export type ProvedFactor = 'totp' | 'recoveryCode' | 'passkey';

/** The answer to the client. */
export type BegunSession = (SignedIn | SignedInByCookie) & Written;

interface Options {
  readonly factor?: ProvedFactor | undefined;
  readonly bind?: (sessionId: string) => Promise<boolean>;
  readonly provenAt?: Date | 'now' | 'never';
}

/**
 * @param credential as it was when the person proved who they are
 * @param method how they did
 * @param options `factor` is what was proved beside the password. `bind` binds the session to what else it depends on,
 *   before the person has it; false: it must not begin. `provenAt` is when the person proved who they are: a page needs a
 *   fresh proof for some calls
 * @throws HttpProblem 401 when its password has changed or it was disabled since, 400 when it must not begin
 */
export async function beginSession(
  { dependencies, client }: Request,
  credential: Credential,
  method: SessionMethod,
  { state, ...where }: Outcome<User>,
  { bind, factor, provenAt = 'now' }: Options = {},
): Promise<BegunSession> {
  if (state.status === 'none') throw new Error('The user of a registered account does not exist');
  const opened = await dependencies.sessions.openWith(
    credential,
    {
      method,
      kind: client.asksForCookie ? 'cookie' : 'token',
      device: deviceInWords(client.userAgent),
      address: client.address,
    },
    factor,
  );
  if (!opened) throw new HttpProblem(refusal('wrong-login'));
  if (bind && !(await bind(opened.sessionId))) {
    await dependencies.sessions.close(opened.sessionId);
    throw new HttpProblem(refusal('provider-sign-in-expired'));
  }
  if (client.isPage) await dependencies.sessionProofs.begin(opened.sessionId, provenAt);
  await dependencies.limits.remember({ address: client.address, email: credential.email });
  const device = dependencies.devices.remember(client.cookies.get(DEVICE_COOKIE), credential.email);
  client.cookies.set(DEVICE_COOKIE, device, DEVICE_DAYS * 24 * 60 * 60);
  const account = {
    ...renderUser(credential.userId, state, dependencies.adminEmail),
    ...(credential.language && { language: credential.language }),
    ...written(where),
  };
  if (!client.asksForCookie) return { ...account, token: opened.token };
  await endReplaced({ dependencies, client });
  client.cookies.set(SESSION_COOKIE, opened.token, dependencies.sessionHoursMax * 3600);
  return { ...account, sessionId: opened.sessionId };
}

/** No page can use the session of a replaced cookie any more, not even to end it. */
async function endReplaced({ dependencies: { sessions }, client }: Request): Promise<void> {
  const token = client.cookies.get(SESSION_COOKIE);
  const replaced = token === undefined ? undefined : await sessions.find(token);
  if (replaced) await sessions.close(replaced.sessionId);
}
