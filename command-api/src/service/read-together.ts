/**
 * Reads of one thing for all who ask at one time: whoever asks while one is under way waits for it, and the next is for everybody who came
 * meanwhile. Nobody is answered from a read that began before they asked.
 */

/** A read that takes this long holds up nobody else: the next begins beside it. */
const LONG_MS = 500;

/** Somebody who waits: answered once, with a result or a failure. */
export interface Waiting<Asked, Result> {
  readonly asked: Asked;
  readonly answer: (result: Result) => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * @param read answers all of them, about one key: what it returns says what each is answered
 * @returns what each of them asks with; it throws what the read throws
 */
export function readTogether<Asked, Result>(read: (asked: readonly Asked[], key: string) => Promise<(asked: Asked) => Result>): (key: string, asked: Asked) => Promise<Result> {
  /** By key: who came since the last read was begun. A key that is not there is not being read. */
  const lines = new Map<string, Waiting<Asked, Result>[]>();

  const begin = (key: string, now: readonly Waiting<Asked, Result>[]): void => {
    lines.set(key, []);
    let isOver = false;
    const next = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      const waiting = lines.get(key) ?? [];
      if (waiting.length > 0) begin(key, waiting);
      else lines.delete(key);
    };
    const patience = setTimeout(next, LONG_MS);
    read(now.map(({ asked }) => asked), key)
      .then((answerOf) => now.forEach(({ asked, answer }) => answer(answerOf(asked))))
      .catch((error: unknown) => now.forEach(({ refuse }) => refuse(error)))
      .finally(next);
  };

  return (key, asked) =>
    new Promise((answer, refuse) => {
      const line = lines.get(key);
      if (line) line.push({ asked, answer, refuse });
      else begin(key, [{ asked, answer, refuse }]);
    });
}
