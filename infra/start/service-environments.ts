/**
 * What each process of the product is started with: the variables that the launcher was given, and those that only it
 * knows.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventLogEnv } from '../event-log/node-options.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';
import { hostAndPort, reachableHost } from './program/address.ts';
import type { settings } from './settings.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const LOCAL = '127.0.0.1';

export type ServiceName = 'event-log' | 'command-api' | 'projections' | 'query-api' | 'gateway' | 'seed';

/** The launcher's settings, and what follows from them. */
export interface Chosen {
  readonly config: ReturnType<typeof settings.read>;
  readonly dataDir: string;
  readonly host: string;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly seedSecret: string | undefined;
  /** Where this machine itself finds the product. */
  readonly localUrl: string;
  /** The same, as it is shown to people. */
  readonly shownUrl: string;
}

/** Where the engines and services are, and the key: known when they run. */
export interface Known {
  databaseUrl: string;
  eventstoreUrl: string;
  masterKey: string;
  commandApiUrl: string;
  queryApiUrl: string;
  projectionsUrl: string;
}

export function chosen(config: Chosen['config']): Chosen {
  const isDemo = config.SEED === 'demo';
  const host = config.HOST ?? (isDemo ? LOCAL : '0.0.0.0');
  const localUrl = `http://${hostAndPort(reachableHost(host), config.PORT)}`;
  return {
    config,
    dataDir: resolve(config.DATA_DIR),
    host,
    adminEmail: config.ADMIN_EMAIL ?? (isDemo ? 'admin@demo.test' : undefined),
    adminPassword: config.ADMIN_PASSWORD ?? (isDemo ? DEMO_PASSWORD : undefined),
    seedSecret: isDemo ? randomBytes(32).toString('base64url') : undefined,
    localUrl,
    shownUrl: localUrl.replace(`//${LOCAL}:`, '//localhost:'),
  };
}

/** @param env the launcher's own @returns without PORT: that is known when the service starts */
export function serviceEnvironment(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  product: Chosen,
  known: Known,
): NodeJS.ProcessEnv {
  const { config, adminEmail = '', adminPassword = '', seedSecret = '' } = product;
  const keys = { EVENTSTORE_URL: known.eventstoreUrl, MASTER_KEY: known.masterKey };
  // Secrets go to the services that need them only.
  const common = {
    ...env,
    HOST: LOCAL,
    DATA_DIR: product.dataDir,
    DATABASE_URL: known.databaseUrl,
    REDIS_URL: config.REDIS_URL ?? '',
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: '',
    SEED_SECRET: '',
    MASTER_KEY: '',
  };
  switch (name) {
    case 'event-log':
      return { ...common, ...eventLogEnv({ NODE_OPTIONS: env['NODE_OPTIONS'] }) };
    case 'command-api':
      return {
        ...common,
        ...keys,
        ADMIN_PASSWORD: adminPassword,
        LOCAL_URL: product.shownUrl,
        SEED_SECRET: seedSecret,
        // The people of the demo read no mail, and are to be members of its teams.
        ...(config.SEED === 'demo' && !env['REQUIRE_VERIFIED_EMAIL'] ? { REQUIRE_VERIFIED_EMAIL: 'false' } : {}),
      };
    case 'projections':
    case 'query-api':
      return { ...common, ...keys };
    case 'gateway':
      return {
        ...common,
        HOST: product.host,
        DATABASE_URL: '',
        STATIC_DIR: join(root, 'frontend/dist'),
        COMMAND_API_URL: known.commandApiUrl,
        QUERY_API_URL: known.queryApiUrl,
        PROJECTIONS_URL: known.projectionsUrl,
      };
    case 'seed':
      return {
        ...env,
        MASTER_KEY: '',
        BASE_URL: product.localUrl,
        COMMAND_API_URL: known.commandApiUrl,
        SEED_SECRET: seedSecret,
        SEED: config.SEED,
        ADMIN_EMAIL: adminEmail,
        ADMIN_PASSWORD: adminPassword,
      };
  }
}
