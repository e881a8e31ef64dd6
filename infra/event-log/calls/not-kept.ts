/** Calls of the protocol that this server does not answer. */
import { status, type handleUnaryCall } from '@grpc/grpc-js';
import { failure } from '../protocol/failures.ts';

export const notKept =
  <Request, Response>(what: string): handleUnaryCall<Request, Response> =>
  (_call, answer) =>
    answer(failure(status.UNIMPLEMENTED, `The embedded event log does not ${what}`));
