/** A person's own second factors. In a page each change needs a fresh proof. */
import * as accountCalls from 'language/contract/calls/account';
import type { KeptFactors } from '../../accounts/second-factor/second-factors.ts';
import { PASSKEYS_MAX } from '../../accounts/second-factor/passkeys.ts';
import { AddPasskey, ConfirmTotp } from 'language/contract/bodies/second-factors';
import { EmptyBody } from 'language/contract/bodies/shared';
import type {
  NewTotpSecret,
  PasskeyChallenge,
  SecondFactorList,
  SecondFactorsChanged,
} from 'language/contract/second-factors';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { callerOf, HttpProblem, notFound } from 'service-kit/http/http-problem';
import type { Middleware } from 'koa';
import { type CommandRequest, command } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { requirePasskeys } from './second-factor-sign-in.ts';

type Request = Pick<CommandRequest<unknown>, 'dependencies' | 'caller'>;

async function listOf({ dependencies: { secondFactors }, caller }: Request): Promise<SecondFactorList> {
  return rendered(await secondFactors.of(caller.userId), secondFactors.passkeys !== undefined);
}

const rendered = ({ totp, passkeys, recoveryCodes }: KeptFactors, passkeysWork: boolean): SecondFactorList => ({
  totp: totp ? { addedAt: totp.addedAt.toISOString(), usedAt: totp.usedAt.toISOString() } : null,
  passkeys: passkeys.map(({ passkeyId, name, addedAt, usedAt }) => ({
    _id: passkeyId,
    name,
    addedAt: addedAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  })),
  recoveryCodes,
  passkeysWork,
});

async function changed(
  request: Request,
  newRecoveryCodes: readonly string[] | undefined,
): Promise<SecondFactorsChanged> {
  return { ...(await listOf(request)), ...(newRecoveryCodes && { newRecoveryCodes: [...newRecoveryCodes] }) };
}

/** The account as an authenticator shows it. */
async function accountOf({ dependencies, caller: { userId } }: Request): Promise<{ email: string; name: string }> {
  const user = await dependencies.folds.user.loadRecent(userId);
  if (user.status === 'none') throw new HttpProblem(refusal('user-not-found'));
  return { email: user.email, name: `${user.firstName} ${user.lastName}`.trim() };
}

const list =
  (dependencies: Dependencies): Middleware =>
  async (ctx) => {
    ctx.body = await listOf({ dependencies, caller: callerOf(ctx) });
  };

export const secondFactorRoutes = [
  { call: accountCalls.listSecondFactors, answer: list },
  command(accountCalls.beginTotp, {
    body: EmptyBody,
    needsProof: true,
    async answer(request): Promise<NewTotpSecret> {
      const { email } = await accountOf(request);
      return request.dependencies.secondFactors.totp.begin(request.caller.userId, email);
    },
  }),
  command(accountCalls.confirmTotp, {
    body: ConfirmTotp,
    needsProof: true,
    async answer(request) {
      const { dependencies, caller, body } = request;
      const attempt = await dependencies.limits.count('confirmFactor', { caller: caller.userId });
      const added = await dependencies.secondFactors.confirmTotp(caller.userId, body.code, caller.sessionId);
      if (!added) throw invalidField('code', refusal('wrong-code'));
      await attempt.undo();
      return changed(request, added.recoveryCodes);
    },
  }),
  command(accountCalls.removeTotp, {
    body: EmptyBody,
    needsProof: true,
    async answer(request) {
      const { dependencies, caller } = request;
      await dependencies.secondFactors.removeTotp(caller.userId, caller.sessionId);
      return listOf(request);
    },
  }),
  command(accountCalls.beginPasskey, {
    body: EmptyBody,
    needsProof: true,
    async answer(request): Promise<PasskeyChallenge> {
      const passkeys = requirePasskeys(request.dependencies);
      const { userId } = request.caller;
      const { ticket, options } = await passkeys.beginNew({ userId, ...(await accountOf(request)) });
      return { ticket, options: { ...options } };
    },
  }),
  command(accountCalls.addPasskey, {
    makes: true,
    body: AddPasskey,
    needsProof: true,
    async answer(request) {
      const { dependencies, caller, body } = request;
      requirePasskeys(dependencies);
      const added = await dependencies.secondFactors.addPasskey(caller.userId, body, caller.sessionId);
      if (added === 'full') throw new HttpProblem(refusal('too-many-passkeys', { limit: PASSKEYS_MAX }));
      if (!added) throw new HttpProblem(refusal('passkey-not-added'));
      return changed(request, added.recoveryCodes);
    },
  }),
  command(accountCalls.removePasskey, {
    body: EmptyBody,
    needsProof: true,
    async answer(request) {
      const { dependencies, caller } = request;
      const passkeyId = request.param('passkeyId');
      if (!(await dependencies.secondFactors.removePasskey(caller.userId, passkeyId, caller.sessionId)))
        throw notFound();
      return listOf(request);
    },
  }),
  command(accountCalls.renewRecoveryCodes, {
    body: EmptyBody,
    needsProof: true,
    async answer(request) {
      const { dependencies, caller } = request;
      const codes = await dependencies.secondFactors.renewRecoveryCodes(caller.userId, caller.sessionId);
      if (!codes) throw new HttpProblem(refusal('no-second-factor'));
      return changed(request, codes);
    },
  }),
];
