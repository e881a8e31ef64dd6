/** Streams/Delete and Streams/Tombstone. A deleted stream exists again after a write, a tombstoned stream never. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { failureOf, wrongVersionFailure } from '../protocol/failures.ts';
import { streamNameOf } from '../protocol/identity.ts';
import { expectedOf } from '../protocol/write-target.ts';
import { BadRequest, StreamDeleted, type Deletion, type Expected } from '../store/event.ts';
import type { Writer } from '../store/write/writer.ts';
import { deadlineOf } from './server-call.ts';

export const deleteCall =
  (writer: Writer): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> =>
  (call, answer) =>
    runDeletion(writer, 'delete', call, answer, (position) =>
      position === undefined
        ? new streams.DeleteResp().setNoPosition(new shared.Empty())
        : new streams.DeleteResp().setPosition(
            new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
          ),
    );

export const tombstoneCall =
  (writer: Writer): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> =>
  (call, answer) =>
    runDeletion(writer, 'tombstone', call, answer, (position) =>
      position === undefined
        ? new streams.TombstoneResp().setNoPosition(new shared.Empty())
        : new streams.TombstoneResp().setPosition(
            new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position),
          ),
    );

type Request = streams.DeleteReq | streams.TombstoneReq;

/** @param responseOf makes the response from the position of the deleting event */
function runDeletion<Req extends Request, Res>(
  writer: Writer,
  kind: Deletion['kind'],
  call: ServerUnaryCall<Req, Res>,
  answer: sendUnaryData<Res>,
  responseOf: (position: string | undefined) => Res,
): void {
  void (async () => {
    try {
      const deletion = { kind, ...targetOf(call.request), deadline: deadlineOf(call) };
      const { stream, expected } = deletion;
      const result = await writer.write(deletion);
      if (result.kind === 'deleted') throw new StreamDeleted(stream);
      if (result.kind === 'wrong-version') answer(wrongVersionFailure(stream, expected, result.current));
      else answer(null, responseOf(result.position?.toString()));
    } catch (error) {
      answer(failureOf(error));
    }
  })();
}

function targetOf(request: Request): { stream: string; expected: Expected } {
  const options = request.getOptions();
  if (!options) throw new BadRequest('A deletion names its stream');
  return { stream: streamNameOf(options.getStreamIdentifier()), expected: expectedOf(options) };
}
