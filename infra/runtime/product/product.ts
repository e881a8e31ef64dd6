/**
 * Gateway, command API, projections and query API in one process (docs/decisions/installation/process-layout.md). The
 * launcher holds the port and gives the connections.
 */
import { openCommandApi } from 'command-api/command-api';
import { settings as commandApiSettings } from 'command-api/settings';
import { openProjections } from 'projections/service';
import { settings as projectionsSettings } from 'projections/settings';
import { openQueryApi } from 'query-api/query-api';
import { settings as queryApiSettings } from 'query-api/settings';
import type { Running } from 'service-kit/process/lifecycle';
import { createLogger } from 'service-kit/process/logger';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { readingsOfCertificateFile } from 'service-kit/telemetry/certificates';
import { startTelemetry } from 'service-kit/telemetry/telemetry';
import { takeConnections } from '../gateway/given-connections.ts';
import { tlsOptions } from '../gateway/secure-server.ts';
import { protectedMetrics } from '../gateway/protected-metrics.ts';
import { createGateway } from '../gateway/server.ts';
import { compareSettings } from './compare-settings.ts';
import { localServices } from './local-services.ts';
import { settings } from './settings.ts';

/** The longest time that it goes on answering while the launcher starts another one. */
const REPLACED_MS = 60_000;

/** Opens the services in the order of what they need. What has opened is closed when one fails. @throws SettingsError */
export async function startProduct(env: NodeJS.ProcessEnv): Promise<Running> {
  const own = settings.read(env);
  const commandApiValues = commandApiSettings.read(env);
  const queryApiValues = queryApiSettings.read(env);
  const { DATABASE_URL, EVENTSTORE_URL, REDIS_URL, ...keys } = projectionsSettings.read(env);
  const loggerOf = (name: string) => createLogger(name, own.LOG_LEVEL);
  const opened: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of opened.splice(0).toReversed()) await close();
  };
  /** Remembers at once how to close: the other of two may fail. */
  const open = async <Service extends Running>(opening: Promise<Service>): Promise<Service> => {
    const service = await opening;
    opened.push(() => service.stop());
    return service;
  };

  try {
    const { metrics, stop: stopTelemetry } = await startTelemetry('product', own, loggerOf('product'));
    opened.push(stopTelemetry);
    const floor = await Promise.allSettled([
      open(openCommandApi(commandApiValues, loggerOf('command-api'))),
      open(
        openProjections(
          {
            databaseUrl: DATABASE_URL,
            eventstoreUrl: EVENTSTORE_URL,
            redisUrl: REDIS_URL,
            masterKeys: masterKeysOf(keys),
          },
          loggerOf('projections'),
        ),
      ),
    ]);
    const [commandApi, projections] = floor;
    if (commandApi.status === 'rejected') throw commandApi.reason;
    if (projections.status === 'rejected') throw projections.reason;
    await compareSettings({ databaseUrl: DATABASE_URL, masterKeys: masterKeysOf(keys) }, commandApiValues, {
      'query-api': queryApiValues,
      gateway: own,
    });
    // It reads tables that the two above create.
    const queryApi = await open(openQueryApi(queryApiValues, loggerOf('query-api')));

    const hosted = { 'command-api': commandApi.value, projections: projections.value, 'query-api': queryApi };
    const local = localServices(hosted, loggerOf('gateway'));
    opened.push(() => local.stop());
    for (const [service, { ready, readings }] of Object.entries(hosted)) metrics?.watch({ service, ready, readings });
    metrics?.watch({ service: 'gateway', readings: () => readingsOfCertificateFile(own.TLS_CERT) });
    const gateway = await createGateway({
      staticDir: own.STATIC_DIR,
      isLandingPrerendered: own.LOCAL_ACCOUNTS === 'on' && own.SIGN_UP === 'open',
      sources: { images: own.IMAGE_SOURCES, media: own.MEDIA_SOURCES },
      publicUrl: own.PUBLIC_URL,
      services: local.services,
      trustedProxies: own.TRUSTED_PROXIES,
      secret: own.GATEWAY_SECRET,
      tls: tlsOptions(own, loggerOf('gateway')),
      metrics: protectedMetrics(metrics, own.METRICS_TOKEN),
    });
    const connections = takeConnections(gateway.server);
    opened.push(() => gateway.close());
    return {
      async leave() {
        gateway.closeAfterAnswers();
        // The next process listens on its port.
        await connections.leave(REPLACED_MS);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
