/** When the log took each change of a stream: what a slider over its life needs, and nothing of what was said. */
import type { Moments } from 'command-api/contract/history';
import { recordedAtOf } from 'command-api/domain/command';
import { endsItsStream } from 'service-kit/event-log/vocabulary';
import { notFound } from 'service-kit/http/http-problem';
import type { Moment } from './stream-history.ts';

/** @throws HttpProblem 404 where there is no stream */
export async function momentsOf(
  stream: string,
  moments: AsyncIterable<readonly Moment<unknown>[]>,
  erased: boolean,
): Promise<Moments> {
  let from: string | undefined;
  let deleted = false;
  const after: number[] = [];
  for await (const piece of moments) {
    for (const { event } of piece) {
      const recordedAt = recordedAtOf(event.metadata);
      from ??= recordedAt;
      after.push(Date.parse(recordedAt) - Date.parse(from));
      deleted = endsItsStream(event.type);
    }
  }
  if (from === undefined) throw notFound();
  return { stream, from, after, ...(deleted ? { deleted } : {}), ...(erased ? { erased } : {}) };
}
