/** The seed as a process of its own: it writes the sample data through the commands of the product, over HTTP. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LogStream } from '../program/log-stream.ts';

const entry = fileURLToPath(new URL('../../seed/main.js', import.meta.url));

/** @returns the exit code; an interrupted run continues at the next start */
export function runSeed(env: NodeJS.ProcessEnv, stream: LogStream, stopping: AbortSignal): Promise<number> {
  const child = fork(entry, [], {
    env,
    detached: true,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // The seed does not watch its launcher: it ends after its last command, or with the first that has no answer.
  stopping.addEventListener('abort', () => child.kill(), { once: true });
  for (const lines of [child.stdout, child.stderr]) if (lines) stream.forward('seed', lines);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
