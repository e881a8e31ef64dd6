/** Streams/Read: reads and subscriptions of a stream and of the whole log. `recorded-event.ts` writes the responses. */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import { isDatabaseAway } from 'service-kit/postgres/availability';
import type { Logger } from 'service-kit/process/logger';
import { failureOf } from '../protocol/failures.ts';
import { readRequestOf, type ReadRequest } from '../protocol/read-request.ts';
import { BadRequest, LogUnavailable, StreamDeleted } from '../store/event.ts';
import type { Log } from '../store/log.ts';
import type { Message } from './frames.ts';
import type { ActiveCalls } from './active-calls.ts';
import { readAll, readStream } from './read-events.ts';
import { ResponseWriter } from './response-writer.ts';
import { subscribe } from './subscribe.ts';

export function readCall(
  store: Log,
  calls: ActiveCalls,
  logger: Logger,
): handleServerStreamingCall<streams.ReadReq, readonly Message[]> {
  return (call) => {
    const signal = calls.begin(call);
    void (async () => {
      try {
        const responses = new ResponseWriter(call, signal);
        await read(responses, store, readRequestOf(call.request), signal);
        if (!signal.aborted) responses.end();
      } catch (error) {
        if (signal.aborted) return;
        if (isDatabaseAway(error) || error instanceof LogUnavailable)
          logger.debug({ error }, 'the log is away: a read failed');
        else if (!(error instanceof BadRequest || error instanceof StreamDeleted))
          logger.error({ error }, 'a read failed');
        call.emit('error', failureOf(error));
      } finally {
        calls.end(call);
      }
    })();
  };
}

async function read(responses: ResponseWriter, store: Log, request: ReadRequest, signal: AbortSignal): Promise<void> {
  const { stream, count } = request;
  if (count === 'subscription') await subscribe(responses, store, request, signal);
  else if (stream === undefined) await readAll(responses, store, request, count);
  else await readStream(responses, store, request, stream, count);
}
