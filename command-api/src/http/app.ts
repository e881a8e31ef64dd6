/** The HTTP side of the command API: every command of the screens. */
import Router from '@koa/router';
import type Koa from 'koa';
import { createApiApp } from 'service-kit/http/api-app';
import type { Check } from 'service-kit/http/health';
import { findCaller } from 'service-kit/http/http-problem';
import type { Logger } from 'service-kit/process/logger';
import { accessRoutes } from './accesses.ts';
import { admissionMedicationRoutes } from './admission-medications.ts';
import { admissionRoutes } from './admissions.ts';
import { catalogueRoutes } from './catalogue.ts';
import type { CommandRoute } from './command-route.ts';
import { drugRoutes } from './drugs.ts';
import { galleryRoutes } from './gallery.ts';
import type { House } from './house.ts';
import { imageRoutes } from './images.ts';
import { jsonBody } from './json-body.ts';
import { patientRoutes } from './patients.ts';
import { physicianNoteRoutes } from './physician-notes.ts';
import { reviewRoutes } from './reviews.ts';
import { stopMedicationRoutes } from './stop-medications.ts';
import { teamRoutes } from './teams.ts';
import { emailConfirmationRoutes } from './email-confirmation.ts';
import { profileRoutes } from './profiles.ts';
import { userErrorTemplateRoutes } from './user-error-templates.ts';
import { userRoutes } from './users.ts';

/** Files are no JSON: these routes read the body themselves. */
export const uploadRoutes: readonly CommandRoute[] = imageRoutes;
/** Every other command there is. */
export const routes: readonly CommandRoute[] = [
  ...userRoutes,
  ...emailConfirmationRoutes,
  ...profileRoutes,
  ...userErrorTemplateRoutes,
  ...teamRoutes,
  ...patientRoutes,
  ...admissionRoutes,
  ...galleryRoutes,
  ...admissionMedicationRoutes,
  ...stopMedicationRoutes,
  ...reviewRoutes,
  ...physicianNoteRoutes,
  ...drugRoutes,
  ...catalogueRoutes,
  ...accessRoutes,
];

export interface AppParts {
  readonly house: House;
  readonly checks: Readonly<Record<string, Check>>;
  readonly log: Logger;
}

export function createApp({ house, checks, log }: AppParts): Koa {
  const router = new Router();
  for (const route of routes) router[route.method](route.path, route.answer(house));

  const uploads = new Router();
  for (const route of uploadRoutes) uploads[route.method](route.path, route.answer(house));

  const app = createApiApp({ checks, log });
  app.use(findCaller((token) => house.sessions.find(token)));
  app.use(uploads.routes());
  app.use(jsonBody);
  app.use(router.routes());
  return app;
}
