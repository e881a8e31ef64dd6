/** The environment variables of each process: those of the launcher, and those that only the launcher knows. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTINGS_FOLLOW } from 'service-kit/process/early-start';
import { fileSettingOf } from 'service-kit/process/settings';
import { type MasterKeys, masterKeySettings } from 'service-kit/security/key-ring';
import { eventLogEnv } from '../event-log/node-options.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';
import { hostAndPort, reachableHost } from './program/address.ts';
import { metricsPortsOf, type settings } from './settings.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const LOCAL = '127.0.0.1';
const STATIC_DIR = join(root, 'frontend/dist');

/** `product` is the shared process. */
export type ServiceName = 'event-log' | 'command-api' | 'projections' | 'query-api' | 'gateway' | 'product' | 'seed';

/** The settings of the launcher and the values that follow from them. */
export interface ProductSettings {
  readonly config: ReturnType<typeof settings.read>;
  readonly dataDir: string;
  readonly host: string;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly seedSecret: string | undefined;
  /** Another one for each start. */
  readonly gatewaySecret: string;
  /** The product's address for programs on this machine. */
  readonly localUrl: string;
  /** The same address as people see it. */
  readonly shownUrl: string;
}

/** The addresses of the running engines and services, and the master keys. */
export interface Connections {
  databaseUrl: string;
  eventstoreUrl: string;
  masterKeys: MasterKeys;
  commandApiUrl: string;
  queryApiUrl: string;
  projectionsUrl: string;
}

export function productSettings(config: ProductSettings['config']): ProductSettings {
  const isDemo = config.SEED === 'demo';
  const host = config.HOST ?? (isDemo ? LOCAL : '0.0.0.0');
  const scheme = config.TLS_CERT === undefined ? 'http' : 'https';
  const localUrl = `${scheme}://${hostAndPort(reachableHost(host), config.PORT)}`;
  return {
    config,
    dataDir: resolve(config.DATA_DIR),
    host,
    adminEmail: config.ADMIN_EMAIL ?? (isDemo ? 'admin@demo.test' : undefined),
    adminPassword: config.ADMIN_PASSWORD ?? (isDemo ? DEMO_PASSWORD : undefined),
    seedSecret: isDemo ? randomBytes(32).toString('base64url') : undefined,
    gatewaySecret: randomBytes(32).toString('base64url'),
    localUrl,
    shownUrl: localUrl.replace(`//${LOCAL}:`, '//localhost:'),
  };
}

/** Their values are known here: a service gets the value. */
const READ_HERE = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'REDIS_URL',
];

/** Each secret goes only to the services that need it. */
const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  ADMIN_PASSWORD: '',
  SEED_SECRET: '',
  GATEWAY_SECRET: '',
  OIDC_CLIENT_SECRET: '',
  MASTER_KEY: '',
  MASTER_KEY_PREVIOUS: '',
  METRICS_TOKEN: '',
  ...Object.fromEntries(READ_HERE.map((name) => [fileSettingOf(name), ''])),
});

/** The environment of a process that waits for its settings: Node itself reads some of it. @param env the launcher's own */
export const earlyEnvironment = (name: ServiceName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...withoutSecrets(env),
  ...(name === 'event-log' ? eventLogEnv({ NODE_OPTIONS: env['NODE_OPTIONS'] }) : {}),
  ...SETTINGS_FOLLOW,
});

/** @param env the launcher's own @returns all variables except PORT, which is known when the service starts */
export function serviceEnvironment(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  product: ProductSettings,
  connections: Connections,
): NodeJS.ProcessEnv {
  const { config, adminEmail = '', adminPassword = '', seedSecret = '', gatewaySecret } = product;
  const keys = { EVENTSTORE_URL: connections.eventstoreUrl, ...masterKeySettings(connections.masterKeys) };
  const common = {
    ...withoutSecrets(env),
    HOST: LOCAL,
    DATA_DIR: product.dataDir,
    DATABASE_URL: connections.databaseUrl,
    REDIS_URL: config.REDIS_URL ?? '',
    ADMIN_EMAIL: adminEmail,
  };
  const metricsPort = (service: 'gateway' | 'command-api' | 'projections' | 'query-api') =>
    config.METRICS_PORT === undefined ? {} : { METRICS_PORT: String(metricsPortsOf(config.METRICS_PORT)[service]) };
  const forCommandApi = {
    ...keys,
    ADMIN_PASSWORD: adminPassword,
    LOCAL_URL: product.shownUrl,
    SEED_SECRET: seedSecret,
    GATEWAY_SECRET: gatewaySecret,
    OIDC_CLIENT_SECRET: env['OIDC_CLIENT_SECRET'] ?? '',
    // The demo people read no mail, and a member of a team needs a confirmed e-mail address otherwise.
    ...(config.SEED === 'demo' && !env['REQUIRE_VERIFIED_EMAIL'] ? { REQUIRE_VERIFIED_EMAIL: 'false' } : {}),
  };
  switch (name) {
    case 'event-log':
      return { ...common, ...eventLogEnv({ NODE_OPTIONS: env['NODE_OPTIONS'] }) };
    case 'command-api':
      return { ...common, ...forCommandApi, ...metricsPort(name) };
    case 'projections':
    case 'query-api':
      return { ...common, ...keys, ...metricsPort(name) };
    case 'gateway':
      return {
        ...common,
        ...metricsPort(name),
        GATEWAY_SECRET: gatewaySecret,
        METRICS_TOKEN: env['METRICS_TOKEN'] ?? '',
        HOST: product.host,
        DATABASE_URL: '',
        STATIC_DIR,
        COMMAND_API_URL: connections.commandApiUrl,
        QUERY_API_URL: connections.queryApiUrl,
        PROJECTIONS_URL: connections.projectionsUrl,
      };
    case 'product':
      return {
        ...common,
        ...forCommandApi,
        METRICS_TOKEN: env['METRICS_TOKEN'] ?? '',
        STATIC_DIR,
      };
    case 'seed':
      return {
        ...env,
        GATEWAY_SECRET: '',
        MASTER_KEY: '',
        MASTER_KEY_PREVIOUS: '',
        OIDC_CLIENT_SECRET: '',
        BASE_URL: connections.commandApiUrl,
        COMMAND_API_URL: connections.commandApiUrl,
        SEED_SECRET: seedSecret,
        SEED: config.SEED,
        ADMIN_EMAIL: adminEmail,
        ADMIN_PASSWORD: adminPassword,
      };
  }
}
