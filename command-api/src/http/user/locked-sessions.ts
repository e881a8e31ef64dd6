/**
 * Locking and unlocking the session of a call, the PIN of a person on a device
 * (docs/decisions/write-side/locked-sessions.md), and the key of what their pages keep there
 * (docs/decisions/browser/device-storage.md). These are no commands of the log: it holds neither sessions, PINs nor keys.
 */
import type { Context, Middleware } from 'koa';
import { clientCookies } from 'service-kit/http/client-cookies';
import type { WhileLocked } from 'service-kit/http/find-caller';
import { callerOf } from 'service-kit/http/http-problem';
import type { Session } from 'service-kit/security/sessions';
import type * as z from 'zod';
import { PIN_COOKIE, PIN_DAYS, type PinOwner } from '../../accounts/device-pins.ts';
import { isTrivialPin } from '../../accounts/pin-policy.ts';
import { SetPin, Unlock } from '../../contract/bodies/locked-sessions.ts';
import type { DeviceKey, DevicePin, LockState } from '../../contract/sessions.ts';
import { refusal } from '../../domain/reasons/refusal.ts';
import { invalidField } from '../../domain/refusals.ts';
import { command, type CommandRequest, type CommandRoute } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';

/** A person who signs out need not unlock before. */
export const whileLocked: WhileLocked = new Set([
  'POST /api/users/logout',
  'POST /api/users/me/lock',
  'POST /api/users/me/unlock',
]);

const ownerOf = (ctx: Context): PinOwner => ({
  userId: callerOf(ctx).userId,
  device: clientCookies(ctx).get(PIN_COOKIE),
});

/** `POST /api/users/me/lock`: for a locked one it says how to unlock it. */
const lock =
  ({ sessions, pins }: Dependencies): Middleware =>
  async (ctx) => {
    await sessions.lock(callerOf(ctx).sessionId);
    ctx.body = {
      isLocked: true,
      ways: (await pins.has(ownerOf(ctx))) ? ['pin', 'password'] : ['password'],
    } satisfies LockState;
  };

/** `POST /api/users/me/unlock` */
async function unlock(request: CommandRequest<z.output<typeof Unlock>>): Promise<LockState> {
  const { dependencies, caller, body } = request;
  dependencies.passwords.requireRoom(true);
  // Counted by the session: what is tried at one device keeps its person out of no other.
  const attempt = await dependencies.limits.count('unlock', { caller: caller.sessionId });
  if (body.pin !== undefined) await requirePin(request, body.pin);
  else await requirePassword(request, caller, body.password ?? '');
  await attempt.undo();
  await dependencies.sessions.unlock(caller.sessionId);
  return { isLocked: false, ways: [] };
}

/** @throws HttpProblem 400 */
async function requirePin({ dependencies, caller, client }: CommandRequest<unknown>, pin: string): Promise<void> {
  const owner = { userId: caller.userId, device: client.cookies.get(PIN_COOKIE) };
  const outcome = await dependencies.pins.accept(owner, pin);
  if (outcome === 'right') return;
  throw invalidField(
    'pin',
    outcome === 'none' || outcome === 0 ? refusal('no-pin') : refusal('wrong-pin', { left: outcome }),
  );
}

/** @throws HttpProblem 400 */
async function requirePassword(
  { dependencies: { credentials, passwords } }: CommandRequest<unknown>,
  { userId }: Session,
  password: string,
): Promise<void> {
  const credential = await credentials.findByUser(userId);
  if (!(await passwords.matches(credential?.passwordHash, password, true)))
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
  client.cookies.set(PIN_COOKIE, await dependencies.pins.set(owner, body.pin), PIN_DAYS * 24 * 3600);
  return { isSet: true };
}

/** `DELETE /api/users/me/pin` */
const removePin =
  ({ pins }: Dependencies): Middleware =>
  async (ctx) => {
    await pins.remove(ownerOf(ctx));
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

export const lockedSessionRoutes: readonly CommandRoute[] = [
  { method: 'post', path: '/api/users/me/lock', answer: lock },
  command('post', '/api/users/me/unlock', { body: Unlock, answer: unlock }),
  { method: 'get', path: '/api/users/me/pin', answer: readPin },
  command('put', '/api/users/me/pin', { body: SetPin, answer: setPin }),
  { method: 'delete', path: '/api/users/me/pin', answer: removePin },
  { method: 'get', path: '/api/users/me/device-key', answer: readDeviceKey },
];
