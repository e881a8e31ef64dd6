/** What both APIs share on HTTP: problems with their statuses, the caller, and headers that every answer carries. */
import type { Context, Middleware } from 'koa';
import * as z from 'zod';
import type { Problem } from '../contract/entities.ts';
import { EntityConflict, Rejection } from '../domain/command.ts';
import { KeyDestroyed, LogUnavailable, TooLargeToAppend, UnknownOutcome, WrongExpectedRevision } from '../event-log/port.ts';
import type { Session } from '../accounts/sessions.ts';
import { databaseIsAway } from './database-away.ts';
import type { Logger } from './log.ts';

export const NOT_AUTHORIZED = 'Not authorized, token failed';

const statusOf: Record<Problem['code'], number> = {
  invalid: 400, unauthorized: 401, forbidden: 403, notFound: 404, conflict: 409, tooLarge: 413, unsupported: 415, tooMany: 429, unavailable: 503, internal: 500,
};

/** An answer that is an error; `extra` joins the body (a conflict's `current`, `changedBy`, `changedAt`). */
export class HttpProblem extends Error {
  readonly problem: Problem;
  readonly extra: object;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: Problem['code'], message: string, options: { fields?: Record<string, string>; extra?: object; retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = 'HttpProblem';
    this.problem = { message, code, ...(options.fields ? { fields: options.fields } : {}) };
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? (code === 'unavailable' ? 1 : undefined);
  }
}
export const notFound = (message = 'Not found'): HttpProblem => new HttpProblem('notFound', message);
export const forbidden = (message = 'Not allowed'): HttpProblem => new HttpProblem('forbidden', message);
export const unauthorized = (): HttpProblem => new HttpProblem('unauthorized', NOT_AUTHORIZED);

/** A field's first mistake becomes the sentence; every field's mistake is in `fields`. */
function invalid(error: z.ZodError): HttpProblem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const name of unknown ?? [issue.path.join('.')]) fields[name] ??= unknown ? 'Unknown field' : issue.message;
  }
  const [name, sentence] = Object.entries(fields)[0] ?? ['', 'Invalid input'];
  return new HttpProblem('invalid', sentence === 'Unknown field' ? `Unknown field: ${name}` : sentence, { fields });
}

function problemOf(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof z.ZodError) return invalid(error);
  if (error instanceof Rejection) return new HttpProblem(error.code, error.message, error.fields ? { fields: { ...error.fields } } : {});
  if (error instanceof EntityConflict) return new HttpProblem('conflict', error.message);
  if (error instanceof WrongExpectedRevision) return new HttpProblem('unavailable', 'Too many people are saving here at once, please try again');
  if (error instanceof LogUnavailable || error instanceof UnknownOutcome) return new HttpProblem('unavailable', 'The server cannot save right now, please try again');
  if (error instanceof KeyDestroyed) return notFound();
  if (error instanceof TooLargeToAppend) return new HttpProblem('tooLarge', 'This is too large to be saved');
  if (databaseIsAway(error)) return new HttpProblem('unavailable', 'The database is away, please try again');
  const { status } = error as { status?: number };
  if (status === 413) return new HttpProblem('tooLarge', 'This is too large to be saved');
  if (status === 400) return new HttpProblem('invalid', 'The request could not be read');
  return undefined;
}

/** The one place where errors become answers. Never a stack trace; what was not expected is logged and answered with 500. */
export const answerProblems = (log: Logger): Middleware => async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) throw notFound();
    if (ctx.status === 405 || ctx.status === 501) throw new HttpProblem('notFound', 'Not found');
  } catch (error) {
    const known = problemOf(error);
    if (!known) log.error({ error, method: ctx.method, route: (ctx as Context & { _matchedRoute?: string })._matchedRoute }, 'unexpected failure');
    const answer = known ?? new HttpProblem('internal', 'Something went wrong on the server');
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

/** Finds the caller of a `bearer` token into `ctx.state.session`. A token that is no longer good is refused even where none is needed. */
export const findCaller = (find: (token: string) => Promise<Session | undefined>): Middleware => async (ctx, next) => {
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
