/** Accounts: sign-up, login, a forgotten password. Passwords go to `accounts` and nowhere else. */
import * as signInCalls from 'language/contract/calls/sign-in';
import { Login, RegisterUser, ResetPassword } from 'language/contract/bodies/users';
import type { Credential } from '../../accounts/credentials.ts';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Middleware } from 'koa';
import * as z from 'zod';
import { validInput } from 'service-kit/http/validate-input';
import { derivedId } from '../../commands/derived-id.ts';
import { openCommand, type OpenCommandRequest, originOf } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { countAttempt, deviceOf, isSolved } from './count-attempt.ts';
import {
  isLocal,
  recordEmailVerified,
  refuseLink,
  requireAcceptablePassword,
  requireLocal,
  unusableLink,
} from './own-account.ts';
import { register } from './registration.ts';
import { requireNoSecondFactor } from './second-factor-sign-in.ts';
import { userOf } from './signing-in.ts';

const FORGOTTEN = 'If there is an account with this e-mail, a link to set a new password is on its way to it';

type LoginRequest = OpenCommandRequest<z.output<typeof Login>>;

/** `POST /api/users/login`: an unknown e-mail and a wrong password get the same answer after the same time. */
async function login(request: LoginRequest): Promise<BegunSession | { message: string }> {
  const { dependencies, body } = request;
  if (body.forgetPW) return forgotten(request);
  if (body.password === undefined || body.password === '')
    throw new HttpProblem(refusal('password-required'), { field: 'password' });
  dependencies.passwords.requireRoom(deviceOf(request, body.email) !== undefined);
  const found = once(async () =>
    isLocal(dependencies, body.email) ? dependencies.credentials.findByEmail(body.email) : undefined,
  );
  const attempt = await countAttempt(request, 'login', {
    email: body.email,
    isProved: () => isSolved(request, body.token, ['login', body.email, body.password ?? '']),
    at: async () => (await found())?.passwordHash,
  });
  try {
    const answer = await checkedLogin(request, body.password, await found(), attempt.isKnown);
    await attempt.undo();
    return answer;
  } catch (error) {
    // A call that was no guess is no attempt, such as a sign-in that found the queue full.
    if (!isWrongLogin(error)) await attempt.undo();
    throw error;
  }
}

const isWrongLogin = (error: unknown): boolean =>
  error instanceof HttpProblem && ['wrong-login', 'local-accounts-off'].includes(error.problem.reason);

/** @throws HttpProblem 401 or 403 for a wrong password, 401 where a second factor is needed */
async function checkedLogin(
  request: LoginRequest,
  password: string,
  credential: Credential | undefined,
  isKnown: boolean,
): Promise<BegunSession> {
  const { dependencies } = request;
  const matches = await dependencies.passwords.matches(credential?.passwordHash, password, isKnown);
  // Before the second factor is asked for, which would show that the password is right.
  if (!credential || !matches || credential.isDisabled) throw wrongLogin(dependencies);
  const user = await userOf(request, credential);
  await requireNoSecondFactor(dependencies, credential);
  return beginSession(request, credential, 'password', user);
}

/** Computes a value when it is first needed. */
function once<Value>(compute: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= compute());
}

/**
 * An e-mail that is not the admin account's counts as unknown if there are no local accounts, and a wrong password
 * gets the answer of an unknown e-mail: it does not show which e-mail the admin account has.
 */
const wrongLogin = ({ allowsLocalAccounts }: Dependencies): HttpProblem =>
  new HttpProblem(refusal(allowsLocalAccounts ? 'wrong-login' : 'local-accounts-off'));

/**
 * Looks nothing up, so that the answer takes the same time for each e-mail, and does not show which one is the admin
 * account's where there are no local accounts. The mail sender finds the account, and whether it may have a password.
 */
async function forgotten(request: LoginRequest): Promise<{ message: string }> {
  const {
    dependencies,
    commandId,
    body: { email, token },
    client,
  } = request;
  await countAttempt(request, 'forgotten', { email, isProved: () => isSolved(request, token, ['forgotten', email]) });
  const mail = { mailId: derivedId(commandId, 'mail'), kind: 'newPassword', email, language: client.language } as const;
  await dependencies.mailLink(mail, originOf(client));
  return { message: FORGOTTEN };
}

/**
 * `POST /api/users/resetPassword`: uses the mailed link and ends every session; the person signs in with the new
 * password. The same `Idempotency-Key` gets the same answer again; with another key the link is used already.
 */
async function resetPassword({
  dependencies,
  commandId,
  body,
  client,
}: OpenCommandRequest<z.output<typeof ResetPassword>>): Promise<{ message: string }> {
  dependencies.passwordPolicy.requireAcceptable(body.password, undefined);
  // Before the hash is computed: a guess must cost the server less than the guesser.
  const owner =
    (await dependencies.links.ownerOf(body.token, commandId)) ??
    (await refuseLink(dependencies, 'reset', client, unusableLink()));
  await requireLocal(dependencies, owner);
  await requireAcceptablePassword(dependencies, body.password, owner);
  const userId = await dependencies.credentials.resetByLink(
    body.token,
    await dependencies.passwords.hash(body.password),
    commandId,
    originOf(client),
  );
  if (userId === undefined) throw unusableLink();
  const credential = await dependencies.credentials.findByUser(userId);
  if (credential) dependencies.limits.passwordChanged(credential.email);
  await dependencies.keepOrigin(commandId, originOf(client));
  await recordEmailVerified(dependencies, userId, commandId);
  return { message: 'The new password is set, please sign in' };
}

const ChallengeInput = z.strictObject({
  for: z.enum(['signUp', 'signIn']).default('signUp'),
});

/**
 * `GET /api/config/captcha`: a challenge for one sign-up, or for one attempt past the limits (`?for=signIn`). This service
 * has the key that signs it.
 */
const challenge =
  (dependencies: Dependencies): Middleware =>
  async (ctx) => {
    const { for: purpose } = validInput(ChallengeInput, ctx.query);
    if (dependencies.captcha) ctx.body = await dependencies.captcha.challenge(purpose);
  };

export const userRoutes = [
  openCommand(signInCalls.signUp, {
    makes: true,
    body: RegisterUser,
    async answer(request) {
      const { credential, outcome } = await register(request);
      // A repetition, after the account has got a second factor.
      await requireNoSecondFactor(request.dependencies, credential);
      return beginSession(request, credential, 'signUp', outcome);
    },
  }),
  openCommand(signInCalls.signIn, {
    body: Login,
    refusedAs: 'SignInRefused',
    tries: ({ body: { email } }) => ({ email }),
    answer: login,
  }),
  openCommand(signInCalls.resetPassword, { body: ResetPassword, answer: resetPassword }),
  { call: signInCalls.getCaptchaChallenge, isOpen: true, answer: challenge },
];
