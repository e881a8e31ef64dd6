/** Work that takes much memory or a whole core, a few at a time. */
import { type Refusal, refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from './http.ts';
import { countUnderWay } from './under-way.ts';

/**
 * @param atOnce how many run side by side
 * @param waiting how many more may wait for their turn
 * @returns runs the work in its turn. @throws HttpProblem 503 when too many are waiting
 */
export function turns(atOnce: number, waiting: number, refused: Refusal<'unavailable'> = refusal('too-many-at-once')) {
  const line: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else if (line.length >= waiting) throw new HttpProblem(refused);
    else await new Promise<void>((turn) => line.push(turn));
    try {
      return await work();
    } finally {
      // The place is handed over, so that nobody slips in between.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * So that nobody takes all the places there are.
 * @param most how many of one person's run side by side; more do not wait
 * @returns runs somebody's work. @throws HttpProblem 429
 */
export function fewOfEach(most: number, refused: Refusal<'tooMany'>) {
  const begin = countUnderWay(most);
  return async <Result>(who: string, work: () => Promise<Result>): Promise<Result> => {
    const oneLess = begin(who);
    if (!oneLess) throw new HttpProblem(refused, { retryAfterSeconds: 5 });
    try {
      return await work();
    } finally {
      oneLess();
    }
  };
}
