/** The server's side of a call, common to all kinds of calls. */
import type { EventEmitter } from 'node:events';
import type { Deadline } from '@grpc/grpc-js';

export interface ServerCall extends EventEmitter {
  readonly cancelled: boolean;
}

/** Milliseconds since 1970; Infinity for a client without a deadline. */
export function deadlineOf(call: { getDeadline(): Deadline }): number {
  const deadline = call.getDeadline();
  return deadline instanceof Date ? deadline.getTime() : deadline;
}
