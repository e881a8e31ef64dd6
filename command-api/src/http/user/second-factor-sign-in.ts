/**
 * Sign-in of accounts with a second factor (docs/decisions/write-side/second-factor.md): after the password with a ticket
 * and a code, a recovery code or a passkey; or with a passkey alone.
 */
import * as signInCalls from 'language/contract/calls/sign-in';
import { createHash } from 'node:crypto';
import type { Credential } from '../../accounts/credentials.ts';
import { LoginWithPasskey, LoginWithSecondFactor } from 'language/contract/bodies/second-factors';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { PasskeyChallenge, SecondFactorKind } from 'language/contract/second-factors';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { openCommand, type OpenCommandRequest } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { countAttempt, isSolved } from './count-attempt.ts';
import { isLocal } from './own-account.ts';
import { userOf } from './signing-in.ts';

/** A new password ends the tickets of the old one. */
const passwordMark = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('base64url');

/**
 * Call it after the check of the password.
 * @throws HttpProblem 401 `second-factor-needed` with a ticket, where the account has a second factor
 */
export async function requireNoSecondFactor(
  { secondFactors }: Pick<Dependencies, 'secondFactors'>,
  { userId, passwordHash }: Credential,
): Promise<void> {
  const has = await secondFactors.kindsOf(userId);
  if (!has) return;
  const factors: SecondFactorKind[] = (['passkey', 'totp', 'recoveryCode'] as const).filter((kind) => has[kind]);
  const ticket = secondFactors.tickets.make('secondFactor', { userId, passwordMark: passwordMark(passwordHash) });
  throw new HttpProblem(refusal('second-factor-needed'), { extra: { ticket, factors } });
}

/** `POST /api/users/login/second-factor`. */
async function login(request: OpenCommandRequest<z.output<typeof LoginWithSecondFactor>>): Promise<BegunSession> {
  const {
    dependencies: { secondFactors, credentials },
    body,
  } = request;
  const held = secondFactors.tickets.read('secondFactor', body.ticket);
  const credential = held && (await credentials.findByUser(held.userId));
  if (!credential || credential.isDisabled || passwordMark(credential.passwordHash) !== held.passwordMark)
    throw new HttpProblem(refusal('sign-in-expired'));
  const { ticket: _ticket, token, ...guess } = body;
  // A new password starts no new count: a person could change their own one until the address of the ward is refused.
  const attempt = await countAttempt(request, 'secondFactor', {
    email: credential.email,
    isProved: () => isSolved(request, token, ['secondFactor', credential.email, JSON.stringify(guess)]),
  });
  // Before the proof is used up: the log may be away, and the request is done again when it is back.
  const user = await userOf(request, credential);
  if (!(await isProved(secondFactors, credential.userId, body)))
    throw new HttpProblem(refusal(body.passkey ? 'passkey-not-accepted' : 'wrong-second-factor'));
  const answer = await beginSession(request, credential, 'password', user, {
    factor: body.passkey ? 'passkey' : body.code === undefined ? 'recoveryCode' : 'totp',
  });
  await attempt.undo();
  return answer;
}

/** True if this proof is the account's; it is used up. */
export async function isProved(
  { totp, recoveryCodes, passkeys }: Dependencies['secondFactors'],
  userId: string,
  { code, recoveryCode, passkey }: Pick<z.output<typeof LoginWithSecondFactor>, 'code' | 'recoveryCode' | 'passkey'>,
): Promise<boolean> {
  if (code !== undefined) return totp.accept(userId, code);
  if (recoveryCode !== undefined) return recoveryCodes.accept(userId, recoveryCode);
  return passkey !== undefined && (await passkeys?.accept(passkey)) === userId;
}

/** `POST /api/users/login/passkey`: a passkey verifies its user, so it is both factors. */
async function loginWithPasskey(request: OpenCommandRequest<z.output<typeof LoginWithPasskey>>): Promise<BegunSession> {
  const {
    dependencies,
    body: { token, ...answered },
  } = request;
  const passkeys = requirePasskeys(dependencies);
  const attempt = await countAttempt(request, 'passkey', {
    isProved: () => isSolved(request, token, ['passkey', JSON.stringify(answered)]),
  });
  const verified = await passkeys.verify(answered);
  const credential = verified && (await dependencies.credentials.findByUser(verified.userId));
  if (!credential || credential.isDisabled) throw new HttpProblem(refusal('passkey-not-accepted'));
  if (!isLocal(dependencies, credential.email)) throw new HttpProblem(refusal('local-accounts-off'));
  // Before the answer is used up: the log may be away, and the request is done again when it is back.
  const user = await userOf(request, credential);
  if (!(await verified.spend())) throw new HttpProblem(refusal('passkey-not-accepted'));
  const answer = await beginSession(request, credential, 'passkey', user);
  await attempt.undo();
  return answer;
}

/** @throws HttpProblem 400 where browsers offer no passkeys */
export function requirePasskeys({
  secondFactors: { passkeys },
}: Pick<Dependencies, 'secondFactors'>): NonNullable<Dependencies['secondFactors']['passkeys']> {
  if (!passkeys) throw new HttpProblem(refusal('passkeys-off'));
  return passkeys;
}

/** `POST /api/users/login/passkey-options`: looks nothing up. */
async function passkeyChallenge({ dependencies }: OpenCommandRequest<unknown>): Promise<PasskeyChallenge> {
  const { ticket, options } = await requirePasskeys(dependencies).begin();
  return { ticket, options: { ...options } };
}

export const secondFactorSignInRoutes = [
  openCommand(signInCalls.signInWithSecondFactor, {
    body: LoginWithSecondFactor,
    refusedAs: 'SignInRefused',
    tries: ({ dependencies: { secondFactors }, body: { ticket } }) => ({
      userId: secondFactors.tickets.read('secondFactor', ticket)?.userId,
    }),
    answer: login,
  }),
  openCommand(signInCalls.getPasskeyChallenge, { body: EmptyBody, answer: passkeyChallenge }),
  openCommand(signInCalls.signInWithPasskey, {
    body: LoginWithPasskey,
    refusedAs: 'SignInRefused',
    answer: loginWithPasskey,
  }),
];
