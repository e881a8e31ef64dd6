/**
 * A new version of the program rebuilds what it makes in another way, in the background
 * (docs/decisions/read-side/changed-read-models.md). Every instance looks, one rebuilds, the others look again.
 */
import { fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { Backoff } from 'service-kit/concurrency/backoff';
import { isHeld } from 'service-kit/postgres/leader-lock';
import type { Logger } from 'service-kit/process/logger';
import type { RebuildOutcome } from './rebuild-changed.ts';
import { REBUILD } from './rebuild.ts';
import { changedProjections } from './versions.ts';
import { describeFailure } from '../catch-up/failure.ts';

const BACKOFF = { firstMs: 500, mostMs: 15_000 };

/** Runs one attempt. */
export type RunRebuild = (signal: AbortSignal) => Promise<RebuildOutcome>;

export interface SelfRebuild {
  /** Resolves when every projection is of this version, after a failure, or after `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export function startSelfRebuild(pool: Pool, run: RunRebuild, logger: Logger): SelfRebuild {
  const stopped = new AbortController();
  const ended = (async () => {
    const backoff = new Backoff(BACKOFF);
    while (!stopped.signal.aborted) {
      try {
        if ((await changedProjections(pool)).length === 0) return;
        if (!(await isRebuilding(pool)) && (await run(stopped.signal)) === 'failed') return;
      } catch (error) {
        logger.warn({ failure: describeFailure(error) }, 'could not look for changed read models');
      }
      await backoff.wait(stopped.signal).catch(() => undefined);
    }
  })();
  return {
    ended,
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

async function isRebuilding(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean }>(`select ${isHeld(REBUILD)} as held`);
  return rows[0]?.held === true;
}

/** Exit codes of the process; any other end is an interruption. */
export const EXIT_CODES = { done: 0, failed: 1, again: 75 } as const satisfies Record<RebuildOutcome, number>;

/**
 * In a process of its own: it may take minutes of a core, and commands go first. A stop ends it at once: a killed
 * rebuild goes on where it was.
 * @param env with DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, MASTER_KEY_PREVIOUS and LOG_LEVEL
 */
export const inOwnProcess =
  (env: NodeJS.ProcessEnv): RunRebuild =>
  async (signal) => {
    const program = fileURLToPath(new URL('../rebuild-changed.js', import.meta.url));
    const child = fork(program, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('exit', resolve);
    });
    const end = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    try {
      yieldTheProcessor(child.pid);
      const code = await ended;
      return code === EXIT_CODES.done ? 'done' : code === EXIT_CODES.failed ? 'failed' : 'again';
    } finally {
      signal.removeEventListener('abort', end);
    }
  };

/** Not all systems allow it, and the process may have ended already. */
function yieldTheProcessor(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    return;
  }
}
