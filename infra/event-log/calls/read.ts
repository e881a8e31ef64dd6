/** Streams/Read: reads and subscriptions, of a stream and of the whole log. */
import { randomUUID } from 'node:crypto';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import { databaseIsAway } from 'command-api/service/database-away';
import type { Logger } from 'command-api/service/log';
import { failureOf } from '../protocol/failures.ts';
import { readRequestOf, type ReadRequest } from '../protocol/read-request.ts';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage, fellBehindMessage, streamNotFoundMessage } from '../protocol/recorded-event.ts';
import { BadRequest, type LoggedEvent } from '../store/event.ts';
import { followAll, followStream, type Log } from '../store/follow.ts';
import type { LiveCalls } from './live-calls.ts';
import { Outlet } from './server-call.ts';

type ReadOutlet = Outlet<streams.ReadResp>;

export function readCall(store: Log, calls: LiveCalls, log: Logger): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> {
  return (call) => {
    const signal = calls.begin(call);
    void (async () => {
      try {
        const request = readRequestOf(call.request);
        const outlet = new Outlet(call, signal);
        if (request.count === 'subscription') await subscribe(outlet, store, request, signal);
        else await read(outlet, store, request, request.count, signal);
        if (!signal.aborted) call.end();
      } catch (error) {
        if (signal.aborted) return;
        if (databaseIsAway(error)) log.debug({ error }, 'the database is away: a read failed');
        else if (!(error instanceof BadRequest)) log.error({ error }, 'a read failed');
        call.emit('error', failureOf(error));
      } finally {
        calls.end(call);
      }
    })();
  };
}

async function read(outlet: ReadOutlet, { reader, tail }: Log, request: ReadRequest, count: bigint, signal: AbortSignal): Promise<void> {
  const { stream, direction } = request;
  let next = firstOf(request, tail.head);
  let left = count;
  let found = false;
  // Most reads ask whether a stream has grown, or for what was appended a moment ago: memory knows.
  const recent = stream !== undefined && direction === 'forwards' ? tail.ofStream(stream, next) : undefined;
  if (recent) {
    for (const event of recent.slice(0, Number(left < 10_000n ? left : 10_000n))) if (!(await outlet.send(eventMessage(event, request.structuredIds)))) return;
    return;
  }
  while (left > 0n && !signal.aborted) {
    const limit = Number(left < 10_000n ? left : 10_000n);
    const page = stream === undefined ? await reader.all(direction, next, limit) : await reader.stream(stream, direction, next, limit);
    const last = page.at(-1);
    if (!last) break;
    found = true;
    for (const event of page) {
      if (request.filter && !request.filter.accepts(event)) continue;
      left -= 1n;
      if (!(await outlet.send(eventMessage(event, request.structuredIds)))) return;
      if (left === 0n) break;
    }
    next = followingOf(last, stream !== undefined, direction);
    if (next < 0n) break;
  }
  if (stream === undefined || found) return;
  const head = tail.head;
  const end = await reader.head(stream);
  if (end === undefined) await outlet.send(streamNotFoundMessage(stream));
  else tail.learnEnd(stream, end, head);
}

/** Forwards from a place inclusive; backwards from a revision inclusive, but from a position exclusive. */
function firstOf({ stream, from, direction }: ReadRequest, head: bigint): bigint {
  if (from === 'start') return 0n;
  if (from !== 'end') return from;
  if (stream === undefined) return head + 1n;
  return direction === 'backwards' ? 2n ** 63n - 1n : 2n ** 63n;
}

const followingOf = (last: LoggedEvent, inStream: boolean, direction: ReadRequest['direction']): bigint => {
  const place = inStream ? last.revision : last.position;
  if (direction === 'forwards') return place + 1n;
  return inStream ? place - 1n : place;
};

async function subscribe(outlet: ReadOutlet, store: Log, request: ReadRequest, signal: AbortSignal): Promise<void> {
  const { stream, filter, structuredIds } = request;
  const after = await afterOf(store, request);
  if (!(await outlet.send(confirmationMessage(randomUUID())))) return;
  let checkpoint = after;
  let seen = after;
  for await (const followed of stream === undefined ? followAll(store, after, signal) : followStream(store, stream, after, signal)) {
    if (followed.kind === 'fell-behind') await outlet.send(fellBehindMessage());
    if (followed.kind === 'caught-up') {
      if (filter && seen > checkpoint) await outlet.send(checkpointMessage((checkpoint = seen)));
      await outlet.send(caughtUpMessage());
    }
    if (followed.kind !== 'events') continue;
    for (const event of followed.events) {
      seen = event.position;
      if (!filter || filter.accepts(event)) if (!(await outlet.send(eventMessage(event, structuredIds)))) return;
      if (filter && seen - checkpoint >= filter.checkpointEvery) await outlet.send(checkpointMessage((checkpoint = seen)));
    }
  }
}

/** A subscription begins after the place it names. */
async function afterOf({ reader, tail }: Log, { stream, from }: ReadRequest): Promise<bigint> {
  if (typeof from === 'bigint') return from;
  if (stream === undefined) return from === 'start' ? 0n : tail.head;
  return from === 'start' ? -1n : ((await reader.head(stream)) ?? -1n);
}
