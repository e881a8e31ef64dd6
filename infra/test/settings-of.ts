/** The environment with which a service of a running product was started (Linux: /proc), in whichever process it is. */
import { readFile } from 'node:fs/promises';
import type { Product } from './product.ts';

/** @throws Error when the service is not running */
export async function settingsOf(product: Product, service: string): Promise<NodeJS.ProcessEnv> {
  const environment = await readFile(
    `/proc/${await product.processOf(service).catch(() => product.processOf('product'))}/environ`,
    'utf8',
  );
  return Object.fromEntries(
    environment
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
