/** `POST /api/users/me/proof`: the person of a session proves again who they are. */
import * as accountCalls from 'language/contract/calls/account';
import { Prove } from 'language/contract/bodies/second-factors';
import type { Proven } from 'language/contract/second-factors';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { HttpProblem } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { type CommandRequest, command } from '../command-route.ts';
import { isLocal } from './own-account.ts';
import { isProved } from './second-factor-sign-in.ts';

async function prove({ dependencies, caller, body }: CommandRequest<z.output<typeof Prove>>): Promise<Proven> {
  const credential = await dependencies.credentials.findByUser(caller.userId);
  if (!credential) throw new HttpProblem(refusal('user-not-found'));
  // A session that was left open must not be used for guessing. The count is the session's own: other sessions are not
  // limited by it.
  const attempt = await dependencies.limits.count('proof', { caller: caller.sessionId });
  if (body.password !== undefined) {
    if (!isLocal(dependencies, credential.email)) throw new HttpProblem(refusal('local-accounts-off'));
    if (!(await dependencies.passwords.matches(credential.passwordHash, body.password)))
      throw invalidField('password', refusal('wrong-password'));
  } else if (!(await isProved(dependencies.secondFactors, caller.userId, body))) {
    if (body.passkey) throw new HttpProblem(refusal('passkey-not-proved'));
    throw invalidField(body.code === undefined ? 'recoveryCode' : 'code', refusal('wrong-code'));
  }
  await attempt.undo();
  return { provenUntil: (await dependencies.sessionProofs.renew(caller.sessionId)).toISOString() };
}

export const proofRoutes = [
  command(accountCalls.proveIdentity, { body: Prove, refusedAs: 'ProofRefused', answer: prove }),
];
