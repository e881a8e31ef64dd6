/**
 * The push subscription of the caller's browser (docs/decisions/write-side/reminders.md). This is no command of the log: it
 * ends with the session that made it.
 */
import * as accountCalls from 'language/contract/calls/account';
import { SetPushSubscription } from 'language/contract/bodies/users';
import type { PushState } from 'language/contract/sessions';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import type { Middleware } from 'koa';
import { callerOf } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { isPushEndpoint } from '../../processes/reminders/push-services.ts';
import { command, type CommandRequest } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';

/** `GET /api/users/me/pushSubscription` */
const read =
  ({ push }: Dependencies): Middleware =>
  async (ctx) => {
    const { sessionId } = callerOf(ctx);
    ctx.body = {
      publicKey: push?.publicKey ?? null,
      isOn: (await push?.subscriptions.has(sessionId)) ?? false,
    } satisfies PushState;
  };

/** `PUT /api/users/me/pushSubscription` */
async function set({
  dependencies: { push },
  caller,
  body,
}: CommandRequest<z.output<typeof SetPushSubscription>>): Promise<PushState> {
  if (!push || !isPushEndpoint(body.endpoint, push.services))
    throw invalidField('endpoint', refusal('push-not-possible'));
  await push.subscriptions.keep(caller, body);
  return { publicKey: push.publicKey, isOn: true };
}

/** `DELETE /api/users/me/pushSubscription` */
const remove =
  ({ push }: Dependencies): Middleware =>
  async (ctx) => {
    const { sessionId } = callerOf(ctx);
    await push?.subscriptions.removeOfSession(sessionId);
    ctx.body = { publicKey: push?.publicKey ?? null, isOn: false } satisfies PushState;
  };

export const pushSubscriptionRoutes = [
  { call: accountCalls.getPushSubscription, answer: read },
  command(accountCalls.setPushSubscription, { body: SetPushSubscription, answer: set }),
  { call: accountCalls.removePushSubscription, answer: remove },
];
