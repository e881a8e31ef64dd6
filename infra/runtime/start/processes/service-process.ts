/** A service as a process of its own, forked with IPC. It reports when it is ready and ends when the launcher ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { Leaving, Ready } from '../port/messages.ts';
import { retire } from '../port/port-listener.ts';
import type { LogStream } from '../program/log-stream.ts';
import { DidNotStart } from '../program/start-errors.ts';
import type { Exit, Process } from './supervise.ts';

/** A service that takes longer to stop is killed. It loses nothing that it has acknowledged. */
const STOP_MS = 3_000;

/**
 * The maximum of the young generation of V8's heap in MB, as on Node 20. Node 24 lets it grow to 64 MB and keeps that
 * when the product is idle. Measured at rest, all processes, shared memory counted once: 657 MB on Node 24, 563 MB with
 * this limit, 411 MB on Node 20. The image sets the same (`docker/Dockerfile`).
 */
const YOUNG_GENERATION_MB = 16;
/**
 * How much V8 allocates before it collects the whole heap, in percent of what is alive. With much memory in the machine
 * it lets the heap grow to several times of that. The event log has its own value (`event-log/node-options.ts`).
 */
const HEAP_GROWTH_PERCENT = 30;
const NODE_OPTIONS = [
  '--enable-source-maps',
  // The event log's client names its server by the address 127.0.0.1, of which Node warns in each process.
  '--disable-warning=DEP0123',
  `--max-semi-space-size=${YOUNG_GENERATION_MB}`,
  `--heap-growing-percent=${HEAP_GROWTH_PERCENT}`,
];

/**
 * How many heaps glibc's malloc keeps; by default it is 8 for each core. Each thread of Node takes another one, and what
 * is freed in one serves no other and stays with the process. Measured one minute after the first start with demo data:
 * 368 MB instead of 467 MB in all processes (`docs/decisions/installation/process-layout.md`). Other libraries of C
 * ignore it. The image sets the same (`docker/Dockerfile`).
 */
const MALLOC_ARENAS = '2';

/** Starts the process of a service. Detached: Ctrl-C on the terminal reaches the launcher, which stops all in order. */
export const forkService = (entry: string, env: NodeJS.ProcessEnv): ChildProcess =>
  fork(entry, [], {
    env: { MALLOC_ARENA_MAX: MALLOC_ARENAS, ...env },
    detached: true,
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/**
 * Resolves when the service has sent `{ ready: true }` and `onReady` has resolved, which leads its callers to it.
 * @throws DidNotStart when it ended before
 */
export function startService(
  name: string,
  child: ChildProcess,
  stream: LogStream,
  stopping: AbortSignal,
  { onReady, stopMs = STOP_MS }: { onReady?: (child: ChildProcess) => Promise<void>; stopMs?: number } = {},
): Promise<Process> {
  for (const lines of [child.stdout, child.stderr]) if (lines) stream.forward(name, lines);
  const exited = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const running: Process = {
    exited,
    leaving: new Promise((resolve) => {
      child.on('message', (message) => {
        if (Leaving.safeParse(message).success) resolve();
      });
    }),
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
      // Not replaced: it need not wait.
      retire(child);
      child.kill('SIGTERM');
      await exited;
      clearTimeout(timer);
    },
  };
  return new Promise((resolve, reject) => {
    const stopEarly = (): void => void running.stop();
    stopping.addEventListener('abort', stopEarly, { once: true });
    child.on('message', (message) => {
      if (!Ready.safeParse(message).success) return;
      stopping.removeEventListener('abort', stopEarly);
      void (onReady?.(child) ?? Promise.resolve()).then(() => resolve(running), reject);
    });
    child.once('error', reject);
    void exited.then(({ code, signal }) => reject(new DidNotStart(name, code, signal)));
  });
}
