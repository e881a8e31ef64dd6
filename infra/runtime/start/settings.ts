import { common, defineSettings, type Mistake, setting } from 'service-kit/process/settings';
import { telemetrySettings } from 'service-kit/telemetry/settings';
import * as z from 'zod';
import { tlsMistakes, tlsSettings } from '../gateway/tls-files.ts';

/** Both keys are those in DATA_DIR if MASTER_KEY is not set. */
const previousKeyMistakes = (values: { MASTER_KEY?: unknown; MASTER_KEY_PREVIOUS?: unknown }): readonly Mistake[] =>
  values.MASTER_KEY_PREVIOUS !== undefined && values.MASTER_KEY === undefined
    ? [{ name: 'MASTER_KEY_PREVIOUS', sentence: 'MASTER_KEY_PREVIOUS: needs MASTER_KEY, the new key.' }]
    : [];

/** With a process for each service, each has a port of its own for its metrics. */
export const metricsPortsOf = (
  first: number,
): Readonly<Record<'gateway' | 'command-api' | 'projections' | 'query-api', number>> => ({
  gateway: first,
  'command-api': first + 1,
  projections: first + 2,
  'query-api': first + 3,
});

const metricsPortMistakes = (values: { PORT?: number; METRICS_PORT?: number | undefined }): readonly Mistake[] =>
  values.METRICS_PORT !== undefined &&
  values.PORT !== undefined &&
  Object.values(metricsPortsOf(values.METRICS_PORT)).includes(values.PORT)
    ? [{ name: 'METRICS_PORT', sentence: 'METRICS_PORT: it and the next three ports must be others than PORT.' }]
    : [];

/** The settings of the launcher. It passes all other variables to the services unchanged. */
export const settings = defineSettings(
  {
    PORT: setting(
      z.coerce.number('must be a port number').int().min(1).max(65535).default(8080),
      "The product's one port",
    ),
    HOST: setting(
      z.string().optional(),
      'Address that the product listens on; ' +
        'unset: this machine only with SEED=demo, whose accounts are public knowledge, else every address',
    ),
    DATA_DIR: setting(z.string().default('.data'), 'Everything that has to be kept: database, log, master key'),
    DATABASE_URL: setting(common.DATABASE_URL.schema.optional(), 'Postgres; unset: the embedded one'),
    EVENTSTORE_URL: setting(common.EVENTSTORE_URL.schema.optional(), 'EventStoreDB; unset: the embedded event log'),
    REDIS_URL: common.REDIS_URL,
    MASTER_KEY: setting(
      common.MASTER_KEY.schema.optional(),
      "Wraps the patients' keys; unset: made at the first start and kept in DATA_DIR",
    ),
    MASTER_KEY_PREVIOUS: common.MASTER_KEY_PREVIOUS,
    SEED: setting(
      z.enum(['demo', 'catalogue', 'none'], 'must be demo, catalogue or none').default('demo'),
      'What a new installation starts with',
    ),
    ADMIN_EMAIL: common.ADMIN_EMAIL,
    ADMIN_PASSWORD: setting(
      z.string().optional(),
      'Makes the account of ADMIN_EMAIL, with this password; unset with SEED=demo: the demo accounts’',
    ),
    PROCESSES: setting(
      z.enum(['shared', 'separate'], 'must be shared or separate').default('shared'),
      'Whether gateway, command API, projections and query API share a process or have one each',
    ),
    ...tlsSettings,
    METRICS_PORT: telemetrySettings.METRICS_PORT,
    LOG_LEVEL: common.LOG_LEVEL,
  },
  (values) => [...tlsMistakes(values), ...previousKeyMistakes(values), ...metricsPortMistakes(values)],
);
