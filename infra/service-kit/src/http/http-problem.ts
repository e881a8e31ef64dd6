/** HTTP for both APIs: problems with their status, the caller, and the headers of every answer. */
import type { Context, Middleware } from 'koa';
import type { Problem } from 'language/contract/entities';
import { renderProblem, statusOf } from 'language/contract/problems';
import { EntityConflict, Rejection } from 'language/domain/command';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import {
  KeyDestroyed,
  LogUnavailable,
  TooLargeToAppend,
  UnknownOutcome,
  WrongExpectedRevision,
} from '../event-log/port.ts';
import type { Session } from '../security/sessions.ts';
import { isDatabaseAway } from '../postgres/availability.ts';
import { TooManyWaitingForConnection } from '../postgres/bounded-pool.ts';
import type { Logger } from '../process/logger.ts';

/** An error answer. `extra` is added to the body (`current`, `changedBy` and `changedAt` of a conflict). */
export class HttpProblem extends Error {
  readonly problem: Problem;
  readonly refusal: Refusal;
  readonly extra: object;
  readonly retryAfterSeconds: number | undefined;
  /** @param options `field` is the refused field; `fields` are several, each with its refusal */
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
    this.refusal = refused;
    this.problem = renderProblem(refused, options.field === undefined ? options.fields : { [options.field]: refused });
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? (refused.code === 'unavailable' ? 1 : undefined);
  }
}
export const notFound = (): HttpProblem => new HttpProblem(refusal('not-found'));
export const forbidden = (): HttpProblem => new HttpProblem(refusal('not-allowed'));
export const unauthorized = (): HttpProblem => new HttpProblem(refusal('token-failed'));

/** The refusal that an error stands for; undefined for an unexpected one. */
export function problemOf(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof Rejection) return new HttpProblem(error.refusal, { field: error.field });
  if (error instanceof EntityConflict) return new HttpProblem(error.refusal);
  if (error instanceof WrongExpectedRevision) return new HttpProblem(refusal('too-many-saving'));
  if (error instanceof LogUnavailable || error instanceof UnknownOutcome) return new HttpProblem(refusal('log-away'));
  if (error instanceof KeyDestroyed) return notFound();
  if (error instanceof TooLargeToAppend) return new HttpProblem(refusal('too-large-to-save'));
  if (error instanceof TooManyWaitingForConnection) return new HttpProblem(refusal('too-many-at-once'));
  if (isDatabaseAway(error)) return new HttpProblem(refusal('database-away'));
  const { status } = error as { status?: number };
  if (status === 413) return new HttpProblem(refusal('too-large-to-save'));
  if (status === 400) return new HttpProblem(refusal('body-unreadable'));
  return undefined;
}

/** In the state of a request: its id, which its answer and its log lines carry. */
export const REQUEST = 'requestId';

/** The one place where errors become answers, without stack traces. An unexpected error is logged and answers 500. */
export const answerProblems =
  (logger: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw notFound();
      if ((ctx.status === 405 || ctx.status === 501) && ctx.body === undefined) throw notFound();
    } catch (error) {
      const known = problemOf(error);
      if (!known)
        logger.error(
          {
            error,
            requestId: ctx.state[REQUEST],
            method: ctx.method,
            route: (ctx as Context & { _matchedRoute?: string })._matchedRoute,
          },
          'unexpected failure',
        );
      const answer = known ?? new HttpProblem(refusal('unexpected-failure'));
      ctx.status = statusOf[answer.problem.code];
      if (answer.retryAfterSeconds !== undefined) ctx.set('retry-after', String(answer.retryAfterSeconds));
      ctx.body = { ...answer.problem, ...answer.extra };
    }
  };

/** API answers are never cached. */
export const apiHeaders: Middleware = async (ctx, next) => {
  ctx.set('cache-control', 'no-store');
  ctx.set('x-content-type-options', 'nosniff');
  await next();
};

/** @throws HttpProblem 401 without a session */
export function callerOf(ctx: Context): Session {
  const session = ctx.state['session'] as Session | undefined;
  if (!session) throw unauthorized();
  return session;
}
