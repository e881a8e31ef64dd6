/**
 * Work that takes much memory or a whole core: some at a time, the others in order of arrival, and too many refused. No
 * kept library has a semaphore with weights, strict order and a bound on the queue.
 */
import { type Refusal, refusal } from 'command-api/domain/reasons/refusal';
import { HttpProblem } from '../http/http-problem.ts';
import { countWorkInProgress } from './work-in-progress.ts';

interface Waiting {
  readonly weight: number;
  readonly begin: () => void;
}

/**
 * @param capacity the weight of what runs side by side; with the weight 1 that work has unless told otherwise: how many
 * @param waiting how many more may wait for their turn
 * @returns runs the work in its turn, first come, first served; work heavier than the capacity runs alone.
 * @throws HttpProblem 503 when too many are waiting
 */
export function createSemaphore(
  capacity: number,
  waiting: number,
  refused: Refusal<'unavailable'> = refusal('too-many-at-once'),
) {
  const line: Waiting[] = [];
  let free = capacity;
  return async <Result>(work: () => Promise<Result>, workWeight = 1): Promise<Result> => {
    const weight = Math.min(workWeight, capacity);
    if (line.length === 0 && weight <= free) free -= weight;
    else if (line.length >= waiting) throw new HttpProblem(refused);
    else await new Promise<void>((begin) => line.push({ weight, begin }));
    try {
      return await work();
    } finally {
      free += weight;
      for (let next = line[0]; next && next.weight <= free; next = line[0]) {
        line.shift();
        // Taken here and not when it begins, so that nothing slips in between.
        free -= next.weight;
        next.begin();
      }
    }
  };
}

/**
 * So that nobody takes all the places there are.
 * @param most how many of one person's run side by side; more do not wait
 * @returns runs somebody's work. @throws HttpProblem 429
 */
export function limitPerUser(most: number, refused: Refusal<'tooMany'>) {
  const begin = countWorkInProgress(most);
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
