/**
 * A service as a process of its own, forked with IPC: it says when it is ready, and ends by itself when the launcher is
 * gone.
 */
import { fork } from 'node:child_process';
import type { LogStream } from '../program/log-stream.ts';
import { DidNotStart, type Process } from './supervise.ts';

/** A service that takes longer to stop is killed: nothing that it acknowledged is lost by that. */
const STOP_MS = 3_000;

/**
 * The young generation of V8's heap at most, in MB, as it is on Node 20. Node 24 lets it grow to 64, which stays in use
 * when nothing is to do (measured at rest, all processes, shared memory counted once: 657 MB, with 16 it is 563 MB; on
 * Node 20 411 MB). The image sets the same (`docker/Dockerfile`).
 */
const YOUNG_GENERATION_MB = 16;
const NODE_OPTIONS = ['--enable-source-maps', `--max-semi-space-size=${YOUNG_GENERATION_MB}`];

/** @returns when the service said `{ ready: true }`. @throws DidNotStart when it ended before. */
export function startService(
  name: string,
  entry: string,
  env: NodeJS.ProcessEnv,
  stream: LogStream,
  stopping: AbortSignal,
): Promise<Process> {
  // Detached, so that Ctrl-C on the terminal reaches the launcher alone, which stops the services in order.
  const child = fork(entry, [], {
    env,
    detached: true,
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const lines of [child.stdout, child.stderr]) if (lines) stream.passOn(name, lines);
  const exited = new Promise<{ code: number | null }>((resolve) => child.once('exit', (code) => resolve({ code })));
  const running: Process = {
    exited,
    async stop() {
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.kill('SIGTERM');
      await exited;
      clearTimeout(impatience);
    },
  };
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void running.stop();
    stopping.addEventListener('abort', giveUp, { once: true });
    child.once('message', () => {
      stopping.removeEventListener('abort', giveUp);
      resolve(running);
    });
    child.once('error', reject);
    void exited.then(({ code }) => reject(new DidNotStart(name, code)));
  });
}
