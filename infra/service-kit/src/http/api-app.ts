/** The common base of both APIs: headers, problems with their status, health, readiness and a log line per answer. */
import Koa, { type Middleware } from 'koa';
import { type Check, healthRouter } from './health.ts';
import { answerProblems, apiHeaders } from './http-problem.ts';
import type { Logger } from '../process/logger.ts';

/** Errors of the middleware that is added later are answered as problems. */
export function createApiApp({ checks, logger }: { checks: Readonly<Record<string, Check>>; logger: Logger }): Koa {
  const app = new Koa();
  // An error after the answer has begun is a lost connection. `answerProblems` answers all earlier errors.
  app.on('error', (error: unknown) => logger.debug({ error }, 'answer not delivered'));
  app.use(logAnswers(logger));
  app.use(apiHeaders);
  app.use(answerProblems(logger));
  app.use(healthRouter(checks).routes());
  return app;
}

/** Logs the pattern of the route, never the address or the body, which hold names and passwords. */
const logAnswers =
  (logger: Logger): Middleware =>
  async (ctx, next) => {
    const began = performance.now();
    await next();
    logger.debug(
      {
        method: ctx.method,
        route: (ctx as { _matchedRoute?: unknown })._matchedRoute,
        status: ctx.status,
        ms: Math.round(performance.now() - began),
      },
      'answered',
    );
  };
