/** The query API, HTTP reads and the live side: on a port of its own, or for the server of a process that it shares. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccessOutbox } from 'service-kit/accesses/access-outbox';
import { shareLooks } from 'service-kit/concurrency/share-looks';
import { isDatabaseAway } from 'service-kit/postgres/availability';
import { checkStoredDataAt } from 'service-kit/private-schema/check-data';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { createSessionProofs } from 'service-kit/security/session-proofs';
import { emailMark } from 'service-kit/security-log/email-mark';
import { recordSecurityEvent } from 'service-kit/security-log/record';
import { recordSettings } from 'service-kit/security-log/settings';
import { createSessions } from 'service-kit/security/sessions';
import type { CaptchaConfig } from 'language/contract/profiles';
import { catalogueStream } from 'language/domain/catalogue/events';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { createRestartWait } from 'service-kit/event-log/restart-wait';
import type { HostedLiveService } from 'service-kit/process/hosted-service';
import { followFile } from 'service-kit/process/followed-file';
import type { Running } from 'service-kit/process/lifecycle';
import { productVersion } from 'service-kit/telemetry/product-version';
import { arrivalsRead, cutOffAfter, drainOf, listenWhenFree } from 'service-kit/http/drain';
import type { Handover } from 'service-kit/process/handover';
import type { Logger } from 'service-kit/process/logger';
import type { Watched } from 'service-kit/telemetry/metrics';
import { createOperatorReader } from 'projections/schema/operator-numbers';
import { readCourses } from './courses.ts';
import { readReferenceRanges } from './reference-ranges.ts';
import { accessPool, anonymousPool, longAnswerPool, readPool, rightsPool, sessionPool } from './database.ts';
import { clientsOf } from './http/fhir/clients.ts';
import { createForeignPages } from './http/security-log/foreign-pages.ts';
import { createHistory, readingKeys } from './history/history.ts';
import { createAccessLog } from './http/accesses/access-log.ts';
import { createApp } from './http/app.ts';
import { createFreshness } from './http/freshness.ts';
import { LOOK_KEPT_MS } from './http/operations/look.ts';
import { createLongAnswers } from './http/long-answers.ts';
import { createRights } from './http/rights.ts';
import { createWardCharts } from './http/teams/ward-charts.ts';
import { type Check, PublicError, readinessOf, shareReadiness } from 'service-kit/http/health';
import { type LiveOptions, startLive } from './live/live.ts';
import { createLogIdentity } from './log-identity.ts';
import { lateMasterKeys } from './master-keys.ts';
import type { QuerySettings } from './settings.ts';
import { createSchemaCheck } from './schema-readiness.ts';

export interface QueryApi extends Running, Watched {
  readonly port: number;
}

/** Longer than a proxy's: with Node's 5 s a proxy would write into connections that are just closing. */
const KEEP_ALIVE_MS = 65_000;
/** Answers under way have this time to end. */
const DRAIN_MS = 2_000;
const LIVE_PATH = '/socket.io/';

/** For the sign-up screen. The challenge comes from command-api, which holds the key that signs it. */
const captchaOf = ({ CAPTCHA: provider, CAPTCHA_SITE_KEY: siteKey }: QueryApiSettings): CaptchaConfig => ({
  provider,
  ...(provider === 'altcha' ? { challenge: '/api/config/captcha' } : {}),
  ...(siteKey === undefined ? {} : { siteKey }),
});

/** All but the address to listen on. */
export type QueryApiSettings = Omit<QuerySettings, 'HOST' | 'PORT' | 'LOG_LEVEL'>;
type LiveTimes = Pick<LiveOptions, 'heartbeatMs' | 'presenceSweepMs' | 'presenceRepeatMs' | 'now'>;

/**
 * The service on a port of its own.
 * @param eventLogAnswers for specs: resolves when the event log can be reached; only the ready check asks
 */
export async function startQueryApi(
  settings: QuerySettings,
  logger: Logger,
  eventLogAnswers?: Check,
  live: LiveTimes = {},
  handover?: Handover,
): Promise<QueryApi> {
  await checkData(settings);
  const http = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: KEEP_ALIVE_MS });
  const service = openOn(http, settings, logger, { eventLogAnswers, live, compared: settings });
  const drain = drainOf(http, LIVE_PATH);
  await listenWhenFree(http, settings.HOST, settings.PORT);
  return {
    async leave() {
      drain.closeAfterAnswers();
      await handover?.untilReplaced();
    },
    port: (http.address() as AddressInfo).port,
    ready: service.ready,
    readings: service.readings,
    async stop() {
      await arrivalsRead(http);
      // Its live connections stay until the live side stops.
      http.close();
      await drain.answersEnded(DRAIN_MS);
      await cutOffAfter(DRAIN_MS, http, service.stop());
    },
  };
}

/**
 * The service without a port: its server never listens, and gets requests and upgrades as events.
 * @throws SettingsError if the keys are not this database's
 */
export async function openQueryApi(settings: QueryApiSettings, logger: Logger): Promise<HostedLiveService> {
  await checkData(settings);
  const http = createServer();
  const { ready, readings, stop } = openOn(http, settings, logger);
  return {
    answer: (request, response) => void http.emit('request', request, response),
    upgrade: (request, socket, head) => void http.emit('upgrade', request, socket, head),
    ready,
    readings,
    stop,
  };
}

/**
 * The service starts without Postgres and answers 503.
 * @throws SettingsError if the keys are not this database's, or a newer version of the program has made its data
 */
async function checkData(settings: QueryApiSettings): Promise<void> {
  try {
    await checkStoredDataAt(settings.DATABASE_URL, masterKeysOf(settings));
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}

/** Opens the service and adds its listeners to the server, which `stop` closes. */
function openOn(
  http: Server,
  settings: QueryApiSettings,
  logger: Logger,
  {
    eventLogAnswers,
    live = {},
    compared,
  }: {
    eventLogAnswers?: Check | undefined;
    live?: LiveTimes;
    /** All settings, of a process of its own: the security log says which have changed since its last start. */
    compared?: Readonly<Record<string, unknown>>;
  } = {},
): Pick<HostedLiveService, 'ready' | 'readings' | 'stop'> {
  const db = readPool(settings.DATABASE_URL, logger);
  const forAnonymous = anonymousPool(settings.DATABASE_URL, logger);
  const forRights = rightsPool(settings.DATABASE_URL, logger);
  const forSessions = sessionPool(settings.DATABASE_URL, logger);
  const forLongAnswers = longAnswerPool(settings.DATABASE_URL, logger);
  const forAccesses = accessPool(settings.DATABASE_URL, logger);
  const longAnswers = createLongAnswers(forLongAnswers, logger);
  const accessLog = createAccessLog(createAccessOutbox(forAccesses), logger);
  const sessions = createSessions(forSessions, {
    idleMinutes: settings.SESSION_IDLE_MINUTES,
    absoluteHours: settings.SESSION_MAX_HOURS,
  });
  const browserSessions = { mode: settings.BROWSER_SESSION, publicOrigin: settings.PUBLIC_URL };
  const isSchemaReady = createSchemaCheck(db);
  const logIdentity = createLogIdentity({ db, isSchemaReady, logger, readEveryMs: live.heartbeatMs });
  const masterKeys = masterKeysOf(settings);
  const held = lateMasterKeys(forAccesses, masterKeys, async (rootKey) => {
    if (!compared) return;
    await recordSettings(forAccesses, rootKey, 'query-api', compared).catch((error: unknown) =>
      logger.warn({ error }, 'the settings could not be compared with those of the last start'),
    );
  });
  const keys = readingKeys(db, masterKeys);
  const eventLog = connectEventLog({ url: settings.EVENTSTORE_URL, keys, logger });
  const logRestarts = createRestartWait(eventLog, (log) => log.readLast(catalogueStream));
  const operatorReader = createOperatorReader({
    pool: db,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    log: eventLog,
    logger,
    dataDir: settings.DATA_DIR,
    sessions: settings,
  });
  const requiresSecondFactor = settings.SECOND_FACTOR === 'required';
  const rights = createRights(forRights, requiresSecondFactor);
  const checks: Readonly<Record<string, Check>> = {
    postgres: async () => void (await db.query('select 1')),
    readModels: async () => {
      if (!(await isSchemaReady())) throw new PublicError('The tables have not been made yet');
    },
    eventLog: eventLogAnswers ?? (() => eventLog.readLast(catalogueStream)),
    live: async () => {
      if (!liveSide.isListening()) throw new PublicError('Changes are not being heard');
    },
  };
  const ready = shareReadiness(() => readinessOf(checks));
  const onForeignPage = createForeignPages(forAccesses, logger);
  const { FHIR, FHIR_CLIENTS, PUBLIC_URL } = settings;
  const app = createApp({
    onForeignPage,
    fhir:
      FHIR === 'on' && FHIR_CLIENTS !== undefined && PUBLIC_URL !== undefined
        ? {
            clients: followFile(FHIR_CLIENTS, clientsOf),
            origin: PUBLIC_URL,
            version: productVersion(),
            onRefused: createForeignPages(forAccesses, logger, 'ClientRefused'),
          }
        : undefined,
    dependencies: {
      db,
      anonymous: { db: forAnonymous, freshness: createFreshness(forAnonymous) },
      longAnswers,
      wardCharts: createWardCharts(),
      rights,
      requiresSecondFactor,
      sessions,
      browserSessions,
      lockAfterMinutes: settings.LOCK_AFTER_MINUTES,
      sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
      offline:
        settings.OFFLINE === 'on' ? { hours: settings.OFFLINE_HOURS, charts: settings.OFFLINE_CHARTS } : undefined,
      freshness: createFreshness(db),
      accessLog,
      securityLog: {
        record: (event) => recordSecurityEvent(forAccesses, event),
        markOf: async (email) => emailMark(await held.rootKey(), email),
      },
      rootKey: held.rootKey,
      history: createHistory(eventLog, db, held.rootKey, keys.isDestroyed),
      logRestarts,
      sessionProofs: createSessionProofs(forSessions),
      operationsState: shareLooks(
        async () => ({
          numbers: await operatorReader.read(),
          at: new Date(),
          queueEngine: settings.REDIS_URL === undefined ? 'postgres' : 'redis',
          hasDataFolder: settings.DATA_DIR !== undefined,
        }),
        () => LOOK_KEPT_MS,
      ),
      timeZone: settings.TIME_ZONE,
      adminEmail: settings.ADMIN_EMAIL,
      captcha: captchaOf(settings),
      blockedHostnames: settings.BLOCKED_HOSTNAMES,
      chatUrl: settings.CHAT_URL,
      proposals: settings.PROPOSALS === 'on',
      allowsLocalAccounts: settings.LOCAL_ACCOUNTS === 'on',
      signUp: settings.SIGN_UP,
      singleSignOn: settings.OIDC_ISSUER === undefined ? undefined : { name: settings.OIDC_NAME },
      courses: readCourses(settings.COURSES_FILE),
      referenceRanges: readReferenceRanges(settings.REFERENCE_RANGES),
    },
    logger,
    isSchemaReady,
    logIdentity,
    ready,
  });
  // Before the live side, which takes its own requests, those of long polling, and leaves the others to this listener.
  http.on('request', app.callback());
  const liveSide = startLive({
    http,
    isSchemaReady,
    databaseUrl: settings.DATABASE_URL,
    db,
    rights,
    requiresSecondFactor,
    writes: forSessions,
    sessions,
    browserSessions,
    logIdentity,
    onForeignPage,
    logger,
    ...live,
  });

  return {
    ready,
    readings: async () => [{ name: 'pharmacy_live_sockets', value: liveSide.sockets() }],
    async stop() {
      longAnswers.stop();
      await liveSide.stop();
      await logIdentity.stop();
      await accessLog.stop();
      await held.stop();
      await operatorReader.close();
      logRestarts.stop();
      await eventLog.close();
      const pools = [db, forAnonymous, forRights, forSessions, forLongAnswers, forAccesses];
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
