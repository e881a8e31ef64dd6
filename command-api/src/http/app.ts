/** The HTTP side of the command API: every command of the screens. */
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { answerProblems, apiHeaders, findCaller } from '../service/http.ts';
import type { Logger } from '../service/log.ts';
import { admissionRoutes } from './admissions.ts';
import { catalogueRoutes } from './catalogue.ts';
import type { CommandRoute } from './command-route.ts';
import { drugRoutes } from './drugs.ts';
import { type Check, healthRouter } from './health.ts';
import type { House } from './house.ts';
import { jsonBody } from './json-body.ts';
import { patientRoutes } from './patients.ts';
import { physicianNoteRoutes } from './physician-notes.ts';
import { reviewRoutes } from './reviews.ts';
import { teamRoutes } from './teams.ts';
import { userRoutes } from './users.ts';

/** Every command there is. */
export const routes: readonly CommandRoute[] = [
  ...userRoutes,
  ...teamRoutes,
  ...patientRoutes,
  ...admissionRoutes,
  ...reviewRoutes,
  ...physicianNoteRoutes,
  ...drugRoutes,
  ...catalogueRoutes,
];

export interface AppParts {
  readonly house: House;
  readonly checks: Readonly<Record<string, Check>>;
  readonly log: Logger;
}

export function createApp({ house, checks, log }: AppParts): Koa {
  const router = new Router();
  for (const route of routes) router[route.method](route.path, route.answer(house));

  const app = new Koa();
  // What breaks after the answer has begun is a lost connection; everything before it is answered by answerProblems.
  app.on('error', (error: unknown) => log.debug({ error }, 'answer not delivered'));
  app.use(logAnswers(log));
  app.use(apiHeaders);
  app.use(answerProblems(log));
  app.use(healthRouter(checks).routes());
  app.use(findCaller((token) => house.sessions.find(token)));
  app.use(jsonBody);
  app.use(router.routes());
  return app;
}

/** The route's pattern, never the address or the body: they hold names and passwords. */
const logAnswers = (log: Logger): Middleware => async (ctx, next) => {
  const began = performance.now();
  await next();
  log.debug({ method: ctx.method, route: (ctx as { _matchedRoute?: unknown })._matchedRoute, status: ctx.status, ms: Math.round(performance.now() - began) }, 'answered');
};
