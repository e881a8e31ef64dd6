/** The environment of a service of a running product, as its launcher makes it, for a program that runs beside it. */
import { readFile } from 'node:fs/promises';
import { masterKeysOf, type MasterKeys } from 'service-kit/security/key-ring';
import { readConnections } from '../start/program/connections-file.ts';
import { keptMasterKeys } from '../start/program/data-folder.ts';
import { productSettings, serviceEnvironment, type ServiceName } from '../start/service-environments.ts';
import { settings } from '../start/settings.ts';
import type { Product } from './product.ts';

/**
 * Reads the launcher's own environment (Linux: /proc), the addresses of its engines and its keys. The secrets that a
 * launcher makes for one start are other ones here. The service's own addresses are not in it.
 * @throws Error when the product does not run
 */
export async function settingsOf(product: Product, service: ServiceName): Promise<NodeJS.ProcessEnv> {
  const env = await environmentOf(product.pid);
  const config = settings.read(env);
  const addresses = await readConnections(product.dataDir);
  return serviceEnvironment(service, env, productSettings(config), {
    databaseUrl: config.DATABASE_URL ?? addresses.DATABASE_URL ?? '',
    eventstoreUrl: config.EVENTSTORE_URL ?? addresses.EVENTSTORE_URL ?? '',
    masterKeys: await masterKeys(product, config),
    commandApiUrl: '',
    queryApiUrl: '',
    projectionsUrl: '',
  });
}

async function masterKeys(
  { dataDir }: Product,
  { MASTER_KEY, MASTER_KEY_PREVIOUS }: ReturnType<typeof settings.read>,
): Promise<MasterKeys> {
  const keys =
    MASTER_KEY === undefined ? await keptMasterKeys(dataDir) : masterKeysOf({ MASTER_KEY, MASTER_KEY_PREVIOUS });
  if (!keys) throw new Error(`There is no master key in ${dataDir}`);
  return keys;
}

async function environmentOf(pid: number): Promise<NodeJS.ProcessEnv> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  return Object.fromEntries(
    environment
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
