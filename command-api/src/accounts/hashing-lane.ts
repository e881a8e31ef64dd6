/**
 * Threads of their own for argon2, with a lower priority than the rest of the process: neither libuv's pool, which files
 * and names of hosts need, nor other people's commands wait for sign-ins. What waits is bounded in number and in time
 * (docs/decisions/write-side/rate-limits.md, "Hashing").
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';

export interface HashingCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
/** With `hashed`: whether the password is the one of this PHC string. Without: its hash. */
export type HashingWork =
  | { readonly password: string; readonly hashed: string }
  | { readonly password: string; readonly cost: HashingCost };
export type HashingResult = { readonly done: string | boolean } | { readonly failure: string };

export interface HashingBounds {
  /** Passwords that are hashed at the same time. */
  readonly threads: number;
  /** The maximum in each of the two queues. */
  readonly waitingMax: number;
  readonly waitMs: number;
}
/** A check takes 26 ms of a core: the last of the queue waits about a second. */
const bounds: HashingBounds = {
  threads: Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
  waitingMax: 32,
  waitMs: 4_000,
};

interface Waiting {
  readonly work: HashingWork;
  readonly settle: (result: HashingResult | HttpProblem) => void;
}

export interface HashingLane {
  /**
   * @param isKnown comes before all others: a flood of sign-ins from strangers does not keep out a person at a device
   *   that they have signed in on
   * @throws HttpProblem 503 at once if the queue is full, and after `waitMs` in it
   */
  run(work: HashingWork, isKnown?: boolean): Promise<string | boolean>;
  /** @throws HttpProblem 503 where `run` would throw at once */
  requireRoom(isKnown?: boolean): void;
  /** Ends the threads. Work that has not ended is refused. */
  stop(): Promise<void>;
}

/** The threads start when they are first needed. An idle thread does not keep the process alive. */
export function createHashingLane({ threads, waitingMax, waitMs }: HashingBounds = bounds): HashingLane {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Waiting>();
  let isStopped = false;

  const start = (): Worker => {
    const thread = new Worker(new URL('./hashing-thread.mjs', import.meta.url), { execArgv: [] });
    const settle = (result: HashingResult): void => {
      busy.get(thread)?.settle(result);
      busy.delete(thread);
    };
    const lose = (why: string): void => {
      settle({ failure: why });
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      next();
    };
    thread.on('message', (result: HashingResult) => {
      settle(result);
      thread.unref();
      idle.push(thread);
      next();
    });
    thread.on('error', (error) => lose(`The thread that hashes passwords has failed: ${error.message}`));
    thread.on('exit', () => lose('The thread that hashes passwords has ended'));
    return thread;
  };
  const next = (): void => {
    while (!isStopped && (known.length > 0 || strangers.length > 0)) {
      const thread = idle.pop() ?? (busy.size < threads ? start() : undefined);
      const waiting = thread && (known.shift() ?? strangers.shift());
      if (!thread || !waiting) return;
      busy.set(thread, waiting);
      thread.ref();
      thread.postMessage(waiting.work, []);
    }
  };

  const requireRoom = (isKnown = false): void => {
    if (isStopped || (isKnown ? known : strangers).length >= waitingMax) throw tooMany();
  };

  return {
    requireRoom,
    async run(work, isKnown = false) {
      requireRoom(isKnown);
      const queue = isKnown ? known : strangers;
      const result = await new Promise<HashingResult | HttpProblem>((resolve) => {
        const late = setTimeout(() => {
          const place = queue.indexOf(waiting);
          if (place < 0) return;
          queue.splice(place, 1);
          resolve(tooMany());
        }, waitMs);
        const waiting: Waiting = {
          work,
          settle(settled) {
            clearTimeout(late);
            resolve(settled);
          },
        };
        queue.push(waiting);
        next();
      });
      if (result instanceof HttpProblem) throw result;
      if ('failure' in result) throw new Error(result.failure);
      return result.done;
    },
    async stop() {
      isStopped = true;
      for (const { settle } of [...known.splice(0), ...strangers.splice(0)]) settle(tooMany());
      await Promise.all([...idle.splice(0), ...busy.keys()].map((thread) => thread.terminate()));
    },
  };
}

const tooMany = (): HttpProblem => new HttpProblem(refusal('too-many-signing-in'));
