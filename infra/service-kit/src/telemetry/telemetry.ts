/** Metrics and traces of a process, as its settings want them. What is off is not even loaded. */
import type { Running } from '../process/lifecycle.ts';
import type { Logger } from '../process/logger.ts';
import type { Metrics, Watched } from './metrics.ts';
import type { TelemetryValues } from './settings.ts';
import { productVersion } from './product-version.ts';

export interface Telemetry extends Running {
  /** Undefined where metrics are off. */
  readonly metrics: Metrics | undefined;
}

/** @param name of the process */
export async function startTelemetry(name: string, values: TelemetryValues, logger: Logger): Promise<Telemetry> {
  const {
    METRICS_PORT: port,
    METRICS_HOST: host,
    METRICS_TOKEN: token,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  } = values;
  const version = productVersion();
  const opened: Running[] = [];
  let metrics: Metrics | undefined;
  if (port !== undefined || token !== undefined) {
    const { startMetrics } = await import('./metrics.ts');
    const started = startMetrics({ process: name, version });
    metrics = started;
    opened.push({ stop: async () => started.stop() });
  }
  if (metrics && port !== undefined) {
    const { startMetricsServer } = await import('./metrics-server.ts');
    opened.push(startMetricsServer(metrics, { host, port }, logger));
  }
  if (endpoint !== undefined) {
    const { startTracing } = await import('./tracing.ts');
    opened.push(startTracing(endpoint, version, logger));
  }
  return {
    metrics,
    async stop() {
      for (const running of opened.splice(0).toReversed()) await running.stop();
    },
  };
}

/** A service of its own process, with its telemetry, which is there before it and ends after it. */
export async function withTelemetry<Service extends Running & Watched>(
  name: string,
  values: TelemetryValues,
  logger: Logger,
  start: (telemetry: Telemetry) => Promise<Service>,
): Promise<Running> {
  const telemetry = await startTelemetry(name, values, logger);
  try {
    const service = await start(telemetry);
    const { ready, readings } = service;
    telemetry.metrics?.watch({ service: name, ready, readings });
    return {
      ...(service.leave && { leave: service.leave }),
      async stop() {
        await service.stop();
        await telemetry.stop();
      },
    };
  } catch (error) {
    await telemetry.stop();
    throw error;
  }
}
