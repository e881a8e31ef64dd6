/** The HTTP side of the query API: every read of the screens. */
import Router from '@koa/router';
import type { Sessions } from 'command-api/accounts/sessions';
import { answerProblems, apiHeaders, findCaller } from 'command-api/service/http';
import type { Logger } from 'command-api/service/log';
import Koa, { type Middleware } from 'koa';
import { admissionRoutes } from './admissions.ts';
import { catalogueRoutes } from './catalogue.ts';
import { configRoutes } from './config.ts';
import { type Check, healthRouter, onceThere } from './health.ts';
import { patientRoutes } from './patients.ts';
import { physicianNoteRoutes } from './physician-notes.ts';
import type { House, ReadRoute } from './read-route.ts';
import { reviewRoutes } from './reviews.ts';
import { teamRoutes } from './teams.ts';
import { userRoutes } from './users.ts';

/** Every read there is; the specs of rights are generated from it. */
export const routes: readonly ReadRoute[] = [
  ...configRoutes,
  ...userRoutes,
  ...teamRoutes,
  ...patientRoutes,
  ...admissionRoutes,
  ...reviewRoutes,
  ...physicianNoteRoutes,
  ...catalogueRoutes,
];

export interface AppParts {
  readonly house: House;
  readonly sessions: Sessions;
  readonly checks: Readonly<Record<string, Check>>;
  /** Whether the tables that every read needs have been made. */
  readonly tablesAreThere: () => Promise<boolean>;
  readonly log: Logger;
}

export function createApp({ house, sessions, checks, tablesAreThere, log }: AppParts): Koa {
  const router = new Router();
  for (const route of routes) router.get(route.path, route.answer(house));

  const app = new Koa();
  // What breaks after the answer has begun is a lost connection; everything before it is answered by answerProblems.
  app.on('error', (error: unknown) => log.debug({ error }, 'answer not delivered'));
  app.use(logAnswers(log));
  app.use(apiHeaders);
  app.use(answerProblems(log));
  app.use(healthRouter(checks).routes());
  app.use(onceThere(tablesAreThere));
  app.use(findCaller((token) => sessions.find(token)));
  app.use(router.routes());
  return app;
}

/** The route's pattern, never the address: a query string may hold a name. */
const logAnswers = (log: Logger): Middleware => async (ctx, next) => {
  const began = performance.now();
  await next();
  log.debug({ method: ctx.method, route: (ctx as { _matchedRoute?: unknown })._matchedRoute, status: ctx.status, ms: Math.round(performance.now() - began) }, 'answered');
};
