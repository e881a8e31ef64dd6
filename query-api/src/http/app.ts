/** The HTTP side of the query API: every read of the screens. */
import Router from '@koa/router';
import { createApiApp } from 'service-kit/http/api-app';
import type { Readiness } from 'service-kit/http/health';
import { findCaller } from 'service-kit/http/find-caller';
import type { Logger } from 'service-kit/process/logger';
import type Koa from 'koa';
import { accountRoutes } from './accounts/accounts.ts';
import { accessRoutes } from './accesses/accesses.ts';
import { admissionRoutes } from './admissions/admissions.ts';
import { type FhirParts, fhirRoutes } from './fhir/fhir.ts';
import { findingRoutes } from './admissions/findings.ts';
import { measurementRoutes } from './admissions/measurements.ts';
import { reconciliationRoutes } from './admissions/reconciliation.ts';
import { catalogueRoutes } from './catalogue/catalogue.ts';
import { statementRoutes } from './catalogue/statements.ts';
import { chartNewsRoutes } from './admissions/chart-news.ts';
import { collectedReportRoutes } from './reports/collected-report.ts';
import { configRoutes } from './public/config.ts';
import { courseRoutes } from './public/courses.ts';
import { docsRouter } from './docs.ts';
import { drugUseRoutes } from './drug-use/drug-use.ts';
import { feedRoutes } from './operations/feeds.ts';
import { operationsRoutes } from './operations/operations.ts';
import { errorChangeRoutes } from './history/error-changes.ts';
import { askedRoutes } from './teams/asked.ts';
import { handoverRoutes } from './teams/handover.ts';
import { historyRoutes } from './history/history.ts';
import { medicationDashboardRoutes } from './admissions/medication-dashboard.ts';
import { metricsRoutes } from './reports/metrics.ts';
import { invitationRoutes } from './teams/invitations.ts';
import { imageRoutes } from './images/images.ts';
import { mergedPatientRoutes } from './patients/merged-patient-list.ts';
import { erasureRoutes } from './patients/erasures.ts';
import { patientRoutes } from './patients/patients.ts';
import { physicianNoteRoutes } from './admissions/physician-notes.ts';
import { profileRoutes } from './users/profiles.ts';
import type { Dependencies } from './read-route.ts';
import { reportChangeRoutes } from './reports/report-changes.ts';
import { figureFileRoutes } from './reports/figure-files.ts';
import { medicineUseRoutes } from './reports/medicine-use.ts';
import { reportRoutes } from './reports/reports.ts';
import { reviewRoutes } from './admissions/reviews.ts';
import { type LogIdentity, nameLog } from '../log-identity.ts';
import { requireSchema } from '../schema-readiness.ts';
import type { NoteForeignPage } from './security-log/foreign-pages.ts';
import { securityLogRoutes } from './security-log/security-log.ts';
import { numberedPatientRoutes } from './patients/numbered-patients.ts';
import { similarPatientRoutes } from './patients/similar-patients.ts';
import { sessionRoutes } from './users/sessions.ts';
import { searchRoutes } from './patients/search-own-teams.ts';
import { teamRoutes } from './teams/teams.ts';
import { todayRoutes } from './users/today.ts';
import { userRoutes } from './users/users.ts';
import { transferRoutes } from './teams/transfers.ts';
import { wardRoutes } from './teams/ward.ts';

/** Every read. The specs of rights are generated from this list. */
export const routes = [
  ...configRoutes,
  ...userRoutes,
  ...todayRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...profileRoutes,
  ...metricsRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  ...patientRoutes,
  ...searchRoutes,
  ...mergedPatientRoutes,
  ...erasureRoutes,
  ...similarPatientRoutes,
  ...numberedPatientRoutes,
  ...imageRoutes,
  // Before the admissions of a patient, because the first matching route answers.
  ...reportRoutes,
  ...medicineUseRoutes,
  ...figureFileRoutes,
  ...reportChangeRoutes,
  ...collectedReportRoutes,
  ...medicationDashboardRoutes,
  ...handoverRoutes,
  ...askedRoutes,
  ...wardRoutes,
  ...transferRoutes,
  ...drugUseRoutes,
  ...admissionRoutes,
  ...measurementRoutes,
  ...findingRoutes,
  ...reconciliationRoutes,
  ...chartNewsRoutes,
  ...reviewRoutes,
  ...physicianNoteRoutes,
  ...historyRoutes,
  ...errorChangeRoutes,
  ...catalogueRoutes,
  ...statementRoutes,
  ...courseRoutes,
  ...accessRoutes,
  ...securityLogRoutes,
  ...operationsRoutes,
  ...feedRoutes,
];

export interface AppParts {
  readonly dependencies: Dependencies;
  /** The answer of `GET /api/ready`. */
  readonly ready: () => Promise<Readiness>;
  /** True if the tables that every read needs exist. */
  readonly isSchemaReady: () => Promise<boolean>;
  readonly logIdentity: Pick<LogIdentity, 'current'>;
  readonly onForeignPage: NoteForeignPage;
  /** Undefined: no other system reads. */
  readonly fhir?: FhirParts | undefined;
  readonly logger: Logger;
}

export function createApp(parts: AppParts): Koa {
  const { dependencies, ready, isSchemaReady, logIdentity, onForeignPage, fhir, logger } = parts;
  const router = new Router();
  for (const { call, answer } of routes) router.get(call.path, answer(dependencies));

  const app = createApiApp({ service: 'query-api', ready, logger });
  app.use(docsRouter().routes());
  // Its callers have no session.
  if (fhir) app.use(fhirRoutes(fhir, dependencies, logger, isSchemaReady));
  app.use(nameLog(logIdentity));
  app.use(requireSchema(isSchemaReady));
  app.use(
    findCaller((token, isUse) => dependencies.sessions.find(token, isUse), dependencies.browserSessions, {
      onForeignPage: (ctx, reason) => onForeignPage(ctx.headers, reason),
    }),
  );
  app.use(router.routes());
  return app;
}
