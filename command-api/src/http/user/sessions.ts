/**
 * Ending sessions: this one, another one of the caller, all others. It takes effect at once, on both APIs and the
 * sockets. These are no commands: the log does not hold sessions. The list is a read (`GET /api/users/me/sessions`).
 */
import * as accountCalls from 'language/contract/calls/account';
import * as signInCalls from 'language/contract/calls/sign-in';
import type { Context, Middleware } from 'koa';
import type { EndedSessions } from 'language/contract/sessions';
import { callerOf, notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import type { Dependencies } from '../dependencies.ts';

/**
 * `POST /api/users/logout`. `next` is where a page ends the session at the provider as well: the next person at a shared
 * computer must not find it open.
 */
const logout =
  ({ sessions, singleSignOn }: Dependencies): Middleware =>
  async (ctx) => {
    const { sessionId } = callerOf(ctx);
    const idToken = await singleSignOn?.identities.idTokenOf(sessionId);
    await sessions.close(sessionId);
    const next = idToken === undefined ? undefined : await singleSignOn?.provider.endSessionUrl(idToken);
    ctx.body = { message: 'Signed out', ...(next === undefined ? {} : { next }) };
  };

/** `DELETE /api/users/me/sessions/:id`: another person's session is answered as an unknown one. */
const endOne =
  ({ sessions }: Dependencies): Middleware =>
  async (ctx) => {
    const { userId, sessionId } = callerOf(ctx);
    const id = z.uuid().safeParse(idOf(ctx));
    if (!id.success || !(await sessions.closeOwn(userId, id.data, sessionId))) throw notFound();
    ctx.body = { ended: 1 } satisfies EndedSessions;
  };

/** `DELETE /api/users/me/sessions` */
const endOthers =
  ({ sessions }: Dependencies): Middleware =>
  async (ctx) => {
    const { userId, sessionId } = callerOf(ctx);
    ctx.body = { ended: await sessions.closeOthers(userId, sessionId) } satisfies EndedSessions;
  };

const idOf = (ctx: Context): unknown => (ctx['params'] as Record<string, string>)['id'];

export const sessionRoutes = [
  { call: signInCalls.signOut, answer: logout },
  { call: accountCalls.endOtherSessions, answer: endOthers },
  { call: accountCalls.endOwnSession, answer: endOne },
];
