/**
 * Work on one key, one after the other and as much at once as waits: whoever comes while it is under way waits for it and goes with the
 * next, together with all who have come. Twenty commands on one stream wait for two appends instead of twenty, and do not meet each other's
 * WrongExpectedRevision; twenty readers of one chart are answered by two statements, each begun after they asked.
 */

export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Somebody who waits: answered once, with a result or a failure. */
export interface Waiting<Asked, Result> {
  readonly asked: Asked;
  readonly answer: (result: Result) => void;
  readonly refuse: (error: unknown) => void;
}

export interface Together<Asked, Result> {
  /** @throws TooManyWaiting when `most` wait for this key already; and what the work throws */
  ask(key: string, asked: Asked): Promise<Result>;
}

/**
 * @param most how many may wait for one key
 * @param work is given everybody who waits, in order of arrival, and says how many of them, from the first, it has dealt with: at least one.
 * Where it fails, all of them do.
 */
export function together<Asked, Result>(most: number, work: (waiting: readonly Waiting<Asked, Result>[], key: string) => Promise<number>): Together<Asked, Result> {
  const lines = new Map<string, Waiting<Asked, Result>[]>();

  const run = async (key: string, line: Waiting<Asked, Result>[]): Promise<void> => {
    while (line.length > 0) {
      const now = [...line];
      let dealtWith = now.length;
      try {
        dealtWith = await work(now, key);
      } catch (error) {
        for (const { refuse } of now) refuse(error);
      }
      line.splice(0, dealtWith);
    }
    lines.delete(key);
  };

  return {
    ask: (key, asked) =>
      new Promise((answer, refuse) => {
        const line = lines.get(key);
        if (line && line.length >= most) throw new TooManyWaiting('Too many are waiting');
        if (line) line.push({ asked, answer, refuse });
        else {
          const fresh = [{ asked, answer, refuse }];
          lines.set(key, fresh);
          void run(key, fresh);
        }
      }),
  };
}
