/**
 * Batches requests by key: one batch of a key runs at a time, with all requests that wait by then. Commands of one
 * process on one stream would otherwise get WrongExpectedRevision from each other. One by one, twenty people at one
 * chart would wait for twenty commits of the log; in batches they wait for two
 * (docs/decisions/write-side/command-batching.md).
 */

/**
 * After a batch of several, the next batch of its key begins this long after it began, at the earliest: more commands
 * then share the cost of a batch (an append, a wake-up of each projection, a read of each screen that shows it). A
 * request that is alone never waits.
 */
const BATCH_INTERVAL_MS = 40;

/** A waiting request, answered once with a result or an error. */
export interface Waiting<Request, Result> {
  readonly request: Request;
  readonly answer: (result: Result) => void;
  readonly refuse: (error: unknown) => void;
}

export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

export interface CommandBatcher<Request, Result> {
  /** @throws TooManyWaiting if `maxWaiting` requests wait for this key; and what `work` throws */
  ask(key: string, request: Request): Promise<Result>;
}

/**
 * @param maxWaiting how many requests may wait for one key
 * @param work gets all waiting requests, in order of arrival. It returns how many of them, from the first, it has
 * answered: at least one. If it fails, all of them fail.
 */
export function createCommandBatcher<Request, Result>(
  maxWaiting: number,
  work: (waiting: readonly Waiting<Request, Result>[]) => Promise<number>,
): CommandBatcher<Request, Result> {
  const queues = new Map<string, Waiting<Request, Result>[]>();

  const run = async (key: string, queue: Waiting<Request, Result>[]): Promise<void> => {
    while (queue.length > 0) {
      const began = performance.now();
      const batch = [...queue];
      let answered = batch.length;
      try {
        answered = await work(batch);
      } catch (error) {
        for (const { refuse } of batch) refuse(error);
      }
      queue.splice(0, answered);
      const pauseMs = batch.length > 1 ? BATCH_INTERVAL_MS - (performance.now() - began) : 0;
      if (pauseMs > 0) await new Promise((over) => void setTimeout(over, pauseMs));
    }
    queues.delete(key);
  };

  return {
    ask: (key, request) =>
      new Promise((answer, refuse) => {
        const queue = queues.get(key);
        if (queue && queue.length >= maxWaiting) throw new TooManyWaiting('Too many are waiting');
        if (queue) queue.push({ request, answer, refuse });
        else {
          const newQueue = [{ request, answer, refuse }];
          queues.set(key, newQueue);
          void run(key, newQueue);
        }
      }),
  };
}
