/** The instants at which the log recorded each change of a stream, for a slider over its history; no data. */
import type { Moments } from 'language/contract/history';
import { recordedAtOf } from 'language/domain/command';
import { endsItsStream } from 'service-kit/event-log/vocabulary';
import { notFound } from 'service-kit/http/http-problem';
import type { Transition } from './stream-history.ts';

/** @throws HttpProblem 404 if there is no stream */
export async function momentsOf(
  stream: string,
  transitions: AsyncIterable<readonly Transition<unknown>[]>,
  isErased: boolean,
  isTransferred: boolean,
): Promise<Moments> {
  let from: string | undefined;
  let isDeleted = false;
  const after: number[] = [];
  for await (const batch of transitions) {
    for (const { event } of batch) {
      const recordedAt = recordedAtOf(event.metadata);
      from ??= recordedAt;
      after.push(Date.parse(recordedAt) - Date.parse(from));
      isDeleted = endsItsStream(event.type);
    }
  }
  if (from === undefined) throw notFound();
  return {
    stream,
    from,
    after,
    ...(isDeleted ? { deleted: true } : {}),
    ...(isErased ? { erased: true } : {}),
    ...(isTransferred ? { transferred: true } : {}),
  };
}
