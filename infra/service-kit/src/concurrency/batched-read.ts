/**
 * Reads of one thing for all who ask at one time: whoever asks while one is under way waits for it, and the next is for
 * everybody who came meanwhile. Nobody is answered from a read that began before they asked.
 */

/** A read that takes this long holds up nobody else: the next begins beside it. */
const LONG_MS = 500;
/**
 * After a read for several the next begins so much later at the earliest: what all screens ask for once they have heard
 * of a change comes one behind the other within this time, and is few reads then in place of one each. Whoever asks
 * alone waits for nothing.
 */
const APART_MS = 10;

/** Somebody who waits: answered once, with a result or a failure. */
export interface Waiting<Request, Result> {
  readonly request: Request;
  readonly answer: (result: Result) => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * @param read answers all of them, about one key: what it returns says what each is answered
 * @returns what each of them asks with; it throws what the read throws
 */
export function createBatchedRead<Request, Result>(
  read: (request: readonly Request[], key: string) => Promise<(request: Request) => Result>,
): (key: string, request: Request) => Promise<Result> {
  /** By key: who came since the last read was begun. A key that is not there is not being read. */
  const lines = new Map<string, Waiting<Request, Result>[]>();

  const begin = (key: string): void => {
    const now = lines.get(key) ?? [];
    lines.set(key, []);
    const began = performance.now();
    let isOver = false;
    const next = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      const restMs = now.length > 1 ? APART_MS - (performance.now() - began) : 0;
      // A read that took longer has kept the distance already.
      if (restMs > 0) setTimeout(goOn, restMs);
      else goOn();
    };
    const goOn = (): void => {
      if (lines.get(key)?.length) begin(key);
      else lines.delete(key);
    };
    const patience = setTimeout(next, LONG_MS);
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
      const line = lines.get(key);
      if (line) line.push({ request, answer, refuse });
      else {
        lines.set(key, [{ request, answer, refuse }]);
        // All who come at this moment come first.
        setImmediate(begin, key);
      }
    });
}
