/** All calls under way. Each gets a signal for its end: the client's cancellation, a deadline or the server's stop. */
import { status } from '@grpc/grpc-js';
import { failure } from '../protocol/failures.ts';
import type { ServerCall } from './server-call.ts';

export class ActiveCalls {
  readonly #ending = new Map<ServerCall, AbortController>();

  /** @returns a signal that aborts when the call ends */
  begin(call: ServerCall): AbortSignal {
    const controller = new AbortController();
    this.#ending.set(call, controller);
    // 'cancelled' is also emitted after the deadline and after the loss of the connection.
    call.once('cancelled', () => this.end(call));
    return controller.signal;
  }

  end(call: ServerCall): void {
    this.#ending.get(call)?.abort();
    this.#ending.delete(call);
  }

  /** Ends the calls that would never end by themselves. Their clients reconnect to the next server. */
  stopAll(): void {
    for (const call of this.#ending.keys()) {
      call.emit('error', failure(status.UNAVAILABLE, 'The event log is stopping'));
      this.end(call);
    }
  }
}
