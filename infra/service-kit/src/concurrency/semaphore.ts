/**
 * A semaphore for work that needs much memory or a whole core. Work waits in order of arrival in a bounded queue. No
 * maintained library has a semaphore with weights, strict order and a bounded queue.
 */
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from '../http/http-problem.ts';
import { countWorkInProgress } from './work-in-progress.ts';

interface Waiting {
  readonly weight: number;
  readonly begin: () => void;
}

/**
 * @param capacity the total weight that runs at the same time; work has the weight 1 by default
 * @param waiting the maximum that waits
 * @returns runs work in order of arrival; work heavier than the capacity runs alone. @throws HttpProblem 503 when too
 * many wait
 */
export function createSemaphore(
  capacity: number,
  waiting: number,
  refused: Refusal<'unavailable'> = refusal('too-many-at-once'),
) {
  const queue: Waiting[] = [];
  let free = capacity;
  return async <Result>(work: () => Promise<Result>, workWeight = 1): Promise<Result> => {
    const weight = Math.min(workWeight, capacity);
    if (queue.length === 0 && weight <= free) free -= weight;
    else if (queue.length >= waiting) throw new HttpProblem(refused);
    else await new Promise<void>((begin) => queue.push({ weight, begin }));
    try {
      return await work();
    } finally {
      free += weight;
      for (let next = queue[0]; next && next.weight <= free; next = queue[0]) {
        queue.shift();
        // Taken here and not when the work begins, so that no other work takes it in between.
        free -= next.weight;
        next.begin();
      }
    }
  };
}

/**
 * Limits the work of each person, so that one person cannot use all places.
 * @param most the maximum of one person's work at the same time; more is refused and does not wait
 * @returns runs a person's work. @throws HttpProblem 429
 */
export function limitPerUser(most: number, refused: Refusal<'tooMany'>) {
  const begin = countWorkInProgress(most);
  return async <Result>(who: string, work: () => Promise<Result>): Promise<Result> => {
    const end = begin(who);
    if (!end) throw new HttpProblem(refused, { retryAfterSeconds: 5 });
    try {
      return await work();
    } finally {
      end();
    }
  };
}
