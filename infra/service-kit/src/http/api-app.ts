/** The common base of both APIs: headers, problems with their status, health, readiness and a log line per answer. */
import { randomUUID } from 'node:crypto';
import Koa, { type Context, type Middleware } from 'koa';
import { healthRouter, type Readiness } from './health.ts';
import { answerProblems, apiHeaders, REQUEST } from './http-problem.ts';
import type { Logger } from '../process/logger.ts';
import { answered, stopwatch } from '../telemetry/signals.ts';

/** Errors of the middleware that is added later are answered as problems. */
/** @param service its name, for its metrics */
export function createApiApp({
  service,
  ready,
  logger,
}: {
  service: string;
  ready: () => Promise<Readiness>;
  logger: Logger;
}): Koa {
  const app = new Koa();
  // An error after the answer has begun is a lost connection. `answerProblems` answers all earlier errors.
  app.on('error', (error: unknown) => logger.debug({ error }, 'answer not delivered'));
  app.use(tellAnswers(service, logger));
  app.use(apiHeaders);
  app.use(answerProblems(logger));
  app.use(healthRouter(ready).routes());
  return app;
}

/** Tells the log and the metrics the pattern of the route, never the address or the body, which hold names and passwords. */
const tellAnswers =
  (service: string, logger: Logger): Middleware =>
  async (ctx, next) => {
    const elapsed = stopwatch();
    const requestId = randomUUID();
    ctx.state[REQUEST] = requestId;
    ctx.set('x-request-id', requestId);
    await next();
    const took = elapsed();
    const { method, status } = ctx;
    const matched = (ctx as { _matchedRoute?: unknown })._matchedRoute;
    const route = typeof matched === 'string' ? matched : undefined;
    logger.debug({ requestId, method, route, status, ms: Math.round(took.ms) }, 'answered');
    answered.send(() => ({ ...took, service, method, route, status, commandId: commandOf(ctx) }));
  };

/** Sets the command of a request, for metrics and traces. */
export const nameCommand = (ctx: Context, commandId: string): void => {
  ctx.state[COMMAND] = commandId;
};

const COMMAND = 'commandId';
const commandOf = (ctx: Context): string | undefined => {
  const named: unknown = ctx.state[COMMAND];
  return typeof named === 'string' ? named : undefined;
};
