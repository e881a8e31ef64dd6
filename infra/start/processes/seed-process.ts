/** The seed as a process of its own: it writes through the product's own commands over HTTP, as any client would. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LogStream } from '../program/log-stream.ts';

const entry = fileURLToPath(new URL('../../seed/main.js', import.meta.url));

/** @returns its exit code; a run that is cut off goes on at the next start. */
export function runSeed(env: NodeJS.ProcessEnv, stream: LogStream, stopping: AbortSignal): Promise<number> {
  const child = fork(entry, [], {
    env,
    detached: true,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // It is no service and does not watch its launcher: it ends with its last command, or with the first that nobody
  // answers.
  stopping.addEventListener('abort', () => child.kill(), { once: true });
  for (const lines of [child.stdout, child.stderr]) if (lines) stream.passOn('seed', lines);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
