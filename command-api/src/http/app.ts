/** The HTTP side of the command API: all commands. */
import Router from '@koa/router';
import type Koa from 'koa';
import { createApiApp } from 'service-kit/http/api-app';
import type { Readiness } from 'service-kit/http/health';
import { findCaller } from 'service-kit/http/find-caller';
import type { Logger } from 'service-kit/process/logger';
import { accountRoutes } from './accounts/accounts.ts';
import { accessRoutes } from './accesses/accesses.ts';
import { admissionMedicationRoutes } from './admission/admission-medications.ts';
import { findingRoutes } from './admission/findings.ts';
import { measurementRoutes } from './admission/measurements.ts';
import { reconciliationRoutes } from './admission/reconciliation.ts';
import { admissionRoutes } from './admission/admissions.ts';
import { transferRoutes } from './admission/transfers.ts';
import { wardMarkRoutes } from './admission/ward-marks.ts';
import { catalogueRoutes } from './catalogue/catalogue.ts';
import { statementRoutes } from './catalogue/statements.ts';
import { clientOf, type CommandRoute, originOf } from './command-route.ts';
import { drugRoutes } from './drug/drugs.ts';
import { galleryRoutes } from './admission/gallery.ts';
import type { Dependencies } from './dependencies.ts';
import { feedRoutes } from './operations/feeds.ts';
import { parkedStreamRoutes } from './operations/parked-streams.ts';
import { importFileRoutes, importRoutes } from './imports/imports.ts';
import { invitationRoutes } from './invitations/invitations.ts';
import { imageRoutes } from './images/images.ts';
import { jsonBody } from './json-body.ts';
import { allergyRoutes } from './patient/allergies.ts';
import { mergeRoutes } from './patient/merges.ts';
import { erasureRoutes } from './patient/erasures.ts';
import { moveRoutes } from './admission/moves.ts';
import { patientRoutes } from './patient/patients.ts';
import { physicianNoteRoutes } from './admission/physician-notes.ts';
import { reviewRoutes } from './admission/reviews.ts';
import { stopMedicationRoutes } from './admission/stop-medications.ts';
import { teamRoutes } from './team/teams.ts';
import { teamAdminRoutes } from './team/team-admin.ts';
import { teamWardRoutes } from './team/ward.ts';
import { emailConfirmationRoutes } from './user/email-confirmation.ts';
import { profileRoutes } from './user/profiles.ts';
import { languageRoutes } from './user/language.ts';
import { pushSubscriptionRoutes } from './user/push-subscription.ts';
import { lockedSessionRoutes, whileLocked } from './user/locked-sessions.ts';
import { sessionRoutes } from './user/sessions.ts';
import { proofRoutes } from './user/proof.ts';
import { secondFactorRoutes } from './user/second-factors.ts';
import { secondFactorSignInRoutes } from './user/second-factor-sign-in.ts';
import { userErrorTemplateRoutes } from './user/user-error-templates.ts';
import { backchannelLogoutRoute } from './single-sign-on/backchannel-logout.ts';
import { singleSignOnRoutes } from './single-sign-on/routes.ts';
import { userRoutes } from './user/users.ts';

/** Uploads and forms are not JSON: these routes read the body themselves. */
export const ownBodyRoutes = [...imageRoutes, ...importFileRoutes, backchannelLogoutRoute];
/** All other commands. */
export const routes = [
  ...userRoutes,
  ...singleSignOnRoutes,
  ...secondFactorSignInRoutes,
  ...emailConfirmationRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...proofRoutes,
  ...lockedSessionRoutes,
  ...pushSubscriptionRoutes,
  ...accountRoutes,
  ...languageRoutes,
  ...profileRoutes,
  ...userErrorTemplateRoutes,
  ...teamRoutes,
  ...teamAdminRoutes,
  ...teamWardRoutes,
  ...invitationRoutes,
  ...patientRoutes,
  ...mergeRoutes,
  ...allergyRoutes,
  ...erasureRoutes,
  ...admissionRoutes,
  ...transferRoutes,
  ...wardMarkRoutes,
  ...galleryRoutes,
  ...moveRoutes,
  ...admissionMedicationRoutes,
  ...measurementRoutes,
  ...findingRoutes,
  ...reconciliationRoutes,
  ...stopMedicationRoutes,
  ...reviewRoutes,
  ...physicianNoteRoutes,
  ...importRoutes,
  ...drugRoutes,
  ...catalogueRoutes,
  ...statementRoutes,
  ...accessRoutes,
  ...parkedStreamRoutes,
  ...feedRoutes,
];

/**
 * A path may end with a slash, but not where the slash stands before an id that is missing: a client that means one session
 * would end them all with `DELETE /api/users/me/sessions/`.
 */
const hasCallOfOne = ({ call: { method, path } }: CommandRoute): boolean =>
  routes.some(
    ({ call: other }) => other.method === method && other.path.replace(/\/:\w+$/, '') === path && other.path !== path,
  );

export interface AppParts {
  readonly dependencies: Dependencies;
  /** The answer of `GET /api/ready`. */
  readonly ready: () => Promise<Readiness>;
  readonly logger: Logger;
}

export function createApp({ dependencies, ready, logger }: AppParts): Koa {
  const router = new Router();
  for (const route of routes)
    router.register(route.call.path, [route.call.method], route.answer(dependencies), { strict: hasCallOfOne(route) });

  const withOwnBody = new Router();
  for (const { call, answer } of ownBodyRoutes) withOwnBody.register(call.path, [call.method], answer(dependencies));

  const app = createApiApp({ service: 'command-api', ready, logger });
  app.use(
    findCaller((token, isUse) => dependencies.sessions.find(token, isUse), dependencies.browserSessions, {
      whileLocked,
      onForeignPage: (ctx, reason) =>
        dependencies.refusedAttempts.note({
          kind: 'PageRefused',
          reason,
          origin: originOf(clientOf(ctx, dependencies)),
        }),
    }),
  );
  app.use(withOwnBody.routes());
  app.use(jsonBody);
  app.use(router.routes());
  return app;
}
