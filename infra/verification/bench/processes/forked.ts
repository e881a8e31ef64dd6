/** A Node program beside the benchmark. It says by a message when it is ready, and ends with the benchmark. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Forked {
  readonly pid: number;
  /** Its first message. */
  readonly said: unknown;
  stop(): Promise<void>;
}

/** @throws Error if it ends before it is ready */
export async function startForked(
  program: URL,
  env: NodeJS.ProcessEnv,
  execArgv: readonly string[] = [],
): Promise<Forked> {
  const child = fork(fileURLToPath(program), {
    env,
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const tooEarly = ended.then(([code]) => {
    throw new Error(`${program.pathname} ended with ${String(code)} before it was ready`);
  });
  const [said] = (await Promise.race([once(child, 'message'), tooEarly])) as [unknown];
  tooEarly.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    said,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
