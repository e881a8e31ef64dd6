/**
 * Further command APIs of a running product. Writers of one stream only conflict between processes: within one they are
 * batched.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import * as z from 'zod';
import { freePort } from 'service-kit/process/free-port';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { root } from '../../test/started-program.ts';

/** The log line of a command API for a command that conflicted with another write. */
const DecidedAgain = z.object({ conflicts: z.number(), tail: z.number() });

export interface CommandApis {
  readonly urls: readonly string[];
  /** Gateways before one and before all of them. Each gives all commands of a stream to one process. */
  readonly gatewayOfOne: string;
  readonly gatewayOfAll: string;
  /** The number of commands that were decided again, of conflicts, and of events that were read for them. */
  readonly decidedAgain: { commands: number; conflicts: number; tail: number };
  stop(): Promise<void>;
}

export async function startCommandApis(product: Product, count: number): Promise<CommandApis> {
  const settings = await settingsOf(product, 'command-api');
  const decidedAgain = { commands: 0, conflicts: 0, tail: 0 };
  const running: { url: string; child: ChildProcess }[] = [];
  const start = async (entry: string, env: NodeJS.ProcessEnv): Promise<{ url: string; child: ChildProcess }> => {
    const port = await freePort();
    const child = fork(join(root, entry), [], {
      env: { ...settings, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${entry} ended with ${code} before it was ready`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    const started = { url: `http://127.0.0.1:${port}`, child };
    running.push(started);
    return started;
  };
  for (let index = 0; index < count; index += 1) {
    const { child } = await start('command-api/dist/main.js', { LOG_LEVEL: 'debug' });
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.includes('"conflicts"')) return;
        const { conflicts, tail } = DecidedAgain.parse(JSON.parse(line));
        decidedAgain.commands += 1;
        decidedAgain.conflicts += conflicts;
        decidedAgain.tail += tail;
      });
    }
  }
  const urls = running.map(({ url }) => url);
  const gatewayOf = async (behind: readonly string[]): Promise<string> => {
    const { url, child } = await start('infra/dist/gateway/main.js', {
      COMMAND_API_URL: behind.join(' '),
      QUERY_API_URL: product.url,
      PROJECTIONS_URL: product.url,
      LOG_LEVEL: 'warn',
    });
    child.stdout?.resume();
    return url;
  };
  return {
    urls,
    gatewayOfOne: await gatewayOf(urls.slice(0, 1)),
    gatewayOfAll: await gatewayOf(urls),
    decidedAgain,
    async stop() {
      await Promise.all(
        running.map(async ({ child }) => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        }),
      );
    },
  };
}
