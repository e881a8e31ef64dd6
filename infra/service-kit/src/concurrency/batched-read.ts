/**
 * One read for all requests of a key that wait at the same time. Requests that arrive during a read wait for the next
 * read. No request is answered by a read that began before it (docs/decisions/read-side/batched-reads.md).
 */

/** A read that takes longer does not delay the next one, which then runs beside it. */
const LONG_MS = 500;
/**
 * The minimum time between a read for several requests and the next read. After a change all screens ask within this
 * time, and few reads serve them instead of one each. A single request does not wait.
 */
const INTERVAL_MS = 10;

/** A waiting request, answered once with a result or an error. */
export interface Waiting<Request, Result> {
  readonly request: Request;
  readonly answer: (result: Result) => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * @param read reads for all requests of a key and returns the function that answers each of them
 * @returns asks for one request; it throws what `read` throws
 */
export function createBatchedRead<Request, Result>(
  read: (request: readonly Request[], key: string) => Promise<(request: Request) => Result>,
): (key: string, request: Request) => Promise<Result> {
  /** The requests of each key since its last read began. A key without an entry is not being read. */
  const queues = new Map<string, Waiting<Request, Result>[]>();

  const begin = (key: string): void => {
    const now = queues.get(key) ?? [];
    queues.set(key, []);
    const began = performance.now();
    let isOver = false;
    const next = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const waitMs = now.length > 1 ? INTERVAL_MS - (performance.now() - began) : 0;
      // After a longer read the interval has already passed.
      if (waitMs > 0) setTimeout(beginNext, waitMs);
      else beginNext();
    };
    const beginNext = (): void => {
      if (queues.get(key)?.length) begin(key);
      else queues.delete(key);
    };
    const timer = setTimeout(next, LONG_MS);
    read(
      now.map(({ request }) => request),
      key,
    )
      .then((answerOf) => now.forEach(({ request, answer }) => answer(answerOf(request))))
      .catch((error: unknown) => now.forEach(({ refuse }) => refuse(error)))
      .finally(next);
  };

  return (key, request) =>
    new Promise((answer, refuse) => {
      const queue = queues.get(key);
      if (queue) queue.push({ request, answer, refuse });
      else {
        queues.set(key, [{ request, answer, refuse }]);
        // Requests of the same tick are read together.
        setImmediate(begin, key);
      }
    });
}
