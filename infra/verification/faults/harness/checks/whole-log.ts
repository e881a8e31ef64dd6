/** The log alone: revisions without gaps, positions that increase, and two reads that say the same. */
import { createHash } from 'node:crypto';
import type { EventLog, Position, RawEvent } from 'service-kit/event-log/port';

const PAGE = 1_000;

/** The whole log in its stored form, system events included. @throws LogUnavailable */
export async function readWholeLog(log: Pick<EventLog, 'readAllRaw'>): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for (let after: Position | undefined, isMore = true; isMore;) {
    const before = events.length;
    for await (const event of log.readAllRaw({ after, maxCount: PAGE })) events.push(event);
    after = events.at(-1)?.position ?? after;
    isMore = events.length > before;
  }
  return events;
}

/** @param again the same log, read a second time: it may have grown */
export function logFaults(log: readonly RawEvent[], again: readonly RawEvent[]): string[] {
  const found: string[] = [];
  const next = new Map<string, bigint>();
  const ids = new Set<string>();
  let before = -1n;
  for (const { stream, revision, id, position } of log) {
    const expected = next.get(stream) ?? 0n;
    if (revision !== expected) found.push(`${stream} has revision ${revision} where ${expected} follows`);
    next.set(stream, revision + 1n);
    if (ids.has(id)) found.push(`The event ${id} is in the log twice, also as ${revision} of ${stream}`);
    ids.add(id);
    if (position === undefined || position.commit <= before)
      found.push(`Revision ${revision} of ${stream} has no position after the event before it`);
    before = position?.commit ?? before;
  }
  const differs = log.findIndex((event, index) => textOf(event) !== (again[index] && textOf(again[index])));
  if (differs >= 0) found.push(`Two reads differ at revision ${log[differs]?.revision} of ${log[differs]?.stream}`);
  return found;
}

const textOf = ({ stream, revision, id, type, data, metadata, position }: RawEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([stream, String(revision), id, type, data, metadata, String(position?.commit)]))
    .digest('base64');
