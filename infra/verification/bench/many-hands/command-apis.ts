/**
 * Further command APIs of a running product. Writers of one stream only conflict between processes: within one they are
 * batched.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from 'service-kit/process/free-port';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { root } from '../../test/started-program.ts';
import { type Forked, startForked } from '../processes/forked.ts';

export interface CommandApis {
  readonly urls: readonly string[];
  /** Starts a gateway before some of them. It gives all commands of a stream to one process. @returns its address */
  gatewayOf(urls: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startCommandApis(product: Product, count: number): Promise<CommandApis> {
  const settings = await settingsOf(product, 'command-api');
  const running: Forked[] = [];
  const start = async (entry: string, env: NodeJS.ProcessEnv): Promise<string> => {
    const port = String(await freePort());
    running.push(await startForked(pathToFileURL(join(root, entry)), { ...env, LOG_LEVEL: 'warn', PORT: port }));
    return `http://127.0.0.1:${port}`;
  };
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) urls.push(await start('command-api/dist/main.js', settings));
  return {
    urls,
    gatewayOf: async (behind) =>
      start('infra/dist/runtime/gateway/main.js', {
        ...(await settingsOf(product, 'gateway')),
        // Another one for each call of `settingsOf`: the command APIs trust the gateway that has theirs.
        GATEWAY_SECRET: settings['GATEWAY_SECRET'],
        COMMAND_API_URL: behind.join(' '),
        QUERY_API_URL: product.url,
        PROJECTIONS_URL: product.url,
      }),
    stop: async () => void (await Promise.all(running.map((one) => one.stop()))),
  };
}
