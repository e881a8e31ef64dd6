/**
 * Work on one stream in order of arrival. Commands of one process on one stream would otherwise meet each other's
 * WrongExpectedRevision: of twenty at once, the last would decide twenty times. Other processes are met by the loop's retry.
 */

export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

export interface OneAtATime {
  /** @throws TooManyWaiting when `most` are in line for this key already */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

/** @param most how many may be in line for one key */
export function oneAtATime(most: number): OneAtATime {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return {
    async run(key, work) {
      const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
      if (line.length >= most) throw new TooManyWaiting('Too many are waiting');
      lines.set(key, line);
      line.length += 1;
      const turn = line.last.then(work);
      line.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        line.length -= 1;
        if (line.length === 0) lines.delete(key);
      }
    },
  };
}
