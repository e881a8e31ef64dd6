/** A restore to a point in time: which events of the backup's log stay, and which streams end earlier. */
import { type Cut } from '../command-line.ts';
import { Failure } from '../failures.ts';
import { eventCount, type Manifest, type Mark, markOf } from '../repository/manifest.ts';
import { eventsOf } from '../repository/segments.ts';

export interface LogPart {
  /** Events from the beginning. */
  readonly count: number;
  readonly last: Mark | undefined;
  /** The first revision of each stream that is left out. Empty where the whole log stays. */
  readonly leftOut: ReadonlyMap<string, bigint>;
}

/** @throws Failure where the place is beyond the backup's end, or before its first event */
export async function partOf(folder: string, manifest: Manifest, cut: Cut): Promise<LogPart> {
  const end = manifest.segments.at(-1)?.last;
  if (cut === undefined) return { count: eventCount(manifest), last: end, leftOut: new Map() };
  if ('position' in cut && cut.position > BigInt(end?.position ?? 0))
    throw new Failure(`The backup ends at position ${end?.position ?? 0}. Choose that one, or an earlier one.`);
  const isIn = (mark: Pick<Mark, 'position' | 'created'>): boolean =>
    'position' in cut ? BigInt(mark.position) <= cut.position : new Date(mark.created) <= cut.at;
  const first = manifest.segments[0]?.first;
  if (first && !isIn(first))
    throw new Failure(
      `The backup begins at position ${first.position} (${first.created}): there is nothing to restore from before it.`,
    );
  let count = 0;
  let last: Mark | undefined;
  const leftOut = new Map<string, bigint>();
  for (const segment of manifest.segments) {
    // Times of a log never go back.
    if (leftOut.size === 0 && isIn(segment.last)) {
      count += segment.count;
      last = segment.last;
      continue;
    }
    for await (const event of eventsOf(folder, segment)) {
      const mark = markOf(event);
      if (leftOut.size > 0 || !isIn(mark)) {
        if (!leftOut.has(event.stream)) leftOut.set(event.stream, event.revision);
        continue;
      }
      count += 1;
      last = mark;
    }
  }
  return { count, last, leftOut };
}
