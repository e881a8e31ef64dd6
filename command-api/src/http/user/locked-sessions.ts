/**
 * Locking and unlocking the session of a call, the PIN of a person on a device
 * (docs/decisions/write-side/locked-sessions.md), and the key of what their pages keep there
 * (docs/decisions/browser/device-storage.md). These are no commands of the log: it holds neither sessions, PINs nor keys.
 */
import * as accountCalls from 'language/contract/calls/account';
import type { Context, Middleware } from 'koa';
import { clientCookies } from 'service-kit/http/client-cookies';
import type { WhileLocked } from 'service-kit/http/find-caller';
import { callerOf, HttpProblem } from 'service-kit/http/http-problem';
import type { Session } from 'service-kit/security/sessions';
import type * as z from 'zod';
import { PIN_COOKIE, PIN_DAYS, type PinOwner } from '../../accounts/device-pins.ts';
import { isTrivialPin } from '../../accounts/pin-policy.ts';
import { SetPin, Unlock } from 'language/contract/bodies/locked-sessions';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { PasskeyChallenge } from 'language/contract/second-factors';
import type { DeviceKey, DevicePin, LockState, UnlockWay } from 'language/contract/sessions';
import type { Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { type Client, command, type CommandRequest } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { isLocal } from './own-account.ts';
import { isProved, requirePasskeys } from './second-factor-sign-in.ts';

/** A person who signs out need not unlock before. */
export const whileLocked: WhileLocked = new Set([
  'POST /api/users/logout',
  'POST /api/users/me/lock',
  'POST /api/users/me/unlock',
  'POST /api/users/me/unlock/passkey-options',
]);

const ownerOf = (ctx: Context): PinOwner => ({
  userId: callerOf(ctx).userId,
  device: clientCookies(ctx).get(PIN_COOKIE),
});

/** `POST /api/users/me/lock`: for a locked one it says how to unlock it. */
const lock =
  (dependencies: Dependencies): Middleware =>
  async (ctx) => {
    const { sessionId, method } = callerOf(ctx);
    await dependencies.sessions.lock(sessionId);
    ctx.body = {
      isLocked: true,
      ways: await waysOf(dependencies, ownerOf(ctx)),
      isOfProvider: method === 'singleSignOn',
    } satisfies LockState;
  };

async function waysOf(dependencies: Dependencies, owner: PinOwner): Promise<UnlockWay[]> {
  const { pins, secondFactors } = dependencies;
  const [hasPin, factors, isWithPassword] = await Promise.all([
    pins.has(owner),
    secondFactors.kindsOf(owner.userId),
    mayUsePassword(dependencies, owner.userId),
  ]);
  const hasPasskey = secondFactors.passkeys !== undefined && factors?.passkey === true;
  return [
    ...(hasPin ? (['pin'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(isWithPassword ? (['password'] as const) : []),
  ];
}

async function mayUsePassword(dependencies: Dependencies, userId: string): Promise<boolean> {
  if (dependencies.allowsLocalAccounts) return true;
  const credential = await dependencies.credentials.findByUser(userId);
  return credential !== undefined && isLocal(dependencies, credential.email);
}

/** `POST /api/users/me/unlock` */
async function unlock(request: CommandRequest<z.output<typeof Unlock>>): Promise<LockState> {
  const { dependencies, caller, body } = request;
  if (body.passkey === undefined) dependencies.passwords.requireRoom(true);
  else requirePasskeys(dependencies);
  // Counted by the session: what is tried at one device keeps its person out of no other.
  const attempt = await dependencies.limits.count('unlock', { caller: caller.sessionId });
  if (body.pin !== undefined) await requirePin(request, body.pin);
  else if (body.passkey === undefined) await requirePassword(request, caller, body.password ?? '');
  else if (!(await isProved(dependencies.secondFactors, caller.userId, body)))
    throw new HttpProblem(refusal('passkey-not-proved'));
  await attempt.undo();
  // A password or a passkey is a fresh proof, a PIN is none (docs/decisions/write-side/second-factor.md).
  if (body.pin === undefined) await dependencies.sessionProofs.renew(caller.sessionId);
  const way = body.pin !== undefined ? 'pin' : body.passkey !== undefined ? 'passkey' : 'password';
  await dependencies.sessions.unlock(caller.sessionId, way);
  return { isLocked: false, ways: [], isOfProvider: caller.method === 'singleSignOn' };
}

/** `POST /api/users/me/unlock/passkey-options`: a challenge for the caller's own passkeys. */
async function passkeyChallenge({ dependencies, caller }: CommandRequest<unknown>): Promise<PasskeyChallenge> {
  const { ticket, options } = await requirePasskeys(dependencies).begin(caller.userId);
  return { ticket, options: { ...options } };
}

/** For a time from now on, so that a PIN in use does not end. */
const setDevice = ({ cookies }: Client, device: string): void =>
  cookies.set(PIN_COOKIE, device, PIN_DAYS * 24 * 60 * 60);

/** @throws HttpProblem 400 */
async function requirePin({ dependencies, caller, client }: CommandRequest<unknown>, pin: string): Promise<void> {
  const noPin = (): Rejection => invalidField('pin', refusal('no-pin'));
  const device = client.cookies.get(PIN_COOKIE);
  if (device === undefined) throw noPin();
  const outcome = await dependencies.pins.accept({ userId: caller.userId, device }, pin);
  if (outcome === 'right') return setDevice(client, device);
  throw outcome === 'none' || outcome === 0 ? noPin() : invalidField('pin', refusal('wrong-pin', { left: outcome }));
}

/** @throws HttpProblem 400; 403 if the account may not have a password */
async function requirePassword(
  { dependencies }: CommandRequest<unknown>,
  { userId }: Session,
  password: string,
): Promise<void> {
  const credential = await dependencies.credentials.findByUser(userId);
  if (credential && !isLocal(dependencies, credential.email)) throw new HttpProblem(refusal('local-accounts-off'));
  if (!(await dependencies.passwords.matches(credential?.passwordHash, password, true)))
    throw invalidField('password', refusal('wrong-password'));
}

/** `GET /api/users/me/pin` */
const readPin =
  ({ pins }: Dependencies): Middleware =>
  async (ctx) => {
    ctx.body = { isSet: await pins.has(ownerOf(ctx)) } satisfies DevicePin;
  };

/** `PUT /api/users/me/pin` */
async function setPin(request: CommandRequest<z.output<typeof SetPin>>): Promise<DevicePin> {
  const { dependencies, caller, client, body } = request;
  if (isTrivialPin(body.pin)) throw invalidField('pin', refusal('pin-too-simple'));
  dependencies.passwords.requireRoom(true);
  const attempt = await dependencies.limits.count('unlock', { caller: caller.sessionId });
  await requirePassword(request, caller, body.password);
  await attempt.undo();
  const owner = { userId: caller.userId, device: client.cookies.get(PIN_COOKIE) };
  setDevice(client, await dependencies.pins.set(owner, body.pin, caller.sessionId));
  return { isSet: true };
}

/** `DELETE /api/users/me/pin` */
const removePin =
  ({ pins }: Dependencies): Middleware =>
  async (ctx) => {
    await pins.remove(ownerOf(ctx), callerOf(ctx).sessionId);
    ctx.body = { isSet: false } satisfies DevicePin;
  };

/** `GET /api/users/me/device-key`: a locked session gets none. */
const readDeviceKey =
  ({ deviceKeys }: Dependencies): Middleware =>
  async (ctx) => {
    const key = await deviceKeys.keyOf(callerOf(ctx).userId);
    ctx.set('cache-control', 'no-store');
    ctx.body = { key: key.toString('base64url') } satisfies DeviceKey;
  };

export const lockedSessionRoutes = [
  { call: accountCalls.lockSession, answer: lock },
  command(accountCalls.unlockSession, { body: Unlock, refusedAs: 'UnlockRefused', answer: unlock }),
  command(accountCalls.getUnlockChallenge, { body: EmptyBody, answer: passkeyChallenge }),
  { call: accountCalls.getDevicePin, answer: readPin },
  command(accountCalls.setDevicePin, { body: SetPin, refusedAs: 'ProofRefused', answer: setPin }),
  { call: accountCalls.removeDevicePin, answer: removePin },
  { call: accountCalls.getDeviceKey, answer: readDeviceKey },
];
