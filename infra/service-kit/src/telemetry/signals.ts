/**
 * The signals of the services' work for metrics and traces: ids, names of the program and times.
 * A signal without a listener costs a comparison (docs/decisions/installation/metrics.md).
 */

/** A listener must not wait. What it throws is dropped: telemetry never fails the work that it measures. */
export class Signal<Message> {
  readonly #listeners = new Set<(message: Message) => void>();

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** @param message made only if there is a listener */
  send(message: () => Message): void {
    if (this.#listeners.size === 0) return;
    const made = message();
    for (const listener of this.#listeners) {
      try {
        listener(made);
      } catch {
        // See above.
      }
    }
  }

  /** @returns ends the listening */
  hear(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** A time that something took. */
export interface Took {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
}

/** @returns tells how long it is since the call */
export function stopwatch(): () => Took {
  const startedAt = Date.now();
  const began = performance.now();
  return () => ({ startedAt, ms: performance.now() - began });
}

export interface Answered extends Took {
  readonly service: string;
  readonly method: string;
  /** The template of the path, never the path itself; undefined where no route matches. */
  readonly route: string | undefined;
  /** 0: the client went away before the answer. */
  readonly status: number;
  /** The id of the answered command. */
  readonly commandId?: string | undefined;
}
/** A request of a client was answered. */
export const answered = new Signal<Answered>();

export interface CommandReceived {
  readonly commandId: string;
  /** The gateway's span: W3C Trace Context. */
  readonly traceparent: string;
}
/** A request turned out to be a command. */
export const commandReceived = new Signal<CommandReceived>();

/** `refused`: by a rule or a right; `conflict`: the entity has changed since; `overloaded`: too many wait. */
export type CommandOutcome = 'accepted' | 'refused' | 'conflict' | 'overloaded' | 'unavailable' | 'failed';

export interface CommandHandled extends Took {
  readonly command: string;
  readonly commandId: string;
  readonly stream: string;
  readonly outcome: CommandOutcome;
  /** How often another process wrote to the stream first. */
  readonly retries: number;
  /** The append that wrote the command's events; undefined if it wrote none. */
  readonly append: Took | undefined;
}
/** A command was decided. */
export const commandHandled = new Signal<CommandHandled>();

/** An append to the event log, with the events of one command or several. */
export const appended = new Signal<Took>();

/** Names what a command wrote. */
export interface WrittenByCommand {
  readonly commandId: string;
  readonly stream: string;
}

export interface Dispatched extends Took {
  readonly written: readonly WrittenByCommand[];
}
/** The dispatcher has woken the worker. */
export const dispatched = new Signal<Dispatched>();

export interface RowsWritten extends Took {
  readonly projection: string;
  readonly events: number;
}
/** A projection's transaction is committed. */
export const rowsWritten = new Signal<RowsWritten>();

export interface CommandsProjected extends Took {
  readonly projection: string;
  readonly written: readonly WrittenByCommand[];
}
/** The same, by command: only traces listen. */
export const commandsProjected = new Signal<CommandsProjected>();

export interface NoticeSent extends Took {
  readonly stream: string;
  /** Milliseconds since 1970, when the person acted. */
  readonly occurredAt: number;
  /** Empty while projections makes no traces. */
  readonly commandIds: readonly string[];
}
/** Teammates' sockets were told of a change. */
export const noticeSent = new Signal<NoticeSent>();

export interface GatewayAnswered extends Answered {
  /** The ids that the gateway sent to the service; undefined where it made none. */
  readonly traceparent: string | undefined;
  /** The trace of the command, as the service named it; undefined if it was none. */
  readonly traceresponse: string | undefined;
}
/** The gateway's own view of a request, which includes a service that does not answer. */
export const gatewayAnswered = new Signal<GatewayAnswered>();
