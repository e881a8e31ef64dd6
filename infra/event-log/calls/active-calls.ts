/**
 * Every call under way, so that each learns of its end: the client's cancellation, its deadline, or the server's stop.
 */
import { status } from '@grpc/grpc-js';
import { failure } from '../protocol/failures.ts';
import type { ServerCall } from './server-call.ts';

export class ActiveCalls {
  readonly #ending = new Map<ServerCall, AbortController>();

  /** Aborts when nobody waits for the call's answer any more. */
  begin(call: ServerCall): AbortSignal {
    const controller = new AbortController();
    this.#ending.set(call, controller);
    // 'cancelled' also comes when the deadline passes or the connection is lost.
    call.once('cancelled', () => this.end(call));
    return controller.signal;
  }

  end(call: ServerCall): void {
    this.#ending.get(call)?.abort();
    this.#ending.delete(call);
  }

  /** Ends the calls that would never end by themselves; their clients come back when the server does. */
  stopAll(): void {
    for (const call of this.#ending.keys()) {
      call.emit('error', failure(status.UNAVAILABLE, 'The event log is stopping'));
      this.end(call);
    }
  }
}
