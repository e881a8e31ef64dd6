/** The common base of both APIs: headers, problems with their status, health, readiness and a log line per answer. */
import Koa, { type Middleware } from 'koa';
import { type Check, healthRouter } from './health.ts';
import { answerProblems, apiHeaders } from './http-problem.ts';
import type { Logger } from '../process/logger.ts';

/** Errors of the middleware that is added later are answered as problems. */
export function createApiApp({ checks, log }: { checks: Readonly<Record<string, Check>>; log: Logger }): Koa {
  const app = new Koa();
  // An error after the answer has begun is a lost connection. `answerProblems` answers all earlier errors.
  app.on('error', (error: unknown) => log.debug({ error }, 'answer not delivered'));
  app.use(logAnswers(log));
  app.use(apiHeaders);
  app.use(answerProblems(log));
  app.use(healthRouter(checks).routes());
  return app;
}

/** Logs the pattern of the route, never the address or the body, which hold names and passwords. */
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
