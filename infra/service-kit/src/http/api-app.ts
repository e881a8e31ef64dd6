/**
 * What both APIs begin with: headers, problems with their statuses, health and readiness, a line in the log for each
 * answer.
 */
import Koa, { type Middleware } from 'koa';
import { type Check, healthRouter } from './health.ts';
import { answerProblems, apiHeaders } from './http-problem.ts';
import type { Logger } from '../process/logger.ts';

/** Further middleware follows; whatever it throws is answered as a problem. */
export function createApiApp({ checks, log }: { checks: Readonly<Record<string, Check>>; log: Logger }): Koa {
  const app = new Koa();
  // What breaks after the answer has begun is a lost connection; everything before it is answered by answerProblems.
  app.on('error', (error: unknown) => log.debug({ error }, 'answer not delivered'));
  app.use(logAnswers(log));
  app.use(apiHeaders);
  app.use(answerProblems(log));
  app.use(healthRouter(checks).routes());
  return app;
}

/** The route's pattern, never the address or the body: they hold names and passwords. */
const logAnswers =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const began = performance.now();
    await next();
    log.debug(
      {
        method: ctx.method,
        route: (ctx as { _matchedRoute?: unknown })._matchedRoute,
        status: ctx.status,
        ms: Math.round(performance.now() - began),
      },
      'answered',
    );
  };
