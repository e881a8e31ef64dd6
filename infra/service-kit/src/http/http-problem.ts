/** What both APIs share on HTTP: problems with their statuses, the caller, and headers that every answer carries. */
import type { Context, Middleware } from 'koa';
import type { Problem } from 'command-api/contract/entities';
import { renderProblem, statusOf } from 'command-api/contract/problems';
import { EntityConflict, Rejection } from 'command-api/domain/command';
import { type Refusal, refusal } from 'command-api/domain/reasons/refusal';
import {
  KeyDestroyed,
  LogUnavailable,
  TooLargeToAppend,
  UnknownOutcome,
  WrongExpectedRevision,
} from '../event-log/port.ts';
import type { Session } from '../security/sessions.ts';
import { isDatabaseAway } from '../postgres/availability.ts';
import type { Logger } from '../process/logger.ts';

/** An answer that is an error; `extra` joins the body (a conflict's `current`, `changedBy`, `changedAt`). */
export class HttpProblem extends Error {
  readonly problem: Problem;
  readonly extra: object;
  readonly retryAfterSeconds: number | undefined;
  /** @param options `field` is what the refusal is about; `fields` where several are refused, each with its own */
  constructor(
    refused: Refusal,
    options: {
      field?: string | undefined;
      fields?: Readonly<Record<string, Refusal>>;
      extra?: object;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(refused.message);
    this.name = 'HttpProblem';
    this.problem = renderProblem(refused, options.field === undefined ? options.fields : { [options.field]: refused });
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? (refused.code === 'unavailable' ? 1 : undefined);
  }
}
export const notFound = (): HttpProblem => new HttpProblem(refusal('not-found'));
export const forbidden = (): HttpProblem => new HttpProblem(refusal('not-allowed'));
export const unauthorized = (): HttpProblem => new HttpProblem(refusal('token-failed'));

function problemOf(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof Rejection) return new HttpProblem(error.refusal, { field: error.field });
  if (error instanceof EntityConflict) return new HttpProblem(error.refusal);
  if (error instanceof WrongExpectedRevision) return new HttpProblem(refusal('too-many-saving'));
  if (error instanceof LogUnavailable || error instanceof UnknownOutcome) return new HttpProblem(refusal('log-away'));
  if (error instanceof KeyDestroyed) return notFound();
  if (error instanceof TooLargeToAppend) return new HttpProblem(refusal('too-large-to-save'));
  if (isDatabaseAway(error)) return new HttpProblem(refusal('database-away'));
  const { status } = error as { status?: number };
  if (status === 413) return new HttpProblem(refusal('too-large-to-save'));
  if (status === 400) return new HttpProblem(refusal('body-unreadable'));
  return undefined;
}

/**
 * The one place where errors become answers. Never a stack trace; what was not expected is logged and answered with
 * 500.
 */
export const answerProblems =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw notFound();
      if (ctx.status === 405 || ctx.status === 501) throw notFound();
    } catch (error) {
      const known = problemOf(error);
      if (!known)
        log.error(
          { error, method: ctx.method, route: (ctx as Context & { _matchedRoute?: string })._matchedRoute },
          'unexpected failure',
        );
      const answer = known ?? new HttpProblem(refusal('unexpected-failure'));
      ctx.status = statusOf[answer.problem.code];
      if (answer.retryAfterSeconds !== undefined) ctx.set('retry-after', String(answer.retryAfterSeconds));
      ctx.body = { ...answer.problem, ...answer.extra };
    }
  };

/** API answers are for this reader and this moment only. */
export const apiHeaders: Middleware = async (ctx, next) => {
  ctx.set('cache-control', 'no-store');
  ctx.set('x-content-type-options', 'nosniff');
  await next();
};

/**
 * Finds the caller of a `bearer` token into `ctx.state.session`. A token that is no longer good is refused even where
 * none is needed.
 */
export const findCaller =
  (find: (token: string) => Promise<Session | undefined>): Middleware =>
  async (ctx, next) => {
    const token = /^bearer\s+(\S+)$/i.exec(ctx.get('authorization'))?.[1];
    if (token !== undefined) {
      const session = await find(token);
      if (!session) throw unauthorized();
      ctx.state['session'] = session;
    }
    await next();
  };

/** @throws HttpProblem 401 when nobody is signed in. */
export function callerOf(ctx: Context): Session {
  const session = ctx.state['session'] as Session | undefined;
  if (!session) throw unauthorized();
  return session;
}
