/**
 * Further command APIs of a running product. Writers of one stream only conflict between processes: within one they are
 * batched.
 */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { freePort } from 'service-kit/process/free-port';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { root } from '../../test/started-program.ts';
import { type Forked, startForked } from '../processes/forked.ts';

export interface CommandApis {
  readonly urls: readonly string[];
  /** Gateways before one and before all of them. Each gives all commands of a stream to one process. */
  readonly gatewayOfOne: string;
  readonly gatewayOfAll: string;
  stop(): Promise<void>;
}

export async function startCommandApis(product: Product, count: number): Promise<CommandApis> {
  const settings = await settingsOf(product, 'command-api');
  const running: Forked[] = [];
  const start = async (entry: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const port = await freePort();
    const program = pathToFileURL(join(root, entry));
    running.push(await startForked(program, { ...settings, LOG_LEVEL: 'warn', ...env, PORT: String(port) }));
    return `http://127.0.0.1:${port}`;
  };
  const gatewayOf = (behind: readonly string[]): Promise<string> =>
    start('infra/dist/gateway/main.js', {
      COMMAND_API_URL: behind.join(' '),
      QUERY_API_URL: product.url,
      PROJECTIONS_URL: product.url,
    });
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) urls.push(await start('command-api/dist/main.js'));
  return {
    urls,
    gatewayOfOne: await gatewayOf(urls.slice(0, 1)),
    gatewayOfAll: await gatewayOf(urls),
    stop: async () => void (await Promise.all(running.map((one) => one.stop()))),
  };
}
