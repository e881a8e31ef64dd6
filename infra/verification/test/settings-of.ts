/** The environment of a service of a running product, as its launcher makes it, for a program that runs beside it. */
import { readFile } from 'node:fs/promises';
import { readConnections } from '../../runtime/start/program/connections-file.ts';
import { masterKeysFor } from '../../runtime/start/program/data-folder.ts';
import { productSettings, serviceEnvironment, type ServiceName } from '../../runtime/start/service-environments.ts';
import { settings } from '../../runtime/start/settings.ts';
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
  const masterKeys = await masterKeysFor(product.dataDir, config);
  if (!masterKeys) throw new Error(`There is no master key in ${product.dataDir}`);
  return serviceEnvironment(service, env, productSettings(config), {
    databaseUrl: config.DATABASE_URL ?? addresses.DATABASE_URL ?? '',
    eventstoreUrl: config.EVENTSTORE_URL ?? addresses.EVENTSTORE_URL ?? '',
    masterKeys,
    commandApiUrl: '',
    queryApiUrl: '',
    projectionsUrl: '',
  });
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
