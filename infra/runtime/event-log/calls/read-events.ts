/** Reads of a stream and of the whole log. */
import type { LoggedEvent } from '../store/event.ts';
import { visibleOf } from '../store/known-streams.ts';
import { readableState, type Log } from '../store/log.ts';
import { PAGE_EVENTS } from '../store/read/page.ts';
import { readAhead } from '../store/read/read-ahead.ts';
import { streamNotFoundMessage } from '../protocol/recorded-event.ts';
import type { ReadRequest } from '../protocol/read-request.ts';
import { sendEvents } from './send-events.ts';
import type { ResponseWriter } from './response-writer.ts';

const atMost = (count: bigint): number => Number(count < PAGE_EVENTS ? count : PAGE_EVENTS);

/** @throws StreamDeleted */
export async function readStream(
  responses: ResponseWriter,
  log: Log,
  request: ReadRequest,
  stream: string,
  count: bigint,
): Promise<void> {
  const state = await readableState(log, stream);
  if (!state) return void (await responses.send(streamNotFoundMessage(stream)));
  const seen = visibleOf(state, Date.now());
  const { direction } = request;
  const forwards = direction === 'forwards';
  const first = firstRevision(request, state.head, seen.from);
  // Most reads ask whether a stream has grown or for very recent events, which are in memory.
  const recent = forwards ? log.tail.ofStream(stream, first, state.head) : undefined;
  if (recent) {
    const events = recent.filter((event) => event.created >= seen.since);
    return void (await sendEvents(
      responses,
      log,
      request,
      count < events.length ? events.slice(0, Number(count)) : events,
    ));
  }
  let left = count;
  const next = (page: readonly LoggedEvent[]): bigint | undefined => {
    const last = page.at(-1);
    left -= BigInt(page.length);
    if (!last || left <= 0n) return undefined;
    if (forwards) return last.revision < state.head ? last.revision + 1n : undefined;
    return last.revision > seen.from ? last.revision - 1n : undefined;
  };
  if (left <= 0n) return;
  for await (const page of readAhead(
    first,
    (from) => log.reader.stream(stream, direction, from, atMost(left), seen),
    next,
  ))
    if (!(await sendEvents(responses, log, request, page))) return;
}

function firstRevision({ from, direction }: ReadRequest, head: bigint, visibleFrom: bigint): bigint {
  const asked = from === 'start' ? 0n : from === 'end' ? (direction === 'backwards' ? head : head + 1n) : from;
  return direction === 'forwards' && asked < visibleFrom ? visibleFrom : asked;
}

export async function readAll(responses: ResponseWriter, log: Log, request: ReadRequest, count: bigint): Promise<void> {
  const { direction, filter } = request;
  const { reader, tail } = log;
  let left = count;
  const next = (page: readonly LoggedEvent[]): bigint | undefined => {
    const last = page.at(-1);
    if (!filter) left -= BigInt(page.length);
    if (!last || left <= 0n) return undefined;
    if (direction === 'forwards') return last.position < tail.head ? last.position + 1n : undefined;
    return last.position > 1n ? last.position : undefined;
  };
  if (left <= 0n) return;
  // Followers ask every few seconds whether there is more. The newest events are in memory.
  const fetch = async (from: bigint): Promise<readonly LoggedEvent[]> => {
    const limit = filter ? PAGE_EVENTS : atMost(left);
    const recent = direction === 'forwards' ? tail.after(from - 1n, limit) : undefined;
    return recent ?? reader.all(direction, from, limit);
  };
  for await (const page of readAhead(firstPosition(request, tail.head), fetch, next)) {
    const accepted = filter ? page.filter((event) => filter.accepts(event)).slice(0, atMost(left)) : page;
    if (filter) left -= BigInt(accepted.length);
    if (!(await sendEvents(responses, log, request, accepted)) || (filter && left <= 0n)) return;
  }
}

/** Forwards from a position inclusive, backwards from a position exclusive. */
const firstPosition = ({ from }: ReadRequest, head: bigint): bigint =>
  from === 'start' ? 0n : from === 'end' ? head + 1n : from;
