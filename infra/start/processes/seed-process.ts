/** The seed as a process of its own: it writes the sample data through the commands of the product, over HTTP. */
import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Seeded } from '../../seed/messages.ts';
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

const entry = fileURLToPath(new URL('../../seed/main.js', import.meta.url));

/**
 * The demo's past is written through a command API of the seed's own, which ends with it: the product projects what it
 * writes meanwhile, on another core.
 * @param early loads the command API, if the seed needs it
 * @param seededFile remembers that the sample data is there; undefined where the data may change without it
 * @returns the exit code; an interrupted run continues at the next start
 */
export async function runSeed(options: {
  product: ProductSettings;
  connections: Connections;
  early: EarlyServices;
  stream: LogStream;
  stopping: AbortSignal;
  seededFile: string | undefined;
}): Promise<number> {
  const { product, connections, early, stream, stopping, seededFile } = options;
  const env = (name: ServiceName) => serviceEnvironment(name, process.env, product, connections);
  if (product.seedSecret === undefined) return writeSampleData(env('seed'), stream, stopping, seededFile);
  const port = String(await freePort());
  const settings = { ...env('command-api'), PORT: port, METRICS_PORT: '' };
  const commandApi = await startService('command-api', early.take('command-api', settings), stream, stopping);
  try {
    const seed = { ...env('seed'), COMMAND_API_URL: `http://127.0.0.1:${port}` };
    return await writeSampleData(seed, stream, stopping, seededFile);
  } finally {
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

/** True if an earlier seed has reported this sample data. Asking the product for it takes 0.8 s. */
export const isSeeded = async (seededFile: string | undefined, seed: string): Promise<boolean> =>
  seededFile !== undefined && (await readFile(seededFile, 'utf8').catch(() => undefined)) === seed;
