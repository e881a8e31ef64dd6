/** The variables of metrics and traces. Both are off unless they are set. */
import * as z from 'zod';
import { setting } from '../process/settings.ts';

const port = z.coerce.number('must be a port number').int().min(1).max(65_532).optional();

export const telemetrySettings = {
  METRICS_PORT: setting(port, 'The port of GET /metrics, for Prometheus; unset: there is none'),
  METRICS_HOST: setting(z.string().default('127.0.0.1'), 'The address that it listens on: it asks for no password'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url({ protocol: /^https?$/, error: 'must be an address such as http://collector:4318' }).optional(),
    'Where traces of commands are sent, by OTLP over HTTP; unset: there are none',
  ),
  // OpenTelemetry reads it itself.
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    z.string().optional(),
    'Headers for that address, such as Authorization=Bearer%20abc',
  ),
} as const;

/** A setting of the gateway alone. */
export const metricsToken = setting(
  z.string().min(32, 'needs at least 32 characters').optional(),
  'With it GET /metrics of the product’s port is answered to who sends Authorization: Bearer and this token',
);

export interface TelemetryValues {
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST: string;
  readonly METRICS_TOKEN?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}
