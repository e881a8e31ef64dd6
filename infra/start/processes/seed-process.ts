/** The seed as a process of its own: it writes the sample data through the commands of the product, over HTTP. */
import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Seeded } from '../../seed/messages.ts';
import type { LogStream } from '../program/log-stream.ts';

const entry = fileURLToPath(new URL('../../seed/main.js', import.meta.url));

/**
 * @param seededFile remembers that the sample data is there; undefined where the data may change without it
 * @returns the exit code; an interrupted run continues at the next start
 */
export async function runSeed(
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
