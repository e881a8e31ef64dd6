/** The whole service on one port: HTTP reads and the live side. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccessOutbox } from 'service-kit/accesses/access-outbox';
import { createSessions } from 'service-kit/security/sessions';
import type { CaptchaConfig } from 'command-api/contract/profiles';
import { catalogueStream } from 'command-api/domain/catalogue/events';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import type { Running } from 'service-kit/process/lifecycle';
import type { Logger } from 'service-kit/process/logger';
import { readCourses } from './courses.ts';
import { accessPool, longAnswerPool, readPool, rightsPool, sessionPool } from './database.ts';
import { createHistory, readingKeys } from './history/history.ts';
import { createAccessLog } from './http/accesses/access-log.ts';
import { createApp } from './http/app.ts';
import { createFreshness } from './http/freshness.ts';
import { createLongAnswers } from './http/long-answers.ts';
import { createBatchedReviews } from './http/admissions/batched-reviews.ts';
import { createRights } from './http/rights.ts';
import { type Check, PublicError } from 'service-kit/http/health';
import { type LiveOptions, startLive } from './live/live.ts';
import type { QuerySettings } from './settings.ts';
import { createTablesThere } from './schema-readiness.ts';

export interface QueryApi extends Running {
  readonly port: number;
}

/**
 * A proxy in front keeps its connections open longer than Node's 5 s, and would write into one that is just closing.
 */
const KEEP_ALIVE_MS = 65_000;

/** What the sign-up screen goes by. The challenge is the command API's: it holds the key that signs it. */
const captchaOf = ({ CAPTCHA: provider, CAPTCHA_SITE_KEY: siteKey }: QuerySettings): CaptchaConfig => ({
  provider,
  ...(provider === 'altcha' ? { challenge: '/api/config/captcha' } : {}),
  ...(siteKey === undefined ? {} : { siteKey }),
});

/** @param eventLogAnswers for specs: resolves when the event log can be reached; only the ready check asks */
export async function startQueryApi(
  settings: QuerySettings,
  log: Logger,
  eventLogAnswers?: Check,
  live: Pick<LiveOptions, 'heartbeatMs' | 'presenceSweepMs' | 'presenceRepeatMs' | 'now'> = {},
): Promise<QueryApi> {
  const db = readPool(settings.DATABASE_URL, log);
  const forRights = rightsPool(settings.DATABASE_URL, log);
  const forSessions = sessionPool(settings.DATABASE_URL, log);
  const forLongAnswers = longAnswerPool(settings.DATABASE_URL, log);
  const forAccesses = accessPool(settings.DATABASE_URL, log);
  const longAnswers = createLongAnswers(forLongAnswers, log);
  const accessLog = createAccessLog(createAccessOutbox(forAccesses), log);
  const sessions = createSessions(forSessions, {
    idleMinutes: settings.SESSION_IDLE_MINUTES,
    absoluteHours: settings.SESSION_MAX_HOURS,
  });
  const http = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: KEEP_ALIVE_MS });
  const tablesAreThere = createTablesThere(db);
  const keys = readingKeys(db, settings.MASTER_KEY);
  const eventLog = connectEventLog({ url: settings.EVENTSTORE_URL, keys, log });
  const rights = createRights(forRights);
  const liveSide = startLive({
    http,
    tablesAreThere,
    databaseUrl: settings.DATABASE_URL,
    db,
    rights,
    writes: forSessions,
    sessions,
    publicOrigin: settings.PUBLIC_URL,
    log,
    ...live,
  });

  const app = createApp({
    dependencies: {
      db,
      longAnswers,
      reviews: createBatchedReviews(db),
      rights,
      freshness: createFreshness(db),
      accessLog,
      history: createHistory(eventLog, db, settings.MASTER_KEY, keys.isDestroyed),
      timeZone: settings.TIME_ZONE,
      adminEmail: settings.ADMIN_EMAIL,
      captcha: captchaOf(settings),
      blockedHostnames: settings.BLOCKED_HOSTNAMES,
      chatUrl: settings.CHAT_URL,
      courses: readCourses(settings.COURSES_FILE),
    },
    sessions,
    log,
    tablesAreThere,
    checks: {
      postgres: async () => void (await db.query('select 1')),
      readModels: async () => {
        if (!(await tablesAreThere())) throw new PublicError('The tables have not been made yet');
      },
      eventLog: eventLogAnswers ?? (() => eventLog.readLast(catalogueStream)),
      live: async () => {
        if (!liveSide.isListening()) throw new PublicError('Changes are not being heard');
      },
    },
  });
  http.on('request', app.callback());
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(settings.PORT, settings.HOST, resolve);
  });

  return {
    port: (http.address() as AddressInfo).port,
    async stop() {
      longAnswers.stop();
      await liveSide.stop();
      await accessLog.stop();
      await eventLog.close();
      await Promise.all([db.end(), forRights.end(), forSessions.end(), forLongAnswers.end(), forAccesses.end()]);
    },
  };
}
