/**
 * Work on one key, one after the other and as much at once as waits. Commands of one process on one stream would
 * otherwise meet each other's WrongExpectedRevision; and each in a turn of its own, twenty people at one chart would
 * wait for twenty commits of the log, one after the other. Together they wait for the one that is under way and for
 * their own.
 */
import type { Waiting } from 'service-kit/concurrency/batched-read';

/**
 * Once several have gone together, the next round of their key begins so long after theirs at the earliest: what a
 * round costs (an append, a look of each projection, a read of each screen that shows it) is paid for more commands at
 * once. Whoever works alone waits for nothing.
 */
const APART_MS = 40;

export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

export interface CommandBatcher<Request, Result> {
  /** @throws TooManyWaiting when `most` wait for this key already; and what the work throws */
  ask(key: string, request: Request): Promise<Result>;
}

/**
 * @param most how many may wait for one key
 * @param work is given everybody who waits, in order of arrival, and says how many of them, from the first, it has
 * dealt with: at least one. Where it fails, all of them do.
 */
export function createCommandBatcher<Request, Result>(
  most: number,
  work: (waiting: readonly Waiting<Request, Result>[]) => Promise<number>,
): CommandBatcher<Request, Result> {
  const lines = new Map<string, Waiting<Request, Result>[]>();

  const run = async (key: string, line: Waiting<Request, Result>[]): Promise<void> => {
    while (line.length > 0) {
      const began = performance.now();
      const now = [...line];
      let dealtWith = now.length;
      try {
        dealtWith = await work(now);
      } catch (error) {
        for (const { refuse } of now) refuse(error);
      }
      line.splice(0, dealtWith);
      const restMs = now.length > 1 ? APART_MS - (performance.now() - began) : 0;
      // A round that took longer has kept the distance already.
      if (restMs > 0) await new Promise((over) => void setTimeout(over, restMs));
    }
    lines.delete(key);
  };

  return {
    ask: (key, request) =>
      new Promise((answer, refuse) => {
        const line = lines.get(key);
        if (line && line.length >= most) throw new TooManyWaiting('Too many are waiting');
        if (line) line.push({ request, answer, refuse });
        else {
          const fresh = [{ request, answer, refuse }];
          lines.set(key, fresh);
          void run(key, fresh);
        }
      }),
  };
}
