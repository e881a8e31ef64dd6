/**
 * Streams/Read: reads and subscriptions, of a stream and of the whole log. Answers come as bytes, see
 * `recorded-event.ts`.
 */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import { isDatabaseAway } from 'service-kit/postgres/availability';
import type { Logger } from 'service-kit/process/logger';
import { failureOf } from '../protocol/failures.ts';
import { readRequestOf, type ReadRequest } from '../protocol/read-request.ts';
import { BadRequest, LogAway, StreamDeleted } from '../store/event.ts';
import type { Log } from '../store/log.ts';
import type { Message } from './frames.ts';
import type { LiveCalls } from './live-calls.ts';
import { readAll, readStream } from './read-events.ts';
import { Outlet } from './server-call.ts';
import { subscribe } from './subscribe.ts';

export function readCall(
  store: Log,
  calls: LiveCalls,
  log: Logger,
): handleServerStreamingCall<streams.ReadReq, readonly Message[]> {
  return (call) => {
    const signal = calls.begin(call);
    void (async () => {
      try {
        const outlet = new Outlet(call, signal);
        await read(outlet, store, readRequestOf(call.request), signal);
        if (!signal.aborted) outlet.end();
      } catch (error) {
        if (signal.aborted) return;
        if (isDatabaseAway(error) || error instanceof LogAway) log.debug({ error }, 'the log is away: a read failed');
        else if (!(error instanceof BadRequest || error instanceof StreamDeleted))
          log.error({ error }, 'a read failed');
        call.emit('error', failureOf(error));
      } finally {
        calls.end(call);
      }
    })();
  };
}

async function read(outlet: Outlet, store: Log, request: ReadRequest, signal: AbortSignal): Promise<void> {
  const { stream, count } = request;
  if (count === 'subscription') await subscribe(outlet, store, request, signal);
  else if (stream === undefined) await readAll(outlet, store, request, count);
  else await readStream(outlet, store, request, stream, count);
}
