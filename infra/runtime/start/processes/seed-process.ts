/**
 * The seed as a process of its own: it writes the sample data through the commands of the product, over HTTP, before the
 * product starts. The command API that takes them is the seed's own and ends with it. The projections then read what was
 * written in pages: event by event, beside the commands, they took as much of the processor as the commands.
 */
import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Seeded } from '../../seed/messages.ts';
import type { Logger } from 'service-kit/process/logger';
import { freePort } from 'service-kit/process/free-port';
import type { LogStream } from '../program/log-stream.ts';
import {
  type Connections,
  type ProductSettings,
  serviceEnvironment,
  type ServiceName,
} from '../service-environments.ts';
import type { EarlyServices } from './early-services.ts';
import { startService } from './service-process.ts';
import { supervise } from './supervise.ts';

const entry = fileURLToPath(new URL('../../seed/main.js', import.meta.url));

/**
 * @param early has begun to load the command API
 * @param seededFile remembers that the sample data is there; undefined where the data may change without it
 * @returns the exit code; an interrupted run continues at the next start
 */
export async function runSeed(options: {
  product: ProductSettings;
  connections: Connections;
  early: EarlyServices;
  stream: LogStream;
  logger: Logger;
  stopping: AbortSignal;
  giveUp: (why: string) => void;
  seededFile: string | undefined;
}): Promise<number> {
  const { product, early, stream, logger, stopping, giveUp, seededFile } = options;
  const port = String(await freePort());
  const connections = { ...options.connections, commandApiUrl: `http://127.0.0.1:${port}` };
  const env = (name: ServiceName) => serviceEnvironment(name, process.env, product, connections);
  // The settings of the command API that follows: the security log notes each difference between two starts.
  const settings = { ...env(product.config.PROCESSES === 'shared' ? 'product' : 'command-api'), PORT: port };
  const start = () => startService('command-api', early.take('command-api', settings), stream, stopping);
  const seeded = new AbortController();
  const commandApi = await supervise({
    name: 'command-api',
    start,
    stopping: AbortSignal.any([stopping, seeded.signal]),
    logger,
    giveUp,
  });
  try {
    return await writeSampleData(env('seed'), stream, stopping, seededFile);
  } finally {
    seeded.abort();
    await commandApi.stop();
  }
}

async function writeSampleData(
  env: NodeJS.ProcessEnv,
  stream: LogStream,
  stopping: AbortSignal,
  seededFile: string | undefined,
): Promise<number> {
  const child = fork(entry, [], {
    env,
    detached: true,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // The seed does not watch its launcher: it ends after its last command, or with the first that has no answer.
  stopping.addEventListener('abort', () => child.kill(), { once: true });
  for (const lines of [child.stdout, child.stderr]) if (lines) stream.forward('seed', lines);
  let seeded: string | undefined;
  child.on('message', (message) => (seeded = Seeded.safeParse(message).data?.seeded));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  if (seededFile !== undefined && seeded !== undefined) await writeFile(seededFile, seeded);
  return code;
}

/** True if an earlier seed has reported this sample data. Asking the seed takes seconds. */
export const isSeeded = async (seededFile: string | undefined, seed: string): Promise<boolean> =>
  seededFile !== undefined && (await readFile(seededFile, 'utf8').catch(() => undefined)) === seed;
